import type { Page } from '@playwright/test'
import { wordsOf } from '../kit/catalogue.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const w = wordsOf.en
const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const toronto = `/search?lat=43.65107&lng=-79.38155&place=Toronto&start=${day}T16:00:00Z&end=${day}T18:30:00Z`

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

/** What the map's attribution overlaps: its buttons, the key, a popup, the list. */
const findCovered = (page: Page) =>
  page.evaluate(() => {
    const parts = ['.maplibregl-ctrl-attrib', '.maplibregl-ctrl-attrib-inner'].flatMap((entry) => [
      ...document.querySelectorAll(entry),
    ])
    const others = ['.maplibregl-ctrl-group', '.map-key', '.map-popup', '[data-list] article', '[data-position] button']
    const overlap = (a: DOMRect, b: DOMRect) =>
      a.width > 0 && b.width > 0 && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
    return others.filter((other) =>
      [...document.querySelectorAll(other)].some((element) =>
        parts.some((part) => overlap(part.getBoundingClientRect(), element.getBoundingClientRect())),
      ),
    )
  })

testInTurn(4, 4)(
  'explains the marks on the map by keyboard, and keeps the attribution clear of everything else',
  async ({ page }) => {
    await page.goto(toronto)
    await expect(page.locator('.park-map[data-drawn]')).toBeVisible({ timeout: 45_000 })
    const attribution = page.locator('.maplibregl-ctrl-attrib-inner')
    await expect(attribution).toBeVisible()
    await expect.poll(() => findCovered(page)).toEqual([])

    await test.step('by the key', async () => {
      const key = page.locator('.map-key summary')
      const text = page.getByText(w.map.key.off)
      await key.press('Enter')
      await expect(text).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(text).toBeHidden()
      await expect(key).toBeFocused()
    })

    await test.step('by the name of each dot and count', async () => {
      const marks = page.locator('.park-pin:is([data-small], :has([data-more])):not([data-under])')
      await expect(marks.first()).toBeAttached()
      await expect
        .poll(() => marks.evaluateAll((pins) => pins.filter((pin) => !(pin as HTMLElement).title).length))
        .toBe(0)
    })

    await test.step('with all of the attribution, and with a popup', async () => {
      const button = page.locator('.maplibregl-ctrl-attrib-button')
      await button.click()
      if (await attribution.isHidden()) await button.click()
      await expect.poll(() => findCovered(page)).toEqual([])
      await page.locator('.park-pin:not([data-under], [data-small], [data-tone=many])').first().press('Enter')
      await expect(page.locator('.park-pin[data-chosen]')).toHaveCount(1)
      await expect.poll(() => findCovered(page)).toEqual([])
    })
  },
)

testInTurn(1, 4)('explains no prices where the marks are dates @desktop', async ({ page }) => {
  await page.goto('/events')
  const map = page.locator('.park-map')
  await expect(map.locator('.park-pin:not([data-under])').first()).toBeVisible()
  await expect(map.getByText(w.map.key.title, { exact: true })).toHaveCount(0)
})
