import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findViolations } from './kit/axe.ts'
import { pattern, wordsOf } from './kit/catalogue.ts'
import { book, type E2eDriver, buildDriver, parksToBook, send } from './kit/drivers.ts'
import { expect, test } from './kit/fixtures.ts'

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

test(
  'updates the balance when a payment is completed in another tab and credits it once',
  { tag: '@phone' },
  async ({ page, context, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const { reference, checkout_url, back } = await createTopUp(baseURL!, driver, 40)
    await visit(page, driver)
    await page.goto('/wallet')
    await expect(page.getByTestId('balance')).toHaveText('$0.00')
    const pending = page.locator(`[data-pending="${reference}"]`)
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

test(
  'filters transactions by keyboard and downloads them as CSV and as a monthly statement',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
    const [park] = await parksToBook(baseURL!, { lat: 43.6532, lng: -79.3832 })
    const { booking_code } = await book(baseURL!, driver, park!)
    await visit(page, driver)
    await page.goto('/wallet')
    await expect(page.locator('[data-kind]')).toHaveCount(2)

    await page.getByLabel(w.wallet.kind).focus()
    await page.keyboard.type('Book')
    await expect(page).toHaveURL(/kind=booking/)
    await expect(page.locator('[data-kind]')).toHaveCount(1)
    await expect(page.getByLabel(w.wallet.kind)).toBeFocused()
    await page.reload()
    await expect(page.locator('[data-kind]')).toHaveCount(1)

    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: w.wallet.csv }).press('Enter')
    const csv = await saved
    expect(csv.suggestedFilename()).toBe('parkwell-transactions.csv')
    const lines = readFileSync(await csv.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^\ufeffDate \(UTC\),/)
    expect(lines[1]).toContain(booking_code)

    await page.getByLabel(w.wallet.from, { exact: true }).fill('2020-01-01')
    await page.getByLabel(w.wallet.to, { exact: true }).fill('2020-01-31')
    await expect(page.getByRole('heading', { name: w.wallet.none_found })).toBeVisible()
    await page.getByRole('button', { name: w.wallet.all }).click()
    await expect(page.locator('[data-kind]')).toHaveCount(2)

    const month = page.waitForEvent('download')
    await page.getByRole('button', { name: w.wallet.statement_pdf }).click()
    const pdf = await month
    expect(pdf.suggestedFilename()).toMatch(/^parkwell-20\d\d-\d\d-CAD\.pdf$/)
    expect(
      readFileSync(await pdf.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  },
)

test(
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

test('says how much of a top-up arrived when less was paid', { tag: '@phone' }, async ({ page, baseURL }) => {
  const driver = await buildDriver(baseURL!, { country_code: 'CA', language: 'en' })
  const { back } = await createTopUp(baseURL!, driver, 40)
  // The stand-in cannot be told here to take less: the page shows what the server says.
  await page.route('**/api/v1/wallet/verify-payment*', (route) =>
    route.fulfill({
      json: {
        status: 'success',
        message: '',
        data: {
          new_balance: 24,
          currency: 'CAD',
          amount: 24,
          requested: 40,
          detail: 'partial',
          reference: 'PW-1',
          booking: null,
          order: null,
        },
      },
    }),
  )
  await visit(page, driver)
  await page.goto(back)
  await expect(page.getByRole('heading', { name: 'We received $24.00 of $40.00' })).toBeVisible()
})
