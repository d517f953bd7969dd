import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

interface Watched {
  /** How many programs were started, and how many of them were asked for their state before that task had ended. */
  programs: { started: number; awaited: number }
}

/** The number of different colours of the map, as it is shown. */
const countColours = async (page: Page): Promise<number> => {
  const picture = await page.locator('.maplibregl-canvas').screenshot()
  const pixels = await sharp(picture).ensureAlpha().raw().toBuffer()
  return new Set(new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)).size
}

testInTurn(2, 4)(
  'waits for no program of the map while it is compiled, also after the graphics processor was reset',
  async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      const programs = { started: 0, awaited: 0 }
      Object.assign(window, { programs } satisfies Watched)
      const { prototype } = WebGL2RenderingContext
      const { linkProgram, getProgramParameter } = prototype
      const fresh = new WeakSet<WebGLProgram>()
      prototype.linkProgram = function (program) {
        programs.started += 1
        fresh.add(program)
        setTimeout(() => fresh.delete(program))
        linkProgram.call(this, program)
      }
      prototype.getProgramParameter = function (program, name) {
        if (fresh.has(program)) programs.awaited += 1
        return getProgramParameter.call(this, program, name) as unknown
      }
    })
    const readPrograms = () => page.evaluate(() => (window as unknown as Watched).programs)

    await page.goto('/search?lat=43.65107&lng=-79.38155&place=Toronto')
    const canvas = page.locator('.park-map[data-drawn] .maplibregl-canvas')
    await expect(canvas).toBeVisible({ timeout: 45_000 })
    await expect.poll(() => countColours(page)).toBeGreaterThan(100)
    const first = await readPrograms()
    expect(first.started).toBeGreaterThan(3)
    expect(first.awaited).toBe(0)

    await canvas.evaluate(async (element: HTMLCanvasElement) => {
      // A context can be restored once the browser knows that the map wants it to be.
      const lost = new Promise((resolve) =>
        element.addEventListener('webglcontextlost', () => setTimeout(resolve), { once: true }),
      )
      const extension = element.getContext('webgl2')!.getExtension('WEBGL_lose_context')!
      extension.loseContext()
      await lost
      extension.restoreContext()
    })
    await expect.poll(async () => (await readPrograms()).started).toBeGreaterThan(first.started + 3)
    await expect.poll(() => countColours(page)).toBeGreaterThan(100)
    expect((await readPrograms()).awaited).toBe(0)
  },
)
