import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { book, newDriver, parksToBook, send, tomorrow } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

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

interface ParkFacts {
  id: string
  slug: string
  park_code: string
  name: string
  opening_hours: string | null
  max_height_cm: number | null
}

const signIn = (page: Page, token: string) =>
  page.addInitScript((text) => localStorage.setItem('parkwell_user_token', text), token)
const queryParam = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const hours = (from: string | null, to: string | null) => (Date.parse(to!) - Date.parse(from!)) / 3_600_000
const chart = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: w.park_page.chart.title }) })

test('sets the arrival from the chart by pointer and by keyboard and updates the price @phone', async ({
  page,
  baseURL,
}) => {
  const [park] = await parksToBook(baseURL!, toronto)
  await page.goto(`/park/${park!.slug}?${bookingWindow}`)
  const bars = chart(page).getByRole('slider')
  await expect(bars).toHaveAttribute('aria-valuetext', /11:00–12:00 · .+ · .*\$/)
  const box = (await bars.boundingBox())!
  await bars.click({ position: { x: (box.width * 14.5) / 24, y: box.height / 2 } })
  // 14:00 in Toronto, in summer or winter time.
  await expect.poll(() => queryParam(page, 'start')).toMatch(/T1[89]:00:00Z$/)
  expect(hours(queryParam(page, 'start'), queryParam(page, 'end'))).toBe(2)
  await bars.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(bars).toHaveAttribute('aria-valuetext', /^16:00–17:00/)
  await page.keyboard.press('Enter')
  await expect.poll(() => queryParam(page, 'start')).toMatch(/T2[01]:00:00Z$/)
  await expect(bars).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('ArrowLeft')
  await chart(page)
    .getByRole('button', { name: w.park_page.chart.arrive_at.replace('{{time}}', '22:00') })
    .click()
  await expect.poll(() => queryParam(page, 'start')).toMatch(/T0[23]:00:00Z$/)
  await expect(bars).toBeFocused()
  await expect(chart(page).getByRole('status')).toContainText('22:00')

  const { total } = await send<{ total: number }>(baseURL!, 'POST', '/api/v1/bookings/quote', {
    body: { park_id: park!.id, start_time: queryParam(page, 'start'), end_time: queryParam(page, 'end') },
  })
  await expect(page.locator('output')).toContainText(total.toFixed(2).replace(/\.00$/, ''))
})

test('shows the day as a table and the week in blocks, both accessible @desktop', async ({ page, baseURL }) => {
  const [park] = await parksToBook(baseURL!, toronto)
  await page.goto(`/park/${park!.slug}?${bookingWindow}`)
  await chart(page).getByRole('button', { name: w.park_page.chart.table_show }).click()
  await expect(chart(page).getByRole('row')).toHaveCount(25)
  await expect(chart(page).getByRole('row', { name: /^11:00–12:00/ })).toContainText('$')
  await chart(page).getByText(w.park_page.chart.week, { exact: true }).click()
  const blocks = chart(page).getByRole('cell').getByRole('button')
  await expect(blocks).toHaveCount(42)
  // Content outside the viewport would change its theme only when scrolled near.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect(violations.map(({ id, nodes }) => `${colorScheme}: ${id} ${nodes[0]?.html}`)).toEqual([])
  }
  await blocks.nth(20).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(blocks.nth(27)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(blocks.nth(27)).toHaveAttribute('aria-pressed', 'true')
})

test('compares prices of common durations @phone', async ({ page, baseURL }) => {
  const [park] = await parksToBook(baseURL!, toronto)
  await page.goto(`/park/${park!.slug}?${bookingWindow}`)
  const lengths = page.getByRole('group', { name: w.park_page.lengths.label })
  await page.getByRole('button', { name: w.park_page.lengths.compare }).click()
  const { total } = await send<{ total: number }>(baseURL!, 'POST', '/api/v1/bookings/quote', {
    body: { park_id: park!.id, start_time, end_time: new Date(Date.parse(start_time) + 3 * 3_600_000).toISOString() },
  })
  const three = lengths.getByRole('button').nth(1)
  await expect(three).toContainText(total.toFixed(2).replace(/\.00$/, ''))
  await three.click()
  await expect(three).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => hours(queryParam(page, 'start'), queryParam(page, 'end'))).toBe(3)
})

test('offers to book at the gate, shows the pass, and warns at the wrong car park @phone', async ({
  page,
  baseURL,
}) => {
  // Parks open around the clock, because the test books now.
  const alwaysOpen: ParkFacts[] = []
  for (const { id } of (await parksToBook(baseURL!, toronto)).slice(0, 40)) {
    const one = await send<ParkFacts>(baseURL!, 'GET', `/api/v1/front/parks/${id}`)
    if (one.opening_hours === '24/7') alwaysOpen.push(one)
    if (alwaysOpen.length === 2) break
  }
  const [here, elsewhere] = alwaysOpen as [ParkFacts, ParkFacts]
  const gate = page.getByRole('region', { name: w.park_page.gate.label })
  await page.goto(`/park/${here.park_code}`)
  await expect(gate.getByRole('link', { name: w.park_page.gate.book })).toHaveAttribute(
    'href',
    `/booking/${here.park_code}`,
  )
  await expect(gate.getByRole('link', { name: w.park_page.gate.have })).toHaveAttribute('href', /^\/auth\?next=/)
  // By its slug it is the ordinary page.
  await page.goto(`/park/${elsewhere.slug}`)
  await expect(page.getByRole('heading', { name: elsewhere.name, level: 1 })).toBeVisible()
  await expect(gate).toBeHidden()

  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
  const start = Math.floor(Date.now() / 900_000) * 900_000
  const now = { start_time: new Date(start).toISOString(), end_time: new Date(start + 7_200_000).toISOString() }
  const { booking_code } = await book(baseURL!, driver, { ...here, available: 1, ...now })
  await signIn(page, driver.token)
  await page.goto(`/park/${here.park_code}`)
  await expect(gate.getByRole('link', { name: w.park_page.gate.pass })).toHaveAttribute(
    'href',
    `/booking-details/${booking_code}`,
  )
  await page.goto(`/park/${elsewhere.park_code}`)
  await expect(gate.getByText(w.park_page.gate.elsewhere.replace('{{park}}', here.name))).toBeVisible()
  await expect(gate.getByRole('link', { name: w.park_page.gate.have })).toHaveAttribute('href', '/bookings')
})

test('lets anyone report a mistake and confirms it @desktop', async ({ page, baseURL }) => {
  const [park] = await parksToBook(baseURL!, toronto)
  await page.goto(`/park/${park!.slug}`)
  await page.getByRole('button', { name: w.park_page.mistake.open }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: w.park_page.mistake.send }).click()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await dialog.getByText(w.park_page.mistake.kinds.hours).click()
  await dialog.getByLabel(w.park_page.mistake.text).fill('The sign says until 20:00.')
  await dialog.getByRole('button', { name: w.park_page.mistake.send }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Thank you. We’ll check it and make any corrections.')).toBeVisible()
})

test('compares the driver’s vehicle with the height limit @phone', async ({ page, baseURL }) => {
  const parks = await parksToBook(baseURL!, toronto)
  let low: ParkFacts | undefined
  for (const { id } of parks.slice(0, 60)) {
    const one = await send<ParkFacts>(baseURL!, 'GET', `/api/v1/front/parks/${id}`)
    if (one.max_height_cm !== null) low = one
    if (low) break
  }
  expect(low, 'a park with a height').toBeDefined()
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
  await send(baseURL!, 'POST', '/api/v1/user/vehicles/', {
    token: driver.token,
    body: { plate: 'TALL 1', country_code: 'CA', nickname: 'Giraffe', height_cm: low!.max_height_cm! + 13 },
  })
  await signIn(page, driver.token)
  await page.goto(`/park/${low!.slug}`)
  const measure = w.park_page.fit.over_height.replace('{{measure}}', '0.13\u00a0m')
  await expect(page.getByText(measure, { exact: true })).toBeVisible()
  await expect(page.getByText(pattern(w.park_page.fit.chip_over))).toContainText('Giraffe')
})

test('shows the walk from the searched place and reloads a chart that failed @desktop', async ({ page, baseURL }) => {
  const [park] = await parksToBook(baseURL!, toronto)
  await page.route('**/availability?**', (route) => route.abort())
  await page.goto(`/park/${park!.slug}?${bookingWindow}&from=43.6532,-79.3832,City%20Hall`)
  await expect(page.getByText(/From City Hall: .+ min walk/)).toBeVisible()
  await expect(page.getByRole('article').first().getByRole('link')).toHaveAttribute(
    'href',
    /from=43\.6532%2C-79\.3832%2CCity\+Hall/,
  )
  const walk = page.getByRole('link', { name: pattern(w.park_page.route.walk_with) }).first()
  await expect(walk).toHaveAttribute('href', /travelmode=walking&origin=43\.6532,-79\.3832&destination=/)
  const back = page.getByRole('navigation', { name: w.places.breadcrumb }).getByRole('link', { name: /City Hall/ })
  await expect(back).toHaveAttribute('href', /^\/search\?lat=43\.6532&lng=-79\.3832&place=City\+Hall&start=/)
  await expect(page.getByText(w.park_page.chart.failed)).toBeVisible()
  await page.unroute('**/availability?**')
  await chart(page).getByRole('button', { name: w.common.try_again }).click()
  await expect(chart(page).getByRole('slider')).toBeVisible()
})
