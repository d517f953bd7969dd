import type { Page } from '@playwright/test'
import type { BookingDetails } from '#contract/bookings.ts'
import type { GuardView } from '#contract/booking-changes.ts'
import { type InProcessServer, assignGuard, startInProcessServer } from './in-process-server.ts'
import { book, newDriver, parksToBook, send, type E2eDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
const minute_ms = 60_000
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

let server: InProcessServer
test.beforeAll(async () => {
  test.setTimeout(240_000)
  // Tomorrow at 15:50 UTC, ten minutes before the windows the tests book.
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  server = await startInProcessServer(new Date(Date.parse(`${day}T15:50:00Z`)))
})
test.afterAll(() => server.stop())

const after = (instant: string, minutes: number) => new Date(Date.parse(instant) + minutes * minute_ms)

/** Moves the server's clock and the browser's. */
async function moveTo(page: Page, at: Date): Promise<void> {
  await server.moveTo(at)
  await page.clock.setFixedTime(at)
}

async function signIn(page: Page, { token }: E2eDriver): Promise<void> {
  await page.clock.setFixedTime(server.now())
  await page.addInitScript((kept) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', kept)
  }, token)
}

const getBooking = ({ token }: E2eDriver, code: string) =>
  send<BookingDetails>(server.address, 'GET', `/api/v1/bookings/${code}`, { token })

/** Two hours tomorrow in a park with a guard of its own, booked for a new driver whose balance just covers them. */
async function createGuardedBooking(page: Page) {
  const [park] = await parksToBook(server.address, toronto)
  const { id, start_time, end_time } = park!
  const { total } = await send<{ total: number }>(server.address, 'POST', '/api/v1/bookings/quote', {
    body: { park_id: id, start_time, end_time },
  })
  const guard = await newDriver(server.address, { country_code: 'CA', language: 'en' })
  await assignGuard(server, id, guard.email)
  const driver = await newDriver(server.address, { country_code: 'CA', language: 'en', top_up: Math.ceil(total) })
  const { booking_code: code } = await book(server.address, driver, park!)
  await signIn(page, driver)
  return { park: park!, guard, driver, code, start_time, end_time }
}

const sendAsGuard = (path: string, { token }: E2eDriver, body: object) =>
  send<GuardView>(server.address, 'POST', `/api/v1/guard/${path}`, { token, body })

const open = async (page: Page, code: string) => {
  await page.goto(`${server.address}/booking-details/${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const phase = (page: Page, name: keyof typeof w.bookings.phase) =>
  page.getByText(w.bookings.phase[name], { exact: true }).first()

test(
  'shows what a guard records, takes payment of an overstay after a top-up, and shows the rating',
  { tag: '@phone' },
  async ({ page }) => {
    const { park, guard, code, driver, start_time, end_time } = await createGuardedBooking(page)
    await open(page, code)
    await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
    await expect(phase(page, 'coming')).toBeVisible()
    // The guard knows nothing but the content of the QR code.
    const readPass = () => page.evaluate(() => /PW1\.[\w.-]+/.exec(Object.values(localStorage).join(' '))?.[0])
    await expect.poll(readPass).toBeDefined()
    const seen = await sendAsGuard('look', guard, { pass: await readPass() })
    expect(seen).toMatchObject({ booking_code: code, plate: 'BKTR 482', can: { check_in: false } })

    await moveTo(page, after(start_time, 2))
    await sendAsGuard('check-in', guard, { booking_code: seen.booking_code })
    await page.reload()
    await expect(phase(page, 'running')).toBeVisible()
    await expect(page.getByText(w.bookings.event.arrived_guard)).toBeVisible()

    await moveTo(page, after(end_time, 6 * 60))
    await sendAsGuard('check-out', guard, { booking_code: seen.booking_code })
    expect((await getBooking(driver, code)).due).toBeGreaterThan(0)
    await page.reload()
    await expect(page.getByText(w.bookings.event.left_guard)).toBeVisible()
    await expect(page.getByText(pattern(w.bookings.outstanding.title))).toBeVisible()
    await page.getByRole('button', { name: w.bookings.outstanding.pay, exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(pattern(w.checkout.money_needed))).toBeVisible()
    await dialog.getByRole('button', { name: pattern(w.wallet.go_to_provider) }).click()
    await page.locator('button[value="success"]').click()
    await page.getByRole('link', { name: w.wallet.callback.to_booking }).click()
    await dialog.getByRole('button', { name: pattern(w.bookings.outstanding.confirm) }).dblclick()
    await expect(page.getByText(w.bookings.outstanding.done).first()).toBeVisible()
    await expect(page.getByText(pattern(w.bookings.outstanding.title))).toHaveCount(0)
    await expect(page.getByText(pattern(w.bookings.event.due_paid_of))).toBeVisible()
    const paid = await getBooking(driver, code)
    expect(paid).toMatchObject({ due: 0, status: 'completed' })
    expect(paid.history.filter(({ cause }) => cause === 'due_paid')).toHaveLength(1)

    // After the stay the driver can leave a rating, which search results show.
    await send(server.address, 'POST', `/api/v1/front/parks/${park.id}/reviews`, {
      token: driver.token,
      body: { booking_id: code, rating: 4 },
    })
    await server.deps.search.refresh(server.deps.db, server.now())
    const area = `lat=${toronto.lat}&lng=${toronto.lng}&place=Toronto&sort=rating`
    await page.goto(`${server.address}/search?${area}`)
    await expect(page.getByRole('article').first()).toContainText(w.reviews.stars.replace('{{rating}}', '4'))
    await expect(page.getByRole('article').first()).toContainText(w.reviews.count_one.replace('{{number}}', '1'))
  },
)
