import { findViolations } from '../kit/axe.ts'
import { wordsOf } from '../kit/catalogue.ts'
import { parksToBook } from '../kit/drivers.ts'
import { expect, test, testInTurn } from '../kit/fixtures.ts'

const w = wordsOf.en
const cityHall = { lat: 43.6526, lng: -79.3839 }

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

testInTurn(3, 4)(
  'loads the map of a car park when it comes near, and leaves the wheel to the page @desktop',
  async ({ page, baseURL }) => {
    const [park] = await parksToBook(baseURL!, cityHall)
    const requested: string[] = []
    page.on('request', (request) => requested.push(request.url()))
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.goto(`/park/${park!.slug}?lat=${cityHall.lat}&lng=${cityHall.lng}&place=City%20Hall`)
    const heading = page.getByRole('heading', { name: w.park.getting_there })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    const isMap = (url: string) => url.includes('maplibre')
    expect(requested.filter(isMap)).toEqual([])

    await heading.scrollIntoViewIfNeeded()
    const map = page.locator('.park-map[data-drawn]')
    await map.scrollIntoViewIfNeeded()
    await expect(map.locator('.map-point')).toHaveAccessibleName(
      await page.getByRole('heading', { level: 1 }).innerText(),
    )
    await expect(map.locator('.map-place')).toHaveAccessibleName('City Hall')
    await expect(map.locator('.map-place')).toBeInViewport()

    const before = await page.evaluate(() => window.scrollY)
    await map.hover()
    await page.mouse.wheel(0, 120)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before)
    await expect(map).toContainText(w.map.wheel.replace('{{key}}', 'Ctrl'))
  },
)

testInTurn(4, 4)('shows the map of a car park on request on a phone @phone', async ({ page, baseURL }) => {
  const [park] = await parksToBook(baseURL!, cityHall)
  await page.goto(`/park/${park!.slug}`)
  const button = page.getByRole('button', { name: w.map.show })
  await button.scrollIntoViewIfNeeded()
  await expect(page.locator('.park-map')).toHaveCount(0)
  await button.focus()
  await page.keyboard.press('Enter')
  const map = page.locator('.park-map[data-drawn]')
  await expect(map.locator('.map-point')).toBeInViewport()
  await expect(button).toHaveCount(0)
  // The focus is at the map, not lost with the button.
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.closest('.park-map') !== null)).toBe(true)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findViolations(page)).toEqual([])
})
