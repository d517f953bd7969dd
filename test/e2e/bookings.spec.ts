import type { Page } from '@playwright/test'
import type { BookingDetails } from '#contract/bookings.ts'
import { book, bookingsOf, newDriver, parksToBook, type Choice, type E2eDriver } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
const quarter_ms = 15 * 60_000
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

/** Signs in and selects Canada before the page loads. */
async function signIn(page: Page, { token }: E2eDriver): Promise<void> {
  await page.addInitScript((kept) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', kept)
  }, token)
}

async function send<T>(base: string, { token }: E2eDriver, method: string, path: string, body?: object): Promise<T> {
  const response = await fetch(`${base}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as T
}

type Booking = Pick<
  BookingDetails,
  'plate' | 'end_time' | 'status' | 'total' | 'history' | 'spot' | 'auto_extend_until'
>
const getBooking = (base: string, driver: E2eDriver, code: string) =>
  send<Booking>(base, driver, 'GET', `/bookings/${code}`)

/** Books two hours tomorrow for a new driver with this balance and opens the booking's page. */
async function openNewBooking(page: Page, base: string, top_up = 200) {
  const driver = await newDriver(base, { country_code: 'CA', language: 'en', top_up })
  const [park] = await parksToBook(base, toronto)
  const { booking_code } = await book(base, driver, park!)
  await signIn(page, driver)
  await page.goto(`/booking-details/${booking_code}`)
  await expect(page.getByRole('button', { name: w.bookings.directions })).toBeVisible()
  return { driver, park: park!, code: booking_code }
}

const action = (page: Page, name: keyof typeof w.bookings.action) =>
  page.getByRole('button', { name: w.bookings.action[name], exact: true })

test(
  'extends in two taps and charges once even if the response is lost',
  {
    tag: '@phone',
  },
  async ({ page, baseURL }) => {
    const { driver, code } = await openNewBooking(page, baseURL!)
    const before = await getBooking(baseURL!, driver, code)
    const pay = page.getByRole('button', { name: pattern(w.bookings.extend.confirm) })
    await action(page, 'extend').click()
    await expect(pay).toBeEnabled()
    // The server handles the request, but the response is lost.
    await page.route('**/api/v1/bookings/extend', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await pay.click()
    // The page finds the extension in the booking itself.
    await expect(page.getByText(pattern(w.bookings.extend.done)).first()).toBeVisible()
    const once = await getBooking(baseURL!, driver, code)
    expect(Date.parse(once.end_time) - Date.parse(before.end_time)).toBe(4 * quarter_ms)
    expect(once.total).toBeGreaterThan(before.total)
    await page.unroute('**/api/v1/bookings/extend')
    await page.goto('/wallet')
    await expect(page.locator('[data-kind=extension]')).toHaveCount(1)
    await page.goto(`/booking-details/${code}`)
    await expect(page.getByText(pattern(w.bookings.event.extended_to))).toBeVisible()
  },
)

test(
  'tops up a low balance during an extension and then completes it',
  {
    tag: '@desktop',
  },
  async ({ page, baseURL }) => {
    const [park] = await parksToBook(baseURL!, toronto)
    const { id: park_id, start_time, end_time } = park!
    const response = await fetch(`${baseURL!}/api/v1/bookings/quote`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ park_id, start_time, end_time }),
    })
    const { total } = (await response.json()) as { total: number }
    // After the booking less than a dollar is left.
    const { driver, code } = await openNewBooking(page, baseURL!, Math.ceil(total))
    await action(page, 'extend').click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(pattern(w.checkout.money_needed))).toBeVisible()
    await dialog.getByRole('button', { name: pattern(w.wallet.go_to_provider) }).click()
    await page.locator('button[value="success"]').click()
    await page.getByRole('link', { name: w.wallet.callback.to_booking }).click()
    await page.getByRole('button', { name: pattern(w.bookings.extend.confirm) }).dblclick()
    await expect(page.getByText(pattern(w.bookings.extend.done)).first()).toBeVisible()
    const { history } = await getBooking(baseURL!, driver, code)
    expect(history.filter(({ cause }) => cause === 'extended')).toHaveLength(1)
  },
)

test('renews a cancelled booking at the quoted price', { tag: '@phone' }, async ({ page, baseURL }) => {
  const { driver, code } = await openNewBooking(page, baseURL!)
  await send(baseURL!, driver, 'PUT', `/bookings/${code}/status?status=cancelled`)
  await page.reload()
  await action(page, 'renew').click()
  await page.getByRole('button', { name: pattern(w.bookings.renew.confirm) }).click()
  await expect(page.getByText(w.bookings.booked, { exact: true })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(code))
  expect(await bookingsOf(baseURL!, driver)).toBe(2)
  await page.goto(`/booking-details/${code}`)
  await expect(page.getByText(w.bookings.followed.renewed)).toBeVisible()
})

test(
  'corrects the plate and reports a failed change without a network',
  { tag: '@phone' },
  async ({ page, context, baseURL }) => {
    const { driver, code } = await openNewBooking(page, baseURL!)
    const field = page.getByRole('textbox', { name: w.bookings.plate_dialog.field })
    const save = page.getByRole('button', { name: w.bookings.plate_dialog.save })
    await action(page, 'plate').click()
    await field.fill('a')
    await save.click()
    await expect(page.getByText(w.errors.fields.plate)).toBeVisible()
    await field.fill('cxyz 901')
    await save.click()
    await expect(page.getByText(w.bookings.plate_dialog.done.replace('{{plate}}', 'CXYZ 901'))).toBeVisible()
    await expect(page.getByText('Number plate changed from BKTR 482 to CXYZ 901')).toBeVisible()

    await action(page, 'plate').click()
    await context.setOffline(true)
    await field.fill('ZZ 11')
    await save.click()
    await expect(page.getByText(pattern(w.bookings.plate_dialog.failed))).toBeVisible()
    await expect(page.getByText('ZZ 11', { exact: true })).toHaveCount(0)
    await context.setOffline(false)
    expect((await getBooking(baseURL!, driver, code)).plate).toBe('CXYZ 901')
  },
)

/** Books two hours from the current quarter hour in a park with more than one free space. */
async function bookNow(base: string, driver: E2eDriver): Promise<string> {
  const start = Math.floor(Date.now() / quarter_ms) * quarter_ms
  const window = {
    start_time: new Date(start).toISOString(),
    end_time: new Date(start + 8 * quarter_ms).toISOString(),
  }
  const query = new URLSearchParams({ lat: String(toronto.lat), lng: String(toronto.lng), size: '100', ...window })
  type ParkPage = { items: (Choice & { bookable: boolean; open: boolean | null; fits: boolean | null })[] }
  const { items } = await send<ParkPage>(base, driver, 'GET', `/parks/front/parks/?${query}`)
  const park = items.find((one) => one.bookable && one.open !== false && one.fits !== false && one.available > 1)
  if (park === undefined) throw new Error('no park is open now')
  return (await book(base, driver, { ...park, ...window })).booking_code
}

test(
  'moves a driver who cannot park to a nearby space at no extra cost',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const code = await bookNow(baseURL!, driver)
    await signIn(page, driver)
    await page.goto(`/booking-details/${code}`)
    await action(page, 'cannot_park').click()
    await page.getByRole('button', { name: w.bookings.cannot_park.go_on }).click()
    await expect(page.getByText(w.errors.fields.required)).toBeVisible()
    await page.getByRole('radio', { name: w.bookings.cannot_park.reasons.blocked }).check()
    await page.getByRole('button', { name: w.bookings.cannot_park.go_on }).click()
    await page.getByRole('group', { name: w.bookings.cannot_park.elsewhere }).getByRole('radio').first().check()
    await page.getByRole('button', { name: w.bookings.cannot_park.confirm_move }).click()
    await page.getByRole('link', { name: w.bookings.cannot_park.moved_open }).click()
    await expect(page.getByRole('img', { name: w.bookings.pass.qr })).toBeVisible()
    await expect(page).not.toHaveURL(new RegExp(code))
    expect((await getBooking(baseURL!, driver, code)).status).toBe('cancelled')
  },
)

test('refunds a driver who cannot park in full', { tag: '@desktop' }, async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const code = await bookNow(baseURL!, driver)
  await signIn(page, driver)
  await page.goto(`/booking-details/${code}`)
  await action(page, 'cannot_park').click()
  await page.getByRole('radio', { name: w.bookings.cannot_park.reasons.full }).check()
  await page.getByRole('button', { name: w.bookings.cannot_park.go_on }).click()
  await page.getByRole('radio', { name: w.bookings.cannot_park.money }).check()
  await page.getByRole('button', { name: pattern(w.bookings.cannot_park.confirm_money) }).click()
  await expect(page.getByText(w.bookings.cannot_park.returned_text)).toBeVisible()
  await page.goto('/wallet')
  await expect(page.getByTestId('balance')).toHaveText('CA$200')
})

test('saves the parking spot and keeps it without a network', { tag: '@phone' }, async ({ page, context, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const code = await bookNow(baseURL!, driver)
  await signIn(page, driver)
  await page.goto(`/booking-details/${code}`)
  await action(page, 'find_car').click()
  await page.getByRole('textbox', { name: w.bookings.car_location.level }).fill('2')
  await page.getByRole('textbox', { name: w.bookings.car_location.bay }).fill('14')
  await page.getByRole('button', { name: w.bookings.car_location.save }).click()
  await expect(page.getByText('Level 2 · Bay 14')).toBeVisible()
  await expect(page.getByText(w.bookings.car_location.done)).toBeVisible()
  await context.setOffline(true)
  await action(page, 'find_car').click()
  await page.getByRole('textbox', { name: w.bookings.car_location.level }).fill('3')
  await page.getByRole('button', { name: w.bookings.car_location.save }).click()
  await expect(page.getByText(w.bookings.car_location.kept)).toBeVisible()
  await expect(page.getByText('Level 3 · Bay 14')).toBeVisible()
  await context.setOffline(false)
  await expect(async () => {
    const { spot } = await getBooking(baseURL!, driver, code)
    expect(spot?.level).toBe('3')
  }).toPass()
  await page.goto('/bookings')
  await expect(page.locator(`a[href="/booking-details/${code}"]`).first()).toBeVisible()
  await context.setOffline(true)
  await page.locator(`a[href="/booking-details/${code}"]`).first().click()
  await expect(page.getByText('Level 3 · Bay 14')).toBeVisible()
})

test('downloads the calendar entry and the receipt', { tag: '@phone' }, async ({ page, baseURL }) => {
  const { code } = await openNewBooking(page, baseURL!)
  for (const [name, ending] of [
    ['calendar', 'ics'],
    ['receipt', 'pdf'],
  ] as const) {
    const [file] = await Promise.all([page.waitForEvent('download'), action(page, name).click()])
    expect(file.suggestedFilename()).toBe(`parkwell-${code}.${ending}`)
  }
})
