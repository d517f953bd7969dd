import { pattern, wordsOf } from '../kit/catalogue.ts'
import { typeCode } from '../kit/drivers.ts'
import { expect, test } from '../kit/fixtures.ts'

/* `order.page.test.tsx` pays from the wallet in every country, and `sale.page.test.tsx` goes on to the bay and back. */

const words = wordsOf.en

test('fills in the checkout signed out, logs in last with a code, and pays the held order by card @phone', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('language', 'en')
  })
  // What everybody can collect.
  await page.goto('/marketplace/screen-wash')
  await page.getByRole('button', { name: pattern(words.cart.add_for) }).click()
  await expect(page.getByRole('link', { name: pattern(words.shell.nav.cart_one) })).toBeVisible()
  await page.goto('/cart')
  await page.getByRole('link', { name: words.cart.checkout }).click()
  await page.getByRole('radio', { name: words.orders.types.takeaway }).check()
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
  // What is missing is paid by card, and the order with it.
  await page.getByRole('button', { name: words.wallet.top_up, exact: true }).last().click()
  await page.getByRole('button', { name: pattern(words.wallet.go_to_provider) }).click()
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await page
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click()
  await expect(page).toHaveURL(/\/order-success\/[A-Z0-9]{8}$/)
  await expect(page.getByRole('heading', { name: words.orders.success })).toBeVisible()
})
