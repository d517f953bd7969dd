import { desk as en } from '#i18n/en/desk.ts'
import { expectAccessibleScreen } from '../kit/axe.ts'
import { wordsOf } from '../kit/catalogue.ts'
import { buildDriver, send } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { signInStaff } from './orders.ts'

const base = process.env['BASE_URL']!
const { phone } = en.orders
const { tabs, fields } = en.records.online_orders

test.use({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

test('an order taken on the phone is paid by the customer, and so is what is added to it @desktop', async ({
  page,
  browser,
}) => {
  const words = wordsOf.en
  const customer = await buildDriver(base, { country_code: 'CA', language: 'en', top_up: 400 })
  const access_token = await signInStaff(base)
  await page.addInitScript((token) => localStorage.setItem('parkwell_user_token', token), access_token)
  await page.goto('/desk/phone-order')
  const branch = page.getByRole('main').getByLabel(phone.branch)
  await branch.selectOption({ label: (await branch.locator('option', { hasText: 'Toronto' }).first().textContent())! })

  // An address that nobody has yet opens the form of a new account; the customer's own is found.
  await page.getByLabel(phone.search).fill('nobody-yet@drivers.example')
  await page.getByRole('button', { name: phone.find }).click()
  await expect(page.getByRole('heading', { name: phone.new_customer })).toBeVisible()
  await page.getByLabel(phone.search).fill(customer.email)
  await page.getByRole('button', { name: phone.find }).click()
  await expect(page.getByRole('button', { name: phone.change_customer })).toBeVisible()

  const choose = async (search: string) => {
    await page.getByLabel(phone.search_items).fill(search)
    await page
      .getByRole('button', { name: new RegExp(`^${phone.choose}: .*${search}`, 'i') })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: phone.add_item }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  await choose('phone holder')
  await page.getByRole('button', { name: words.cart.more }).click()
  await expectAccessibleScreen(page, 'phone order')
  await page.getByRole('button', { name: /^Reserve and send payment link · / }).click()
  await page.waitForURL(/\/desk\/online-orders\/\w+$/)
  const first = page.url().split('/').at(-1)!
  await expect(page.getByText(fields.placed_by, { exact: true })).toBeVisible()

  // The customer pays in a browser of their own.
  const theirs = await browser.newContext({ locale: 'en-US', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })
  const own = await theirs.newPage()
  await own.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', token)
  }, customer.token)
  const pay = async (number: string) => {
    await own.goto(`${base}/order/${number}/pay`)
    await expect(own.getByText('By paying, you accept the')).toBeVisible()
    await own.getByRole('button', { name: /^Pay / }).click()
    await own.waitForURL(/\/order-success\//)
  }
  await pay(first)

  await page.reload()
  await page
    .getByRole('tab', { name: tabs.add })
    .or(page.getByRole('link', { name: tabs.add }))
    .click()
  await choose('phone holder')
  await expectAccessibleScreen(page, 'phone order')
  await page.getByRole('button', { name: /^Reserve and send payment link · / }).click()
  await page.waitForURL((url) => /\/desk\/online-orders\/\w+$/.test(url.pathname) && !url.pathname.endsWith(first))
  const second = page.url().split('/').at(-1)!
  await expect(page.getByText(fields.amends, { exact: true })).toBeVisible()
  await pay(second)

  // Each names the other, for the customer and in the desk.
  await own.goto(`${base}/order/${first}`)
  await expect(own.getByRole('link', { name: words.orders.added_by.replace('{{number}}', second) })).toBeVisible()
  await own.getByRole('link', { name: words.orders.added_by.replace('{{number}}', second) }).click()
  await expect(own.getByRole('link', { name: words.orders.adds_to.replace('{{number}}', first) })).toBeVisible()
  await page.getByRole('link', { name: first }).first().click()
  await expect(page.getByText(fields.additions)).toBeVisible()
  await expect(page.getByText(second).first()).toBeVisible()
  const { payment_status } = await send<{ payment_status: string }>(base, 'GET', `/api/v1/orders/${second}`, {
    token: customer.token,
  })
  expect(payment_status).toBe('paid')
  await theirs.close()
})
