import { examplePrivateCode } from '#contract/events.ts'
import { bookingsOf, newDriver, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { wordsOf } from './catalogue.ts'

const w = wordsOf.en

test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.beforeEach(({ page }) =>
  page.addInitScript(() =>
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' })),
  ),
)

test('books a car park for an event from the event list @phone', async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), driver.token)
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming events in Canada')
  await page.getByRole('searchbox').fill('scotiabank')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?country=CA&text=scotiabank$/)
  await page.getByRole('link', { name: 'Example basketball game at Scotiabank Arena' }).click()
  await expect(page).toHaveTitle(/^Example basketball game at Scotiabank Arena/)
  await expect(page.getByText(w.events.tickets_example)).toBeVisible()
  await page.getByRole('link', { name: w.events.choose }).click()
  await expect(page).toHaveURL(/\/booking\/event\/E/)
  await expect(page.getByText(w.events.strict)).toBeVisible()
  const card = page.locator('article').first()
  const price = await card.getByText(/^CA\$[\d.]+$/).textContent()
  await card.getByRole('link').click()
  await expect(page).toHaveURL(/\/checkout\/.+&event=E/)
  await expect(page.getByText('Event: Example basketball game at Scotiabank Arena')).toBeVisible()
  await expect(page.getByRole('row', { name: w.checkout.total })).toContainText(price!)
  await page.getByRole('textbox', { name: w.checkout.plate }).fill('EVNT 123')
  await page.getByRole('button', { name: new RegExp(`${price!.replace(/[.$]/g, '\\$&')}`) }).click()
  await expect(page).toHaveURL(/\/booking-details\//)
  expect(await bookingsOf(baseURL!, driver)).toBe(1)
  const { items } = await send<{ items: { event: { name: string } | null }[] }>(
    baseURL!,
    'GET',
    '/api/v1/bookings/list',
    { token: driver.token },
  )
  expect(items[0]!.event?.name).toBe('Example basketball game at Scotiabank Arena')
})

test('opens a private event with its code, and shows 404 without it and an error for a wrong code @phone', async ({
  page,
}) => {
  await page.goto('/private-event-access')
  await page.getByLabel(w.events.code).fill('not this one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText(w.errors.event_not_found)
  await page.getByLabel(w.events.code).fill(examplePrivateCode.toLowerCase().replaceAll('-', ' '))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/event\/E/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Example private reception at Casa Loma')
  await expect(page.getByText(w.events.private, { exact: true })).toBeVisible()
  const answer = await page.reload()
  expect(answer!.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Example private reception at Casa Loma')
  await page.context().clearCookies()
  expect((await page.reload())!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: w.events.not_found })).toBeVisible()
})

test('filters events by month and kind and shows an empty list @desktop', async ({ page }) => {
  await page.goto('/events')
  const cards = page.locator('article')
  await expect(cards.first()).toBeVisible()
  const all = await cards.count()
  await page
    .getByRole('navigation', { name: w.events.kinds_label })
    .getByRole('link', { name: w.events.kinds.theatre })
    .click()
  await expect(page).toHaveURL(/kind=theatre/)
  await expect(cards.filter({ hasText: w.events.kinds.concert })).toHaveCount(0)
  // The number of results is announced and remains a heading.
  await expect(page.getByRole('status').getByRole('heading', { level: 2 })).toHaveText(/^\d+ events?$/)
  expect(await cards.count()).toBeLessThan(all)
  await page.goto('/events?month=2099-01')
  await expect(page.getByText(w.events.nothing)).toBeVisible()
  await page.getByRole('link', { name: w.events.all }).click()
  await expect(cards.first()).toBeVisible()
  await page.getByRole('navigation', { name: w.places.countries }).getByRole('link', { name: 'Senegal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Upcoming events in Senegal')
})

test('lists upcoming events in an event search @desktop', async ({ page }) => {
  await page.goto('/')
  await page
    .getByRole('button', { name: new RegExp(w.search.arrive) })
    .first()
    .click()
  await page.getByRole('dialog').getByText(w.search.window_kinds.event, { exact: true }).click()
  const events = page.getByRole('dialog').getByRole('region', { name: w.search.events })
  await events.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/event\/E/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
