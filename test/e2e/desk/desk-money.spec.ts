import type { Page } from '@playwright/test'
import { desk as en } from '#i18n/en/desk.ts'
import { adminMember, book, buildDriver, parksToBook, send, staffMember, type E2eDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

const base = process.env['BASE_URL']!
const { records, lists, words, record, form, reauth, bulk } = en

test.use({ locale: 'en-US', timezoneId: 'America/New_York', reducedMotion: 'reduce' })

const logIn = async ({ email, password }: { email: string; password: string }) =>
  (
    await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', {
      body: { identifier: email, password },
    })
  ).access_token

const openAs = async (page: Page, member: { email: string; password: string }) => {
  const token = await logIn(member)
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), token)
  return token
}

/** A driver in Canada with a booking for tomorrow. */
async function newBooking(): Promise<{ driver: E2eDriver; code: string; plate: string }> {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 100 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const { booking_code } = await book(base, driver, park!)
  const plate = `E2E ${crypto.randomUUID().slice(0, 4).toUpperCase()}`
  await send(base, 'PUT', `/api/v1/bookings/${booking_code}/plate`, { token: driver.token, body: { plate } })
  return { driver, code: booking_code, plate }
}

const balanceOf = async ({ token }: E2eDriver) =>
  (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token })).data.balance

/** Fills the dialog of an action and sends it. */
async function act(page: Page, name: string, values: Record<string, string> = {}) {
  await page.getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const [label, value] of Object.entries(values)) {
    const control = dialog.getByLabel(label, { exact: false }).first()
    if ((await control.evaluate((element) => element.tagName)) === 'SELECT') await control.selectOption(value)
    else await control.fill(value)
  }
  await dialog.getByRole('button', { name, exact: true }).click()
}

const enterPassword = async (page: Page, { password }: { password: string }) => {
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel(reauth.password, { exact: true }).fill(password)
  await dialog.getByRole('button', { name: reauth.confirm }).click()
}

test('finds a customer by plate and cancels their booking for the car park', async ({ page }) => {
  const { driver, code, plate } = await newBooking()
  await openAs(page, staffMember)
  await page.goto('/desk/customers')
  await page.getByRole('searchbox').fill(plate.replace(' ', '-'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search=/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText(driver.email).first()).toBeVisible()
  await page.getByRole('tab', { name: lists.bookings.title }).click()
  await page.getByRole('link', { name: code }).click()
  await expect(page.getByRole('heading', { name: code, level: 1 })).toBeVisible()
  await act(page, records.bookings.actions.cancel, { [records.bookings.fields.reason]: 'The cellar is flooded' })
  await expect(page.getByText(records.bookings.done.cancel)).toBeVisible()
  await expect(page.getByText(words.pass_states.revoked)).toBeVisible()
  await expect(page.getByRole('button', { name: records.bookings.actions.cancel, exact: true })).toHaveCount(0)
  expect(await balanceOf(driver)).toBe(100)
  const mails = await send<{ subject: string }[]>(base, 'GET', `/dev/mail.json?to=${encodeURIComponent(driver.email)}`)
  expect(mails[0]!.subject).toContain(code)
  // The driver reads who cancelled.
  await page.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), driver.token)
  await page.goto(`/booking-details/${code}`)
  await expect(page.getByText(/cancelled by the (car park|parking lot|garage)/i).first()).toBeVisible()
})

test('corrects a plate, sends the receipt again and gives goodwill once @phone', async ({ page }) => {
  const { driver, code } = await newBooking()
  await openAs(page, staffMember)
  await page.goto(`/desk/bookings/${code}`)
  await act(page, records.bookings.actions.plate, { [lists.bookings.columns.plate]: 'NEW 4711' })
  await expect(page.getByText(records.bookings.done.plate)).toBeVisible()
  await expect(page.getByText('NEW 4711').first()).toBeVisible()
  await act(page, records.bookings.actions.resend, { [records.bookings.fields.mail]: 'receipt' })
  await expect(page.getByText(records.bookings.done.resend)).toBeVisible()
  const before = await balanceOf(driver)
  const reason = { [records.bookings.fields.reason]: 'The lift was broken' }
  await act(page, records.bookings.actions.goodwill, { [records.bookings.fields.amount]: '5000', ...reason })
  await expect(page.getByText(/You can give at most/)).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(records.bookings.fields.amount, { exact: false }).first().fill('5')
  await dialog.getByRole('button', { name: records.bookings.actions.goodwill, exact: true }).click()
  await expect(page.getByText(records.bookings.done.goodwill)).toBeVisible()
  expect(await balanceOf(driver)).toBe(before + 5)
  await page.getByRole('tab', { name: records.bookings.tabs.details }).click()
  await expect(page.getByText(words.booking_events.goodwill)).toBeVisible()
  await page.getByRole('tab', { name: lists.transactions.title }).click()
  await expect(page.getByRole('row')).toHaveCount(3)
})

test('cancels many bookings at once, and says why one is left @desktop', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 200 })
  const [park] = await parksToBook(base, { lat: 43.6532, lng: -79.3832 })
  const codes = []
  for (let n = 0; n < 3; n += 1) codes.push((await book(base, driver, park!)).booking_code)
  await openAs(page, staffMember)
  await page.goto(`/desk/bookings?search=${encodeURIComponent(driver.email)}`)
  await page.getByRole('checkbox', { name: bulk.select_page }).click()
  // Meanwhile the driver cancels one of them.
  await send(base, 'PUT', `/api/v1/bookings/${codes[0]}/status?status=cancelled`, { token: driver.token })
  await page.getByRole('button', { name: records.bookings.actions.cancel, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(records.bookings.fields.reason, { exact: false }).fill('Closed for works')
  await dialog.getByRole('button', { name: records.bookings.actions.cancel, exact: true }).click()
  await expect(dialog.getByText('You can no longer do this with this booking.')).toBeVisible()
  expect(await balanceOf(driver)).toBe(200)
  await dialog.getByRole('button', { name: en.close, exact: true }).first().click()
  await expect(page.getByRole('cell', { name: words.booking_states.cancelled })).toHaveCount(3)
})

test('adjusts a wallet once a second person approves it @desktop', async ({ page, browser }) => {
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 20 })
  const second = await newAdministrator()
  await openAs(page, adminMember)
  await page.goto('/desk/adjustments')
  await page.getByRole('link', { name: lists.adjustments.create }).click()
  await page.getByLabel(records.adjustments.fields.customer).fill(customer.email)
  await page.getByLabel(records.adjustments.fields.currency).selectOption('CAD')
  await page.getByLabel(lists.adjustments.columns.amount).fill('7.5')
  await page.getByLabel(lists.adjustments.columns.reason).fill('Charged twice')
  await page.getByRole('button', { name: form.create }).click()
  await enterPassword(page, adminMember)
  await expect(page.getByText(customer.email).first()).toBeVisible()
  await expect(page.getByRole('button', { name: records.adjustments.actions.approve, exact: true })).toHaveCount(0)
  expect(await balanceOf(customer)).toBe(20)

  const context = await browser.newContext({ baseURL: base, locale: 'en-US' })
  const other = await context.newPage()
  await other.addInitScript((value) => localStorage.setItem('parkwell_user_token', value), second.token)
  await other.goto(new URL(page.url()).pathname)
  await act(other, records.adjustments.actions.approve)
  await enterPassword(other, second)
  await expect(other.getByText(records.adjustments.done.approve)).toBeVisible()
  await context.close()
  expect(await balanceOf(customer)).toBe(27.5)
  await page.reload()
  await expect(page.getByText(words.approval_states.approved, { exact: true })).toBeVisible()
})

/** Makes a new account an administrator, as an admin does in the desk. */
async function newAdministrator(): Promise<E2eDriver> {
  const person = await buildDriver(base, { country_code: 'CA', language: 'en' })
  const token = await logIn(adminMember)
  const { id } = await send<{ id: string }>(base, 'GET', '/api/v1/users/profile', { token: person.token })
  await send(base, 'POST', '/api/v1/users/confirm-login', { token, body: { password: adminMember.password } })
  const { roles } = await send<{ roles: { id: string; name: string }[] }>(base, 'GET', '/api/v1/admin/grantable', {
    token,
  })
  const role_id = roles.find(({ name }) => name === 'Administrator')!.id
  const body = { assignments: [{ role_id, scope: 'everywhere', place_id: null }] }
  await send(base, 'PUT', `/api/v1/admin/people/${id}/roles`, { token, body })
  return person
}

test('leads from the old address to the discrepancies, and closes one with a note @desktop', async ({ page }) => {
  await openAs(page, staffMember)
  await page.goto('/staff/money?kind=fee')
  await expect(page).toHaveURL(/\/desk\/money\?kind=fee$/)
  await page.getByRole('rowheader').getByRole('link').click()
  await expect(page.getByText(lists.money.states.open, { exact: true }).first()).toBeVisible()
  const note = `The fee was corrected ${crypto.randomUUID().slice(0, 6)}`
  await act(page, records.money.actions.resolve, { [records.money.fields.note]: note })
  await expect(page.getByText(records.money.done.resolve)).toBeVisible()
  await page.getByRole('tab', { name: records.money.tabs.notes }).click()
  await expect(page.getByText(note)).toBeVisible()
  await page.getByRole('button', { name: records.money.actions.reopen, exact: true }).click()
  await expect(page.getByText(records.money.done.reopen)).toBeVisible()
})

test('asks the provider about a top-up and logs a customer’s device out @desktop', async ({ page }) => {
  const driver = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 30 })
  await openAs(page, staffMember)
  await page.goto(`/desk/top-ups?search=${encodeURIComponent(driver.email)}`)
  await page.getByRole('rowheader').getByRole('link').click()
  await page.getByRole('button', { name: records.top_ups.actions.check, exact: true }).click()
  await expect(page.getByText(records.top_ups.done.check)).toBeVisible()
  await page.getByRole('link', { name: driver.email }).click()
  await page.getByRole('tab', { name: records.customers.tabs.wallet }).click()
  await expect(page.getByText(records.panels.wallet_logged)).toBeVisible()
  await expect(page.getByText(/30\.00/).first()).toBeVisible()
  await page.getByRole('tab', { name: records.customers.tabs.devices }).click()
  await page.getByRole('button', { name: new RegExp(`^${records.panels.device_log_out}: `) }).click()
  await expect(page.getByText(records.panels.no_devices)).toBeVisible()
  await expect(send(base, 'GET', '/api/v1/users/profile', { token: driver.token })).rejects.toThrow('401')
})

test('changes a limit, which the next goodwill keeps to @desktop', async ({ page }) => {
  await openAs(page, adminMember)
  await page.goto('/desk/limits')
  await page.getByRole('button', { name: record.edit }).click()
  const field = page.getByLabel(records.limits.fields.refund_more_USD)
  await field.fill('1')
  await page.getByRole('button', { name: form.save }).click()
  await enterPassword(page, adminMember)
  await expect(page.getByText('This must be at least limit 1.').first()).toBeVisible()
  await field.fill('1200')
  await page.getByRole('button', { name: form.save }).click()
  await expect(page.getByText(/1,200/).first()).toBeVisible()
})
