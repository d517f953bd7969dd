import type { Page } from '@playwright/test'
import { findViolations } from './kit/axe.ts'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { type E2eDriver, buildDriver, send } from './kit/drivers.ts'
import { expect, test, testInTurn } from './kit/fixtures.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

async function visit(page: Page, { token }: E2eDriver): Promise<void> {
  await page.addInitScript((stored) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    localStorage.setItem('parkwell_user_token', stored)
  }, token)
}

interface PaymentInfo {
  reference: string
  provider: string
  checkout_url: string
}

/** Creates a top-up; `back` is the path the provider redirects to. */
async function createTopUp(
  base: string,
  { token }: E2eDriver,
  amount: number,
): Promise<PaymentInfo & { back: string }> {
  const answer = await send<{ data: { payment_info: PaymentInfo } }>(base, 'POST', '/api/v1/wallet/add-funds', {
    token,
    body: { amount },
  })
  const info = answer.data.payment_info
  return { ...info, back: `/payment/success?reference=${info.reference}&provider=${info.provider}` }
}

testInTurn(4, 4)(
  'updates the balance when a payment is completed in another tab and credits it once @phone',
  async ({ page, context, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const { reference, checkout_url, back } = await createTopUp(baseURL!, driver, 40)
    await visit(page, driver)
    await page.goto('/wallet')
    await expect(page.getByTestId('balance')).toHaveText('$0.00')
    const pending = page.locator(`[data-pending="${reference}"]`)
    await expect(pending).toBeHidden()
    await page.getByRole('heading', { name: w.wallet.pending_top_ups }).click()
    await expect(pending).toContainText('$40.00')
    await expect(pending.getByRole('link', { name: w.wallet.continue_payment })).toHaveAttribute('href', checkout_url)

    const other = await context.newPage()
    await visit(other, driver)
    await other.goto(checkout_url)
    await other.locator('button[value="success"]').click()
    await expect(other.getByText(pattern(w.wallet.callback.new_balance))).toBeVisible()

    await expect(page.getByTestId('balance')).toHaveText('$40.00')
    await expect(pending).toBeHidden()
    await expect(page.locator('[data-kind=top_up]')).toContainText('+$40.00')

    // However often the return page is opened.
    await page.goto(back)
    await expect(page.getByRole('heading', { name: '$40.00 added to your wallet' })).toBeVisible()
    await page.reload()
    await expect(page).toHaveURL(/\/wallet\/callback/)
    await expect(page.getByRole('heading', { name: '$40.00 added to your wallet' })).toBeVisible()
    await expect(page.getByText('New balance: $40.00')).toBeVisible()
    await page.getByRole('link', { name: w.wallet.callback.to_wallet }).click()
    await expect(page.getByTestId('balance')).toHaveText('$40.00')
    await expect(page.locator('[data-kind=top_up]')).toHaveCount(1)
  },
)

testInTurn(1, 3)(
  'tops up in Stripe’s form on the page: a declined card, a saved card, and a bank that takes days',
  { tag: '@phone' },
  async ({ page, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
    await visit(page, driver)
    const open = async () => {
      await page.goto('/wallet')
      await page.getByRole('button', { name: pattern(w.wallet.go_to_provider) }).click()
      await expect(page.getByRole('group', { name: 'Stripe simulator' })).toBeVisible()
    }
    const pay = page.getByRole('button', { name: /^Pay \$/ })
    await open()
    expect(await findViolations(page)).toEqual([])
    await page.getByLabel('Card number').fill('4000 0000 0000 9995')
    await pay.click()
    await expect(page.getByRole('alert')).toContainText('Your card has insufficient funds.')
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByLabel('Save payment details for future purchases').check()
    await pay.click()
    await expect(page.getByRole('heading', { name: /added to your wallet/ })).toBeVisible()

    await open()
    await expect(page.getByLabel('Visa •••• 4242')).toBeChecked()
    await pay.click()
    await expect(page.getByRole('heading', { name: /added to your wallet/ })).toBeVisible()

    await open()
    await page.getByLabel('Bank account').check()
    await pay.click()
    await expect(page.getByRole('heading', { name: w.wallet.callback.processing })).toBeVisible()
    await page.getByRole('link', { name: w.wallet.callback.to_wallet }).click()
    await expect(page.locator('[data-pending]')).toContainText(w.wallet.processing)

    await open()
    await page.getByRole('button', { name: w.wallet.stripe.hosted }).click()
    await page.locator('button[value="success"]').click()
    await expect(page.getByRole('heading', { name: /added to your wallet/ })).toBeVisible()
  },
)
