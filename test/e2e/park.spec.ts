import type { Page } from '@playwright/test'
import { wordsOf } from './kit/catalogue.ts'
import { parksToBook, send, tomorrow } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
const { start_time, end_time } = tomorrow()
const bookingWindow = `start=${start_time}&end=${end_time}`

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

const queryParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const hours = (from: string | null, to: string | null) => (Date.parse(to!) - Date.parse(from!)) / 3_600_000
const chart = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: w.park_page.chart.title }) })

test('fits three screens of a phone before the reviews, without sideways scrolling @phone', async ({
  page,
  baseURL,
}) => {
  for (const { slug } of (await parksToBook(baseURL!, toronto)).slice(0, 2)) {
    await page.goto(`/park/${slug}?${bookingWindow}`)
    await expect(chart(page).getByRole('slider')).toBeVisible()
    // Parts that are not drawn yet have an estimated height.
    await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
    const reviews = (await page.getByRole('heading', { name: w.reviews.title, exact: true }).boundingBox())!
    expect(reviews.y + (await page.evaluate(() => window.scrollY))).toBeLessThan(3 * 844)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  }
})

test.describe('without its map', () => {
  test.use({ drawsMaps: false })

  testInTurn(2, 4)(
    'sets the arrival from the chart by pointer and by keyboard and updates the price @phone',
    async ({ page, baseURL }) => {
      const [park] = await parksToBook(baseURL!, toronto)
      await page.goto(`/park/${park!.slug}?${bookingWindow}`)
      const bars = chart(page).getByRole('slider')
      await expect(bars).toHaveAttribute('aria-valuetext', /11:00\sAM–12:00\sPM · .+ · .*\$/)
      const box = (await bars.boundingBox())!
      await bars.click({ position: { x: (box.width * 14.5) / 24, y: box.height / 2 } })
      // 14:00 in Toronto, in summer or winter time.
      await expect.poll(() => queryParam(page, 'start')).toMatch(/T1[89]:00:00Z$/)
      expect(hours(queryParam(page, 'start'), queryParam(page, 'end'))).toBe(2)
      await bars.focus()
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowRight')
      await expect(bars).toHaveAttribute('aria-valuetext', /^4:00\sPM–5:00\sPM/)
      await page.keyboard.press('Enter')
      await expect.poll(() => queryParam(page, 'start')).toMatch(/T2[01]:00:00Z$/)
      await expect(bars).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.press('ArrowLeft')
      await chart(page)
        .getByRole('button', { name: new RegExp(`^${w.park_page.chart.arrive_at.replace('{{time}}', '10:00\\sPM')}$`) })
        .click()
      await expect.poll(() => queryParam(page, 'start')).toMatch(/T0[23]:00:00Z$/)
      await expect(bars).toBeFocused()
      await expect(chart(page).getByRole('status')).toContainText(/10:00\sPM/)

      const { total } = await send<{ total: number }>(baseURL!, 'POST', '/api/v1/bookings/quote', {
        body: { park_id: park!.id, start_time: queryParam(page, 'start'), end_time: queryParam(page, 'end') },
      })
      await expect(page.locator('output')).toContainText(total.toFixed(2).replace(/\.00$/, ''))
    },
  )
})
