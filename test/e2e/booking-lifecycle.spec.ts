import type { Page } from '@playwright/test'
import type { BookingDetails } from '#contract/bookings.ts'
import type { GuardView } from '#contract/booking-changes.ts'
import { type InProcessServer, assignGuard, startInProcessServer } from './in-process-server.ts'
import { book, newDriver, parksToBook, send, type Choice, type E2eDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

/* Check-in and check-out by a guard, automatic extension, overstays and reports, as the driver sees them. */

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
const minute_ms = 60_000
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
test.describe.configure({ mode: 'serial' })

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

/** Two hours from the next full hour of the server's clock, in the n-th park with space then. */
async function findOffer(n: number): Promise<Choice> {
  const hour = 60 * minute_ms
  const start = Math.ceil(server.now().getTime() / hour) * hour
  const window = { start_time: new Date(start).toISOString(), end_time: new Date(start + 2 * hour).toISOString() }
  return (await parksToBook(server.address, toronto, window))[n]!
}

/** Books such an offer for a new driver with this balance, in a park with a guard of its own. */
async function createGuardedBooking(page: Page, top_up: number, n = 0) {
  const park = await findOffer(n)
  const guard = await newDriver(server.address, { country_code: 'CA', language: 'en' })
  await assignGuard(server, park.id, guard.email)
  const driver = await newDriver(server.address, { country_code: 'CA', language: 'en', top_up })
  const { booking_code: code } = await book(server.address, driver, park)
  await signIn(page, driver)
  return { park, guard, driver, code, start_time: park.start_time, end_time: park.end_time }
}

const sendAsGuard = (path: string, { token }: E2eDriver, body: object) =>
  send<GuardView>(server.address, 'POST', `/api/v1/guard/${path}`, { token, body })

const open = async (page: Page, code: string) => {
  await page.goto(`${server.address}/booking-details/${code}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
const phase = (page: Page, name: keyof typeof w.bookings.phase) =>
  page.getByText(w.bookings.phase[name], { exact: true }).first()

test('shows the driver that a guard has checked the car in and out', { tag: '@phone' }, async ({ page }) => {
  const { park, guard, code, driver, start_time, end_time } = await createGuardedBooking(page, 200)
  await open(page, code)
  await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
  await expect(phase(page, 'coming')).toBeVisible()
  // The guard knows nothing but the content of the QR code.
  const readPass = () => page.evaluate(() => /PW1\.[\w.-]+/.exec(Object.values(localStorage).join(' '))?.[0])
  await expect.poll(readPass).toBeDefined()
  const payload = await readPass()
  const seen = await sendAsGuard('look', guard, { pass: payload })
  expect(seen).toMatchObject({ booking_code: code, plate: 'BKTR 482', can: { check_in: false } })

  await moveTo(page, after(start_time, 2))
  await sendAsGuard('check-in', guard, { booking_code: seen.booking_code })
  await page.reload()
  await expect(phase(page, 'running')).toBeVisible()
  await expect(page.getByText(w.bookings.event.arrived_guard)).toBeVisible()

  await moveTo(page, after(end_time, -20))
  await sendAsGuard('check-out', guard, { booking_code: seen.booking_code })
  await page.reload()
  await expect(phase(page, 'ended')).toBeVisible()
  await expect(page.getByText(w.bookings.event.left_guard)).toBeVisible()
  expect((await getBooking(driver, code)).status).toBe('completed')

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
})

test('extends a booking automatically, charges it and records it', { tag: '@desktop' }, async ({ page }) => {
  const { guard, code, driver, start_time, end_time } = await createGuardedBooking(page, 200)
  await open(page, code)
  await page.getByRole('button', { name: w.bookings.action.auto_extend, exact: true }).click()
  await page.getByRole('button', { name: pattern(w.bookings.auto_extend.confirm) }).click()
  await expect(page.getByText(pattern(w.bookings.auto_extend.done)).first()).toBeVisible()
  await moveTo(page, after(start_time, 1))
  await sendAsGuard('check-in', guard, { booking_code: code })
  const before = await getBooking(driver, code)

  // The extension happens five minutes before the end.
  await moveTo(page, after(end_time, -4))
  await page.reload()
  await expect(page.getByText(pattern(w.bookings.event.auto_extended_to)).first()).toBeVisible()
  await expect(phase(page, 'running')).toBeVisible()
  const extended = await getBooking(driver, code)
  expect(Date.parse(extended.end_time)).toBe(after(end_time, 15).getTime())
  expect(extended.total).toBeGreaterThanOrEqual(before.total)
  await page.goto(`${server.address}/wallet`)
  await expect(page.locator('[data-kind=extension]')).toHaveCount(extended.total > before.total ? 1 : 0)
})

test('tops up and pays an overstay charge once', { tag: '@phone' }, async ({ page }) => {
  // The balance covers the two hours, rounded up to the next dollar.
  const offer = await findOffer(1)
  const { total } = await send<{ total: number }>(server.address, 'POST', '/api/v1/bookings/quote', {
    body: { park_id: offer.id, start_time: offer.start_time, end_time: offer.end_time },
  })
  const { guard, code, driver, start_time, end_time } = await createGuardedBooking(page, Math.ceil(total), 1)
  await moveTo(page, after(start_time, 1))
  await sendAsGuard('check-in', guard, { booking_code: code })
  await moveTo(page, after(end_time, 6 * 60))
  await sendAsGuard('check-out', guard, { booking_code: code })
  const { due } = await getBooking(driver, code)
  expect(due).toBeGreaterThan(0)

  await open(page, code)
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
})

test('uploads a photo with a parking problem and shows it with the booking', { tag: '@phone' }, async ({ page }) => {
  const { code, driver, start_time } = await createGuardedBooking(page, 200, 2)
  await moveTo(page, after(start_time, 1))
  await open(page, code)
  await page.getByRole('button', { name: w.bookings.action.cannot_park, exact: true }).click()
  await page.getByRole('radio', { name: w.bookings.cannot_park.reasons.blocked }).check()
  await page
    .getByLabel(w.bookings.cannot_park.photo, { exact: true })
    .last()
    .setInputFiles({
      name: 'gate.png',
      mimeType: 'image/png',
      buffer: await page.screenshot(),
    })
  await expect(page.getByRole('img', { name: w.bookings.report.photo_alt })).toBeVisible()
  await page.getByRole('button', { name: w.bookings.cannot_park.go_on }).click()
  await page.getByRole('radio', { name: w.bookings.cannot_park.money }).check()
  // The first upload fails; the refund must not depend on it.
  await page.route('**/cannot-park/photo', (route) => route.abort('connectionreset'), { times: 1 })
  await page.getByRole('button', { name: pattern(w.bookings.cannot_park.confirm_money) }).click()
  await expect(page.getByText(w.bookings.cannot_park.returned_text)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: w.common.try_again }).click()
  await expect(page.getByText(w.bookings.cannot_park.photo_sent)).toBeVisible()
  await open(page, code)
  await expect(page.getByText(w.bookings.cannot_park.reasons.blocked)).toBeVisible()
  const shown = page.getByRole('img', { name: w.bookings.report.photo_alt })
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  expect((await getBooking(driver, code)).cannot_park).toMatchObject({ reason: 'blocked', has_photo: true })
})

test('offers the next free time of a full park on its card and its page', { tag: '@phone' }, async ({ page }) => {
  // Morning in Toronto, so that other times are left that day.
  const day = server.now().toISOString().slice(0, 10)
  await moveTo(page, after(`${day}T15:50:00Z`, 24 * 60))
  const { park, driver, start_time, end_time } = await createGuardedBooking(page, 400, 3)
  // Capacity 1, so that the booking fills the park for these two hours.
  const { db } = server.deps
  await db
    .updateTable('pool_days')
    .set({ cap: 1 })
    .where('pool_id', 'in', db.selectFrom('pools').select('id').where('park_id', '=', park.id))
    .where('day', '=', start_time.slice(0, 10) as never)
    .execute()
  await server.deps.search.refresh(db, server.now())
  const area = `lat=${toronto.lat}&lng=${toronto.lng}&place=Toronto&sort=distance`
  await page.goto(`${server.address}/search?${area}&start=${start_time}&end=${end_time}`)
  const card = page.locator('article', { has: page.locator(`a[href^="/park/${park.slug}?"]`) }).first()
  await expect(card.getByText(w.park.full, { exact: true })).toBeVisible()
  await expect(card.getByRole('link', { name: pattern(w.park.other_time) })).toBeVisible()
  await card.locator('[data-card-link]').click()
  await expect(page.getByText(w.park.unbookable.full)).toBeVisible()
  await expect(page.getByRole('region', { name: w.park.nearest_bookable }).getByRole('link').first()).toBeVisible()
  await page.getByRole('region', { name: w.park.other_times }).getByRole('link').last().click()
  await expect(page.getByRole('link', { name: w.park.book }).first()).toBeVisible()
  const query = new URL(page.url()).searchParams
  expect(Date.parse(query.get('end')!) - Date.parse(query.get('start')!)).toBe(2 * 60 * minute_ms)
  expect(query.get('start')).not.toBe(start_time)

  // The breadcrumb leads back to the search, at the new time.
  await page
    .getByRole('navigation', { name: w.places.breadcrumb })
    .getByRole('link', { name: w.search.title.replace('{{where}}', 'Toronto') })
    .click()
  await expect(page).toHaveURL(/\/search\?lat=43\.6532&lng=-79\.3832&place=Toronto/)
  expect(
    (await getBooking(driver, (await book(server.address, driver, { ...park, ...windowOf(query) })).booking_code))
      .status,
  ).toBe('active')
})

const windowOf = (query: URLSearchParams) => ({ start_time: query.get('start')!, end_time: query.get('end')! })
