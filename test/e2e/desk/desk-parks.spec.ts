import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { findViolations } from '../kit/axe.ts'
import { book, buildDriver, send, staffMember, tomorrow, type Choice, type E2eDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { capacity, entrances, gate, guards, overrides, photos, tariff } = en.parks
const { tabs, fields } = en.records.parks

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
let token: string
test.beforeEach(async ({ page }) => {
  const body = { identifier: staffMember.email, password: staffMember.password }
  token = (await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })).access_token
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
})

/** A car park in Montréal for each test and project, where no other journey books: what one closes, another books. */
async function pickPark(place: number): Promise<Choice> {
  const window = tomorrow()
  const query = new URLSearchParams({ lat: '45.5017', lng: '-73.5673', size: '100', ...window })
  interface Listed {
    id: string
    slug: string
    bookable: boolean
    open: boolean | null
    fits: boolean | null
  }
  const { items } = await send<{ items: Listed[] }>(base, 'GET', `/api/v1/parks/front/parks/?${query}`)
  const parks = items.filter(({ bookable, open, fits }) => bookable && open !== false && fits !== false)
  const offset = test.info().project.name === 'phone' ? 0 : 1
  // Far apart: what a test closes or merges leaves the list, and the places after it move up.
  const { id, slug } = parks[((place * 2 + offset) * 4) % parks.length]!
  return { id, slug, available: 1, ...window }
}
const driverInCanada = () => buildDriver(base, { country_code: 'CA', language: 'en', top_up: 500 })
const quoteOf = ({ id, start_time, end_time }: Choice) =>
  send<{ total: number }>(base, 'POST', '/api/v1/bookings/quote', { body: { park_id: id, start_time, end_time } })
const totalOf = async (driver: E2eDriver, code: string) =>
  await send<{ total: number; status: string }>(base, 'GET', `/api/v1/bookings/${code}`, { token: driver.token })
const openTab = async (page: Page, { id }: Choice, tab: string) => {
  await page.goto(`/desk/parks/${id}`)
  await page.getByRole('tab', { name: tab, exact: true }).click()
}

test('a changed tariff prices the next quote, and a booking made before keeps its own @desktop', async ({ page }) => {
  const park = await pickPark(0)
  const driver = await driverInCanada()
  const { booking_code } = await book(base, driver, park)
  const before = await quoteOf(park)
  await openTab(page, park, tabs.tariffs)
  await page.getByRole('button', { name: tariff.add_tier }).waitFor()
  // A daily cap below the price of an increment is refused at its field, as it is typed.
  const [price, cap] = [page.getByLabel(tariff.increment_amount), page.getByLabel(tariff.day_cap_amount)]
  await price.fill('9')
  await cap.fill('1')
  await expect(page.getByText('This must be at least the price of one increment.')).toBeVisible()
  await cap.fill('90')
  for (const name of [/^Remove tier/, /^Remove flat rate/, /^Remove the early bird/])
    while ((await page.getByRole('button', { name }).count()) > 0)
      await page.getByRole('button', { name }).first().click()
  await page.getByLabel(tariff.month_amount).fill('')
  await page.getByLabel(tariff.increment_minutes).fill('60')
  await page.getByLabel(tariff.free_minutes).fill('0')
  await expect(page.getByText(tariff.problems)).toHaveCount(0)
  await expect(page.getByText(/upcoming bookings? keeps? (its|their) price/)).toBeVisible()
  await page.getByRole('button', { name: tariff.save }).click()
  await expect(page.getByText(tariff.saved_now)).toBeVisible()
  await expect(async () => {
    const after = await quoteOf(park)
    expect(after.total).toBeGreaterThanOrEqual(18)
    expect(after.total).not.toBe(before.total)
  }).toPass()
  expect((await totalOf(driver, booking_code)).total).toBe(before.total)
  await expect(page.getByText(/keeps? the price of this version/)).toBeVisible()
})

test('who saves rates that somebody else changed is told, and can save them again @desktop', async ({ page }) => {
  const park = await pickPark(1)
  await openTab(page, park, tabs.tariffs)
  const price = page.getByLabel(tariff.increment_amount)
  await price.fill('11')
  const address = `/api/v1/admin/parks/${park.id}`
  const { version } = await send<{ version: number }>(base, 'GET', address, { token })
  await send(base, 'PATCH', address, { token, body: { description: 'Changed by another window', version } })
  await page.locator('input[name=tariff_from]').fill(new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel(tariff.day_cap_amount).fill('60')
  await page.getByRole('button', { name: tariff.save }).click()
  await expect(page.getByText(/changed this meanwhile/)).toBeVisible()
  await expect(price).toHaveValue('11')
  // Leaving asks first.
  await page.getByRole('link', { name: en.lists.parks.title }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: en.form.stay }).click()
  await expect(async () => {
    await page.getByRole('button', { name: tariff.save }).click()
    await expect(page.getByText(/The new rates apply from/)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: /^Drop the rates/ }).click()
  await expect(page.getByText(tariff.dropped)).toBeVisible()
})

test('a closed day sells nothing, and its bookings are cancelled and refunded @desktop', async ({ page }) => {
  const park = await pickPark(2)
  const drivers = [await driverInCanada(), await driverInCanada()]
  const codes: string[] = []
  for (const driver of drivers) codes.push((await book(base, driver, park)).booking_code)
  await openTab(page, park, tabs.capacity)
  const day = park.start_time.slice(0, 10)
  await page.locator('input[name=closure_start]').fill(`${day}T00:00`)
  await page.locator('input[name=closure_end]').fill(`${day}T23:45`)
  await page.getByRole('button', { name: capacity.close_button, exact: true }).click()
  await expect(page.getByText('This field is required!').or(page.getByText('This is too short.')).first()).toBeVisible()
  const reason = `Works ${crypto.randomUUID().slice(0, 6)}`
  await page.locator('input[name=closure_reason]').fill(reason)
  await page.getByRole('button', { name: capacity.close_button, exact: true }).click()
  await expect(page.getByText(capacity.closed_done)).toBeVisible()
  const closure = page.getByRole('listitem').filter({ hasText: reason })
  await closure.getByRole('button', { name: capacity.show_bookings }).click()
  const refused = await fetch(`${base}/api/v1/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${drivers[0]!.token}` },
    body: JSON.stringify({ park_id: park.id, plate: 'BKTR 482', start_time: park.start_time, end_time: park.end_time }),
  })
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'park_out_of_use'])
  await page.getByRole('button', { name: capacity.cancel_label.replace('{{code}}', codes[0]!) }).click()
  await expect(page.getByText(capacity.cancelled.replace('{{code}}', codes[0]!))).toBeVisible()
  await page.getByRole('button', { name: capacity.cancel_label.replace('{{code}}', codes[1]!) }).click()
  await expect(page.getByText(capacity.cancelled.replace('{{code}}', codes[1]!))).toBeVisible()
  for (const [n, driver] of drivers.entries()) {
    expect((await totalOf(driver, codes[n]!)).status).toBe('cancelled')
    const { data } = await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token: driver.token })
    expect(data.balance).toBe(500)
  }
  await closure.getByRole('button', { name: capacity.reopen_label.replace('{{reason}}', reason) }).click()
  await expect(page.getByText(capacity.reopened)).toBeVisible()
  expect((await quoteOf(park)).total).toBeGreaterThan(0)
})

test('the number of spaces cannot fall below what is sold @desktop', async ({ page }) => {
  const park = await pickPark(3)
  const driver = await driverInCanada()
  await book(base, driver, park)
  await book(base, driver, park)
  await openTab(page, park, tabs.capacity)
  await page.locator('input[name=capacity]').fill('1')
  await page.getByRole('button', { name: capacity.save }).click()
  await expect(page.getByText(/spaces are already sold/)).toBeVisible()
  await page.locator('input[name=capacity]').fill('200')
  await page.getByRole('button', { name: capacity.save }).click()
  await expect(page.getByText(capacity.saved)).toBeVisible()
  await expect(page.getByText(capacity.now.replace('{{count}}', '200'))).toBeVisible()
})

async function newDeviceKey() {
  const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  return { kty, crv, x, y }
}

test('a guard is given a car park and it is taken away @phone', async ({ page }) => {
  const park = await pickPark(4)
  const driver = await driverInCanada()
  const { booking_code } = await book(base, driver, park)
  const person = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const look = async () => {
    const response = await fetch(`${base}/api/v1/guard/look`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
      body: JSON.stringify({ pass: booking_code }),
    })
    return response.status
  }
  expect(await look()).toBe(403)
  await openTab(page, park, tabs.guards)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: gate.download }).click()
  expect((await downloaded).suggestedFilename()).toMatch(/^[A-Z0-9-]+\.pdf$/)
  await page.getByLabel(guards.email).fill('nobody@example.com')
  await page.getByRole('button', { name: guards.add }).click()
  await expect(page.getByText(/no account with this email/)).toBeVisible()
  await page.getByLabel(guards.email).fill(person.email)
  await page.getByRole('button', { name: guards.add }).click()
  await expect(page.getByText(guards.added.replace('{{email}}', person.email))).toBeVisible()
  expect(await look()).toBe(200)
  const register = await fetch(`${base}/api/v1/guard/devices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
    body: JSON.stringify({ name: 'Gate phone', key: await newDeviceKey() }),
  })
  expect(register.status).toBe(201)
  await page.reload()
  await page.getByRole('button', { name: /^Block Gate phone/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: guards.block }).click()
  await expect(page.getByText(guards.blocked.replace('{{name}}', 'Gate phone'))).toBeVisible()
  await expect(page.getByText(/^Gate phone, blocked/)).toBeVisible()
  await page.getByRole('button', { name: guards.remove_label.replace('{{email}}', person.email) }).click()
  await expect(page.getByText(guards.removed.replace('{{email}}', person.email))).toBeVisible()
  expect(await look()).toBe(403)
})

test('a fact is set, shown beside the imported one, and taken back @desktop', async ({ page }) => {
  const park = await pickPark(5)
  await page.goto(`/desk/parks/${park.id}`)
  await page.getByRole('button', { name: en.record.edit }).click()
  const hours = page.getByLabel(fields.opening_hours)
  await hours.fill('always, more or less')
  await page.getByRole('button', { name: en.form.save }).click()
  await expect(page.getByText(/Write the hours as in/).first()).toBeVisible()
  await hours.fill('Mo-Su 06:15-23:15')
  await page.getByRole('button', { name: en.form.save }).click()
  await page.getByRole('tab', { name: tabs.overrides }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Mo-Su 06:15-23:15' })
  await expect(row).toBeVisible()
  await row.getByRole('button').click()
  await expect(page.getByText(overrides.restored)).toBeVisible()
  await expect(row).toHaveCount(0)
})

test('a photo and an entrance are shown on the page of the car park @phone', async ({ page }) => {
  const park = await pickPark(6)
  await openTab(page, park, tabs.photos)
  const description = `Ramp ${crypto.randomUUID().slice(0, 6)}`
  await page.getByRole('button', { name: photos.upload }).click()
  await expect(page.getByText('This field is required!').first()).toBeVisible()
  const upload = page.locator('form').filter({ hasText: photos.add })
  await upload.locator('input[type=file]').setInputFiles('public/icon-512.png')
  await upload.locator('input[name=description_en]').fill(description)
  await upload.locator('input[name=description_fr]').fill('Rampe d’accès')
  await upload.locator('select[name=rights]').selectOption('own')
  await page.getByRole('button', { name: photos.upload }).click()
  await expect(page.getByText(photos.added)).toBeVisible()
  await expect(page.getByRole('img', { name: description })).toBeVisible()
  await page.getByRole('button', { name: entrances.add }).click()
  await page.getByLabel(entrances.name).last().fill('North ramp')
  await page.getByRole('button', { name: entrances.save }).click()
  await expect(page.getByText(entrances.saved)).toBeVisible()
  await page.goto(`/park/${park.slug}`)
  await expect(page.getByRole('img', { name: description }).first()).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await openTab(page, park, tabs.photos)
  await page.getByRole('button', { name: photos.remove_label.replace('{{name}}', description) }).click()
  await expect(page.getByText(photos.removed)).toBeVisible()
})

test('two records of one car park become one, and the old address leads to it @desktop', async ({ page, request }) => {
  const { items } = await send<{ items: { id: string; name: string; park_code: string }[] }>(
    base,
    'GET',
    '/api/v1/admin/parks?state=listed&country=SN&size=25&sort=-park_code',
    { token },
  )
  const named = items.filter(({ name }) => items.filter((item) => item.name === name).length === 1)
  // Both projects run on one server.
  const first = test.info().project.name === 'phone' ? 0 : 2
  const [merged, staying] = [named[first], named[first + 1]]
  const { slug } = await send<{ slug: string }>(base, 'GET', `/api/v1/admin/parks/${merged!.id}`, { token })
  await page.goto(`/desk/parks/${merged!.id}`)
  await page.getByRole('button', { name: en.records.parks.actions.merge }).click()
  const dialog = page.getByRole('dialog', { name: en.records.parks.actions.merge })
  const [into, confirm] = [
    dialog.getByLabel(en.records.parks.fields.into),
    dialog.getByLabel(en.records.parks.fields.confirm),
  ]
  await into.fill(staying!.park_code)
  await confirm.fill('Another car park')
  await dialog.getByRole('button', { name: en.records.parks.actions.merge }).click()
  await expect(dialog.getByText('Type the name of the car park as it is shown.').first()).toBeVisible()
  await confirm.fill(merged!.name)
  await dialog.getByRole('button', { name: en.records.parks.actions.merge }).click()
  await expect(page.getByText(en.records.parks.states.merged, { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: en.records.parks.actions.merge })).toHaveCount(0)
  const answer = await request.get(`/park/${slug}?lang=fr`, { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  await page.getByRole('link', { name: staying!.park_code }).click()
  await expect(page.getByRole('heading', { level: 1, name: staying!.name })).toBeVisible()
  const stays = await send<{ slug: string }>(base, 'GET', `/api/v1/admin/parks/${staying!.id}`, { token })
  await page.goto(`/park/${slug}`)
  expect(new URL(page.url()).pathname).toBe(`/park/${stays.slug}`)
})
