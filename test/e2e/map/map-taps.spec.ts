import { wordsOf } from '../kit/catalogue.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

testInTurn(2, 4)(
  'a finger chooses a pin without the map being drawn again, and moves the map from there @phone',
  async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
      const { prototype } = WebGL2RenderingContext
      const { clear } = prototype
      Object.assign(window, { frames: 0 })
      prototype.clear = function (...given) {
        ;(window as unknown as { frames: number }).frames += 1
        clear.apply(this, given)
      }
    })
    const countFrames = () => page.evaluate(() => (window as unknown as { frames: number }).frames)
    /** Frames until two reads in a row, some frames apart, are the same. */
    const settledFrames = () =>
      page.evaluate(async () => {
        const read = () => (window as unknown as { frames: number }).frames
        for (let last = -1; last !== read();) {
          last = read()
          for (let n = 0; n < 20; n += 1) await new Promise(requestAnimationFrame)
        }
        return read()
      })
    await page.goto('/search?lat=43.65107&lng=-79.38155&place=Toronto')
    await expect(page.locator('.park-map[data-drawn]')).toBeVisible()
    await expect(page.locator('.maplibregl-ctrl-attrib')).toBeVisible()

    // Well inside the map, so that choosing it does not move the map.
    const pin = page.locator('.park-pin[aria-pressed]:not([data-under], [data-covered], [data-small])')
    const before = await settledFrames()
    expect(before).toBeGreaterThan(0)
    const boxes = await Promise.all((await pin.all()).map((entry) => entry.boundingBox()))
    const inner = boxes.filter((box) => box !== null && box.x > 90 && box.x < 240 && box.y > 200 && box.y < 330)
    const { x, y, width, height } = inner[0]!
    const [at_x, at_y] = [x + width / 2, y + height / 2]
    await page.touchscreen.tap(at_x, at_y)
    await expect(page).toHaveURL(/chosen=/)
    await expect(page.locator('.park-pin[data-chosen]')).toHaveCount(1)
    expect(await countFrames()).toBe(before)

    const chosen = page.locator('.park-pin[data-chosen]')
    const start = (await chosen.boundingBox())!
    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', dx = 0) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: at_x + dx, y: at_y }],
      })
    await touch('touchStart')
    for (let dx = 10; dx <= 80; dx += 10) await touch('touchMove', dx)
    await touch('touchEnd')
    await expect.poll(async () => (await chosen.boundingBox())!.x).toBeGreaterThan(start.x + 40)
    // A finger that moves the map presses nothing.
    await expect(page.getByRole('button', { name: wordsOf.en.search_list.search_this_area })).toBeVisible()
    await expect(chosen).toHaveCount(1)
  },
)
