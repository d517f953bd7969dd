import type { Page } from '@playwright/test'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { type Choice, type E2eDriver, fromNow, buildDriver, parksToBook, send } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
test.use({ drawsMaps: false, locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

async function visit(page: Page, driver: E2eDriver | undefined): Promise<void> {
  await page.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    if (token !== undefined) localStorage.setItem('parkwell_user_token', token)
  }, driver?.token)
}

const checkoutOf = ({ slug, start_time, end_time }: Choice) =>
  `/checkout/${slug}?${new URLSearchParams({ start: start_time, end: end_time })}`
const pay = (page: Page) => page.getByRole('button', { name: pattern(w.checkout.pay) })
const plateField = (page: Page) => page.getByRole('textbox', { name: w.checkout.plate })

testInTurn(3, 4)('shows a hold paid in one tab as booked in the other @desktop', async ({ page, context, baseURL }) => {
  const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  await visit(page, driver)
  await page.goto(checkoutOf(park!))
  await plateField(page).fill('BKTR 482')
  await page.getByRole('button', { name: pattern(w.checkout.hold) }).click()
  await expect(page.getByRole('heading', { name: w.checkout.held_title })).toBeVisible()
  const second = await context.newPage()
  await visit(second, driver)
  await second.goto(page.url())
  await pay(second).click()
  await expect(second).toHaveURL(/\/booking-details\//)
  await pay(page).click()
  await expect(page).toHaveURL(/\/booking-details\//)
  const { items } = await send<{ items: { status: string }[] }>(
    baseURL!,
    'GET',
    '/api/v1/bookings/list?status_filter=upcoming',
    { token: driver.token },
  )
  expect(items.map(({ status }) => status)).toEqual(['active'])
})

interface Park {
  park_code: string
  bookable: boolean
  open: boolean | null
  fits: boolean | null
  available: number
}

/** The code of a car park that can be entered now and stays open for an hour. */
async function findParkCodeNow(base: string): Promise<string> {
  const query = new URLSearchParams({ lat: String(toronto.lat), lng: String(toronto.lng), size: '100', ...fromNow(4) })
  const { items } = await send<{ items: Park[] }>(base, 'GET', `/api/v1/parks/front/parks/?${query}`)
  const isFree = ({ bookable, open, fits, available }: Park) =>
    bookable && open !== false && fits !== false && available > 0
  return items.find(isFree)!.park_code
}

test(
  'pays by card at the gate and books from now, with the plate and duration kept over the login and a reload',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
    await visit(page, undefined)
    await page.goto(`/booking/${await findParkCodeNow(baseURL!)}`)
    await plateField(page).fill('BKTR 482')
    await page.getByRole('link', { name: w.checkout.log_in, exact: true }).click()
    await expect(page).toHaveURL(/\/auth/)
    // The checkout, which has a field for the address too, stays until the login page is there.
    await expect(page.getByRole('heading', { name: w.auth.login.title })).toBeVisible()
    await page.getByRole('textbox', { name: w.auth.email }).fill(driver.email)
    await page.getByLabel(w.auth.password, { exact: true }).fill(driver.password)
    await page.getByRole('button', { name: w.auth.login.submit, exact: true }).click()
    await expect(page).toHaveURL(/\/booking\//)
    await expect(plateField(page)).toHaveValue('BKTR 482')
    const hour = page.getByRole('button', { name: '1\u00a0h', exact: true })
    await hour.click()
    await expect(page).toHaveURL(/end=/)
    await page.reload()
    await expect(hour).toHaveAttribute('aria-pressed', 'true')
    await expect(plateField(page)).toHaveValue('BKTR 482')
    await pay(page).dblclick()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: /^Pay \$[\d.]+$/ }).click()
    await expect(page).toHaveURL(/\/booking-details\//)
    await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
  },
)
