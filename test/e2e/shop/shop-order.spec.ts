import type { Page } from '@playwright/test'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { expectAccessibleAtBothWidths } from '../kit/axe.ts'
import { pattern, wordsFor } from '../kit/catalogue.ts'
import { buildDriver, send, typeCode } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'
import { navigateWithin } from '../kit/navigation.ts'

/** Both languages; `order.page.test.tsx` has the other countries. */
const journeys: { country: CountryCode; language: Language; timezoneId: string; top_up: number }[] = [
  { country: 'NG', language: 'en', timezoneId: 'Africa/Lagos', top_up: 50_000 },
  { country: 'CA', language: 'fr', timezoneId: 'America/Toronto', top_up: 200 },
]

const setReader = (page: Page, { country, language }: { country: CountryCode; language: Language }, token = '') =>
  page.addInitScript(
    ([code, id, spoken, stored]) => {
      localStorage.setItem('selectedCountry', JSON.stringify({ id: Number(id), code, name: code }))
      localStorage.setItem('language', spoken!)
      if (stored !== '') localStorage.setItem('parkwell_user_token', stored!)
    },
    [country, String(countryIds[country]), language, token],
  )

/** Puts what everybody can collect into the cart. */
async function addGoods(page: Page, words: ReturnType<typeof wordsFor>) {
  await page.goto('/marketplace/screen-wash')
  await page.getByRole('button', { name: pattern(words.cart.add_for) }).click()
  await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_one) })).toBeVisible()
  await page.goto('/cart')
  await page.getByRole('link', { name: words.cart.checkout }).click()
  await page.getByRole('radio', { name: words.orders.types.takeaway }).check()
}

for (const journey of journeys) {
  const { country, language, timezoneId, top_up } = journey
  test.describe(`${country} ${language}`, () => {
    test.use({ timezoneId, locale: `${language}-${country}` })
    test('orders from the item to the receipt @phone', async ({ page, baseURL }) => {
      const words = wordsFor(journey)
      const { token } = await buildDriver(baseURL!, { country_code: country, language, top_up })
      await setReader(page, journey, token)
      await addGoods(page, words)
      const pay = page.getByRole('button', { name: pattern(words.orders.pay) })
      await expect(pay).toBeEnabled()
      await pay.click()
      await expect(page.getByText(words.errors.fields.accept_terms).first()).toBeVisible()
      await page.getByRole('checkbox', { name: /./ }).last().check()
      await pay.click()
      await expect(page).toHaveURL(/\/order-success\/[A-Z0-9]{8}$/)
      await expect(page.getByRole('heading', { name: words.orders.success })).toBeVisible()
      await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_one) })).toHaveCount(0)
      await page.getByRole('link', { name: words.orders.follow }).click()
      await expect(page.getByText(words.orders.status_text.pending)).toBeVisible()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: words.orders.receipt }).click()
      expect((await download).suggestedFilename()).toMatch(/^[A-Z0-9]{8}\.pdf$/)
      await page.goto('/orders')
      await page.getByRole('listitem').filter({ hasText: words.orders.status.pending }).getByRole('link').click()
      await page.getByRole('button', { name: words.orders.cancel }).click()
      const dialog = page.getByRole('dialog', { name: words.orders.cancel_title })
      await expect(dialog.getByText(pattern(words.orders.cancel_all))).toBeVisible()
      await dialog.getByRole('button', { name: words.orders.cancel_confirm }).click()
      await expect(page.getByText(words.orders.status_text.canceled)).toBeVisible()
      await expect(page.getByRole('row', { name: new RegExp(words.orders.refund) })).toBeVisible()
    })
  })
}

test('fills in the checkout signed out, logs in last with a code, and pays the held order by card @phone', async ({
  page,
  baseURL,
}) => {
  const reader = { country: 'CA', language: 'en' } as const
  const words = wordsFor(reader)
  await setReader(page, reader)
  await addGoods(page, words)
  await page.getByRole('textbox', { name: words.cart.note }).fill('Ring the bell')
  await page.reload()
  await expect(page.getByRole('radio', { name: words.orders.types.takeaway })).toBeChecked()
  await page.getByRole('button', { name: words.auth.email_login.lead }).click()
  const email = `ada-${crypto.randomUUID()}@example.com`
  await page.getByRole('textbox', { name: words.auth.email }).fill(email)
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: words.auth.email_login.lead }).click()
  await typeCode(page.getByRole('textbox', { name: words.auth.code }), baseURL!, email)
  const hold = page.getByRole('button', { name: words.orders.hold })
  await expect(hold).toBeVisible()
  await expect(page.getByRole('textbox', { name: words.cart.note })).toHaveValue('Ring the bell')
  await expect(page.getByRole('radio', { name: words.orders.types.takeaway })).toBeChecked()
  await page.getByRole('checkbox', { name: /./ }).last().check()
  await hold.click()
  await expect(page).toHaveURL(/\/order\/[A-Z0-9]{8}\/pay$/)
  await expect(page.getByText(pattern(words.orders.pay_held)).first()).toBeVisible()
  await expect(page.getByRole('button', { name: pattern(words.orders.pay) }).last()).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  // What is missing is paid by card, and the order with it.
  await page.getByRole('button', { name: pattern(words.wallet.go_to_provider) }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/order-success\/[A-Z0-9]{8}$/)
  await expect(page.getByRole('heading', { name: words.orders.success })).toBeVisible()
})

test('the pages of the cart and of orders keep the accessibility rules in both themes @phone', async ({
  page,
  baseURL,
}) => {
  const reader = { country: 'CA', language: 'en' } as const
  const words = wordsFor(reader)
  const { token } = await buildDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
  await setReader(page, reader, token)
  const check = async (path: string) => {
    await navigate(path)
    await expectAccessibleAtBothWidths(page, path)
  }
  await page.goto('/')
  const navigate = navigateWithin(page)
  await check('/cart')
  await check('/orders')
  await check('/addresses')
  await page.goto('/marketplace/full-wash')
  await page.getByRole('radio', { name: 'Car', exact: false }).first().check()
  await page.getByRole('button', { name: pattern(words.cart.add_for) }).click()
  await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_one) })).toBeVisible()
  await check('/cart')
  await check('/cart/checkout')
  interface Order {
    order_number: string
  }
  interface Slots {
    next: { starts_at: string }
  }
  interface Cart {
    amounts: { total: { amount: number } }
  }
  const cart = await send<Cart>(baseURL!, 'GET', '/api/v1/cart?order_type=takeaway', { token })
  const { next } = await send<Slots>(baseURL!, 'GET', '/api/v1/cart/slots?order_type=takeaway', { token })
  const { order_number } = await send<Order>(baseURL!, 'POST', '/api/v1/orders', {
    token,
    body: {
      order_type: 'takeaway',
      slot: next.starts_at,
      plate: 'BKTR 482',
      vehicle_type_id: 1,
      key: 'desk',
      accept_terms: true,
      total: cart.amounts.total.amount,
    },
  })
  await check(`/order/${order_number}`)
  await check(`/order-success/${order_number}`)
  await check(`/order/${order_number}/pay`)
})
