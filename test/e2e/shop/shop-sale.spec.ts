import type { Page } from '@playwright/test'
import { localeOf } from '#contract/formats.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { desk as deskEn } from '#i18n/en/desk.ts'
import { desk as deskFr } from '#i18n/fr/desk.ts'
import { runCommand } from '#server/commands/run.ts'
import { pattern, wordsFor } from '../kit/catalogue.ts'
import { adminMember, buildDriver, send, typeCode, type E2eDriver } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

/*
 * An item from the shelf to the customer's bay, and one of them back, on a phone and on a wide screen, with the ledger,
 * stock and slots checked after each step. `sale.page.test.tsx` does it in every country and language.
 */

interface Journey {
  country: CountryCode
  language: Language
  timezoneId: string
  top_up: number
  device: string
}
const journeys: Journey[] = [
  { country: 'NG', language: 'en', timezoneId: 'Africa/Lagos', top_up: 50_000, device: '@phone' },
  { country: 'CA', language: 'fr', timezoneId: 'America/Toronto', top_up: 200, device: '@desktop' },
]

const base = process.env['BASE_URL']!
interface Order {
  id: string
  handover_code: string
  status: string
  total: { amount: number }
  lines: { id: string }[]
}

/** What `npm run ledger:check -- --stock` says of the running product. */
async function expectSoundBooks(step: string) {
  const DATA_DIR = process.env['PRODUCT_DATA_DIR']
  expect(await runCommand('ledger:check', ['--stock'], { DATA_DIR }), step).toMatchObject({ exit_code: 0, error: '' })
}

const setReader = (page: Page, { country, language }: Pick<Journey, 'country' | 'language'>, token = '') =>
  page.addInitScript(
    ([code, id, spoken, stored]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: Number(id), code, name: code }))
      localStorage.setItem('language', spoken!)
      if (stored !== '') localStorage.setItem('parkwell_user_token', stored!)
    },
    [country, String(countryIds[country]), language, token],
  )

/** From the item's page to the checkout of two of them to a bay, all of it signed out. */
async function fillCheckout(page: Page, words: ReturnType<typeof wordsFor>) {
  await page.goto('/marketplace/phone-holder')
  await page.getByRole('button', { name: pattern(words.cart.add_for) }).click()
  await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_one) })).toBeVisible()
  await page.goto('/cart')
  await page.getByRole('button', { name: words.cart.more }).click()
  await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_other) })).toContainText('2')
  await page.getByRole('link', { name: words.cart.checkout }).click()
  await page.getByRole('radio', { name: words.orders.types.delivery }).check()
  await page.getByRole('textbox', { name: words.orders.level }).fill('2')
  await page.getByRole('textbox', { name: words.orders.bay, exact: true }).fill('214')
}

/** Logs in with a code in the checkout; the account has money. */
async function logIn(page: Page, words: ReturnType<typeof wordsFor>, { email }: E2eDriver) {
  // On phones the bar at the bottom leads to the fields and sends them.
  const { lead, send: sendCode } = words.auth.email_login
  const next = page.getByRole('button', { name: new RegExp(`^(${lead}|${sendCode})$`) })
  const isPhone = (page.viewportSize()?.width ?? 0) < 1024
  if (isPhone) await next.click()
  await page.getByRole('textbox', { name: words.auth.email }).fill(email)
  await page.getByRole('checkbox').first().check()
  await next.click()
  await typeCode(page.getByRole('textbox', { name: words.auth.code }), base, email)
  await expect(page.getByRole('textbox', { name: words.orders.bay, exact: true })).toHaveValue('214')
  // The login has made room for the wallet: what stands below has its place.
  await expect(page.getByRole('button', { name: pattern(words.orders.pay) })).toBeEnabled()
}

for (const journey of journeys) {
  const { country, language, timezoneId, top_up, device } = journey
  const words = wordsFor(journey)
  const { board } = (language === 'en' ? deskEn : deskFr).orders
  test.describe(`${country} ${language}`, () => {
    test.slow()
    test.use({ timezoneId, locale: localeOf(language, country) })
    test(`sells to the bay and takes one back ${device}`, async ({ page, browser }) => {
      const customer = await buildDriver(base, { country_code: country, language, top_up })
      const { token } = customer
      const balance = async () =>
        (await send<{ data: { balance: number } }>(base, 'GET', '/api/v1/wallet', { token })).data.balance
      await setReader(page, journey)
      await fillCheckout(page, words)
      await logIn(page, words, customer)
      await page.getByRole('checkbox', { name: /./ }).last().check()
      await page.getByRole('button', { name: pattern(words.orders.pay) }).click()
      await expect(page).toHaveURL(/\/order-success\/[A-Z0-9]{8}$/)
      const order_number = page.url().slice(-8)
      const read = () => send<Order>(base, 'GET', `/api/v1/orders/${order_number}`, { token })
      const { id, total, lines } = await read()
      expect(await balance()).toBeCloseTo(top_up - total.amount, 5)
      await expectSoundBooks('placed')

      const body = { identifier: adminMember.email, password: adminMember.password }
      const { access_token } = await send<{ access_token: string }>(base, 'POST', '/api/v1/auth/login', { body })
      const context = await browser.newContext({ baseURL: base, timezoneId, viewport: { width: 1440, height: 900 } })
      const staff = await context.newPage()
      await setReader(staff, journey, access_token)
      await staff.goto('/desk/order-board')
      const card = staff.locator(`[data-order="${id}"]`)
      const press = (step: keyof typeof board.steps) => card.getByRole('button', { name: board.steps[step] }).click()
      const columnOf = (column: keyof typeof board.columns) =>
        staff.getByRole('region', { name: new RegExp(`^${board.columns[column]}`) })
      await press('accept')
      await expect(columnOf('accepted')).toContainText(order_number)
      await expectSoundBooks('accepted')
      await press('prepare')
      await press('ready')
      await press('send')
      await expect(columnOf('out_for_delivery')).toContainText(order_number)
      await page.goto(`/order/${order_number}`)
      await expect(page.getByText(words.orders.on_way_to_bay)).toBeVisible()
      await expectSoundBooks('on its way')

      await press('hand_over')
      const dialog = staff.getByRole('dialog')
      await dialog.getByLabel(board.code).fill((await read()).handover_code)
      await staff.keyboard.press('Enter')
      await expect(dialog).toBeHidden()
      await expect(columnOf('done')).toContainText(order_number)
      await context.close()
      await expectSoundBooks('delivered')
      await page.reload()
      await page.getByRole('button', { name: words.orders.confirm }).click()
      await expect(page.getByText(words.orders.status_text.completed, { exact: true })).toBeVisible()
      await expectSoundBooks('completed')

      // Asking for a return and receiving it have journeys of their own; here it is what becomes of the money.
      const before = await balance()
      await send(base, 'POST', `/api/v1/orders/${id}/returns`, {
        token,
        body: { lines: [{ id: lines[0]!.id, quantity: 1 }], reason: 'damaged', note: 'It leaks' },
      })
      const found = `/api/v1/admin/order-returns?search=${order_number}`
      const { items } = await send<{ items: { id: string }[] }>(base, 'GET', found, { token: access_token })
      const act = (path: string, sent?: object) =>
        send(base, 'POST', `/api/v1/admin/order-returns/${items[0]!.id}/${path}`, {
          token: access_token,
          ...(sent && { body: sent }),
        })
      await act('approve')
      await expectSoundBooks('return approved')
      await act('receive', { stock: 'return' })
      await expectSoundBooks('returned')
      // Half of it, but for a minor unit: the delivery to the bay costs nothing.
      expect(Math.abs((await balance()) - before - total.amount / 2)).toBeLessThanOrEqual(total.amount / 100)
      await page.reload()
      await expect(page.getByText(words.orders.status_text.completed, { exact: true })).toBeVisible()
      await expect(page.getByRole('row', { name: new RegExp(words.orders.refund) })).toBeVisible()
    })
  })
}

test('the checkout stays while its order is sent, although the cart is empty by then @phone', async ({ page }) => {
  const reader = { country: 'CA', language: 'en' } as const
  const words = wordsFor(reader)
  const { token } = await buildDriver(base, { ...reader, country_code: 'CA', top_up: 200 })
  await setReader(page, reader, token)
  await fillCheckout(page, words)
  await page.getByRole('checkbox', { name: /./ }).last().check()
  const placed = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route('**/api/v1/orders', async (route) => {
    const response = await route.fetch()
    placed.resolve()
    await released.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: pattern(words.orders.pay) }).click()
  await placed.promise
  const read = page.waitForResponse((response) => /\/api\/v1\/cart(\?|$)/.test(response.url()))
  // As when the customer returns to the tab.
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  expect(await (await read).json()).toMatchObject({ lines: [] })
  // What was read is shown by then.
  await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_other) })).toHaveCount(0)
  await expect(page).toHaveURL(/\/cart\/checkout$/)
  released.resolve()
  await expect(page).toHaveURL(/\/order-success\/[A-Z0-9]{8}$/)
})
