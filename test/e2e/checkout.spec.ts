import type { Page } from '@playwright/test'
import { type Choice, type E2eDriver, newDriver, parksToBook, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
const toronto = { lat: 43.6532, lng: -79.3832 }
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

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
const hold = (page: Page) => page.getByRole('button', { name: pattern(w.checkout.hold) })
const held = (page: Page) => page.getByRole('heading', { name: w.checkout.held_title })
const priceLines = (page: Page) => page.getByRole('table', { name: w.checkout.price_caption })

async function applyPromo(page: Page, code: string): Promise<void> {
  const open = page.getByRole('button', { name: w.checkout.promo_open })
  const field = page.getByRole('textbox', { name: w.checkout.promo })
  await open.or(field).waitFor()
  if (await open.isVisible()) await open.click()
  await field.fill(code)
  await page.keyboard.press('Enter')
}

interface Listed {
  booking_code: string
  status: string
  plate: string
  total: number
}
const listOf = async (base: string, { token }: E2eDriver, status: string) =>
  (await send<{ items: Listed[] }>(base, 'GET', `/api/v1/bookings/list?status_filter=${status}`, { token })).items

test(
  'rejects unknown and used promo codes, keeps a valid one over the login and removes it',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, toronto)
    await visit(page, undefined)
    await page.goto(checkoutOf(park!))
    await plateField(page).fill('BKTR 482')
    await applyPromo(page, 'nothing')
    await expect(page.getByText(w.errors.fields.promo_unknown)).toBeVisible()
    await expect(priceLines(page)).toBeVisible()
    await applyPromo(page, 'welcome20')
    const applied = page.getByText(w.checkout.promo_applied.replace('{{code}}', 'WELCOME20'))
    await expect(applied).toBeVisible()

    await page.getByRole('link', { name: w.checkout.log_in, exact: true }).click()
    await page.getByRole('textbox', { name: w.auth.email }).fill(driver.email)
    await page.getByLabel(w.auth.password, { exact: true }).fill(driver.password)
    await page.getByRole('button', { name: w.auth.login.submit }).click()
    await expect(applied).toBeVisible()
    await expect(priceLines(page)).toContainText('−')
    await page.reload()
    await expect(applied).toBeVisible()
    await page.getByRole('button', { name: w.checkout.promo_remove_code.replace('{{code}}', 'WELCOME20') }).click()
    await expect(priceLines(page)).not.toContainText('−')
    await applyPromo(page, 'welcome20')
    await expect(applied).toBeVisible()
    await expect(plateField(page)).toHaveValue('BKTR 482')
    await pay(page).click()
    await expect(page).toHaveURL(/\/booking-details\//)

    await page.goto(checkoutOf(park!))
    await applyPromo(page, 'WELCOME20')
    await expect(page.getByText(w.errors.fields.promo_used, { exact: true })).toBeVisible()
    await expect(pay(page)).toBeEnabled()
  },
)

test(
  'asks to accept the new price when the promo code was used elsewhere',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, toronto)
    await visit(page, driver)
    await page.goto(checkoutOf(park!))
    await plateField(page).fill('BKTR 482')
    await applyPromo(page, 'WELCOME20')
    await expect(page.getByText(pattern(w.checkout.promo_applied))).toBeVisible()
    const { token } = driver
    const { id, start_time, end_time } = park!
    const body = { park_id: id, start_time, end_time, promo_code: 'WELCOME20', plate: 'OTHER 1' }
    await send(baseURL!, 'POST', '/api/v1/bookings', { token, body })

    await pay(page).click()
    await expect(page.getByText(w.errors.promo_used)).toBeVisible()
    await expect(page.getByText(pattern(w.checkout.price_up)).first()).toBeVisible()
    await page.getByRole('button', { name: pattern(w.checkout.accept_price) }).click()
    await expect(plateField(page)).toHaveValue('BKTR 482')
    await pay(page).click()
    await expect(page).toHaveURL(/\/booking-details\//)
    expect(await listOf(baseURL!, driver, 'upcoming')).toHaveLength(2)
  },
)

test(
  'preselects the default vehicle and keeps another plate over a reload',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const { token } = driver
    const [park] = await parksToBook(baseURL!, toronto)
    for (const plate of ['CAR 111', 'CAR 222'])
      await send(baseURL!, 'POST', '/api/v1/user/vehicles/', { token, body: { plate, nickname: `My ${plate}` } })
    await visit(page, driver)
    await page.goto(checkoutOf(park!))
    await expect(page.getByRole('radio', { name: /My CAR 111/ })).toBeChecked()
    await page.getByRole('radio', { name: w.checkout.vehicle_other }).check()
    await plateField(page).fill('LENT 9')
    await page.reload()
    await expect(plateField(page)).toHaveValue('LENT 9')
    await page.getByRole('radio', { name: /My CAR 222/ }).check()
    await expect(plateField(page)).toHaveCount(0)
    await pay(page).click()
    await expect(page).toHaveURL(/\/booking-details\//)
    expect((await listOf(baseURL!, driver, 'upcoming')).map(({ plate }) => plate)).toEqual(['CAR 222'])
  },
)

test(
  'creates one hold for two clicks, keeps it over a reload and requests a new price after it expires',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, toronto)
    await page.clock.install({ time: new Date() })
    await visit(page, driver)
    await page.goto(checkoutOf(park!))
    await hold(page).click()
    await expect(page.getByText(w.errors.fields.required).first()).toBeVisible()
    await plateField(page).fill('BKTR 482')
    await hold(page).dblclick()
    await expect(held(page)).toBeVisible()
    await expect(page.getByText(pattern(w.checkout.hold_until))).toBeVisible()
    const [one, ...others] = await listOf(baseURL!, driver, 'pending')
    expect(others).toEqual([])
    await page.reload()
    await expect(held(page)).toBeVisible()

    // The device's clock is ahead; the server's time counts.
    await page.clock.fastForward('10:05')
    await expect(page.getByText(w.checkout.hold_ending).first()).toBeVisible()
    await expect(held(page)).toBeVisible()
    await send(baseURL!, 'DELETE', `/api/v1/bookings/holds/${one!.booking_code}`, { token: driver.token })
    await page.clock.fastForward('00:10')
    await expect(page.getByText(w.checkout.hold_expired, { exact: true })).toBeVisible()
    await expect(plateField(page)).toHaveValue('BKTR 482')
    await expect(pay(page)).toBeEnabled()
  },
)

test(
  'creates one hold when the request is retried after a lost response',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, toronto)
    await visit(page, driver)
    await page.goto(checkoutOf(park!))
    await plateField(page).fill('BKTR 482')
    await page.route('**/api/v1/bookings/holds', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await hold(page).click()
    await expect(page.getByText(w.common.network_error)).toBeVisible()
    await page.unroute('**/api/v1/bookings/holds')
    await hold(page).click()
    await expect(held(page)).toBeVisible()
    expect(await listOf(baseURL!, driver, 'pending')).toHaveLength(1)
  },
)

test('shows a hold paid in one tab as booked in the other', { tag: '@desktop' }, async ({ page, context, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  await visit(page, driver)
  await page.goto(checkoutOf(park!))
  await plateField(page).fill('BKTR 482')
  await hold(page).click()
  await expect(held(page)).toBeVisible()
  const second = await context.newPage()
  await visit(second, driver)
  await second.goto(page.url())
  await pay(second).click()
  await expect(second).toHaveURL(/\/booking-details\//)
  await pay(page).click()
  await expect(page).toHaveURL(/\/booking-details\//)
  const booked = await listOf(baseURL!, driver, 'upcoming')
  expect(booked.map(({ status }) => status)).toEqual(['active'])
})

test('releases a held space, which can then be held again', { tag: '@phone' }, async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(baseURL!, toronto)
  await visit(page, driver)
  await page.goto(checkoutOf(park!))
  await plateField(page).fill('BKTR 482')
  await hold(page).click()
  await page.getByRole('button', { name: w.checkout.hold_release }).click()
  await expect(plateField(page)).toHaveValue('BKTR 482')
  expect(await listOf(baseURL!, driver, 'pending')).toEqual([])
})

test(
  'asks to accept the price without free minutes the plate has already used',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 500 })
    const park = await parkWithFreeMinutes(baseURL!, driver)
    await visit(page, driver)
    await page.goto(checkoutOf(park))
    await expect(pay(page)).toBeEnabled()
    await plateField(page).fill(spent)
    await pay(page).click()
    await expect(page.getByText(pattern(w.checkout.price_up)).first()).toBeVisible()
    await plateField(page).fill('OTHER 1')
    await expect(pay(page)).toBeEnabled()
    await plateField(page).fill(spent)
    await expect(page.getByText(w.checkout.price_up_plate)).toBeVisible()
    await page.getByRole('button', { name: pattern(w.checkout.accept_price) }).click()
    await pay(page).click()
    await expect(page).toHaveURL(/\/booking-details\//)
  },
)

const spent = 'SPENT 1'

/** A park where the plate has used its free minutes tomorrow, and a window that costs more without them. */
async function parkWithFreeMinutes(base: string, { token }: E2eDriver): Promise<Choice> {
  for (const park of await parksToBook(base, toronto)) {
    const { rates } = await send<{ rates: { vehicle_type_id: number; free_minutes: number }[] }>(
      base,
      'GET',
      `/api/v1/front/parks/${park.slug}`,
    )
    if (!rates.some(({ vehicle_type_id, free_minutes }) => vehicle_type_id === 1 && free_minutes > 0)) continue
    const later = { start_time: park.end_time, end_time: park.end_time.replace('18:00', '19:15') }
    const ask = async (plate: string) =>
      send<{ total: number }>(base, 'POST', '/api/v1/bookings/quote', { body: { park_id: park.id, plate, ...later } })
    const { id, start_time, end_time } = park
    await send(base, 'POST', '/api/v1/bookings', { token, body: { park_id: id, plate: spent, start_time, end_time } })
    if ((await ask(spent)).total > (await ask('OTHER 1')).total) return { ...park, ...later }
  }
  throw new Error('no park here counts free minutes')
}
