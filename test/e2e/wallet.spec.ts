import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { book, type E2eDriver, newDriver, parksToBook, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { pattern, wordsOf } from './catalogue.ts'

const w = wordsOf.en
test.use({ locale: 'en-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' })

async function visit(page: Page, driver: E2eDriver | undefined): Promise<void> {
  await page.addInitScript((token) => {
    localStorage.setItem('selectedCountry', JSON.stringify({ id: 2, code: 'CA', name: 'Canada' }))
    if (token !== undefined) localStorage.setItem('parkwell_user_token', token)
  }, driver?.token)
}

type PaymentInfo = { reference: string; provider: string; checkout_url: string }

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

const payAt = (url: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'success' }) })

test(
  'updates the balance when a payment is completed in another tab',
  { tag: '@phone' },
  async ({ page, context, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const { reference, checkout_url } = await createTopUp(baseURL!, driver, 40)
    await visit(page, driver)
    await page.goto('/wallet')
    await expect(page.getByTestId('balance')).toHaveText('CA$0')
    const pending = page.locator(`[data-pending="${reference}"]`)
    await expect(pending).toContainText('CA$40')
    await expect(pending.getByRole('link', { name: w.wallet.continue_payment })).toHaveAttribute('href', checkout_url)

    const other = await context.newPage()
    await visit(other, driver)
    await other.goto(checkout_url)
    await other.locator('button[value="success"]').click()
    await expect(other.getByText(pattern(w.wallet.callback.new_balance))).toBeVisible()

    await expect(page.getByTestId('balance')).toHaveText('CA$40')
    await expect(pending).toBeHidden()
    await expect(page.locator('[data-kind=top_up]')).toContainText('+CA$40')
  },
)

test.describe('payment return page', { tag: '@desktop' }, () => {
  test('credits a payment once however often its return page is opened', async ({ page, context, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const { checkout_url, back } = await createTopUp(baseURL!, driver, 40)
    await payAt(checkout_url)
    const again = await context.newPage()
    for (const tab of [page, again]) {
      await visit(tab, driver)
      await tab.goto(back)
    }
    await page.goto(back)
    for (const tab of [page, again]) {
      await expect(tab).toHaveURL(/\/wallet\/callback/)
      await expect(tab.getByRole('heading', { name: 'CA$40 added to your wallet' })).toBeVisible()
      await expect(tab.getByText('New balance: CA$40')).toBeVisible()
    }
    await again.reload()
    await expect(again.getByText('New balance: CA$40')).toBeVisible()
    await page.getByRole('link', { name: w.wallet.callback.to_wallet }).click()
    await expect(page.getByTestId('balance')).toHaveText('CA$40')
    await expect(page.locator('[data-kind=top_up]')).toHaveCount(1)
  })

  test('shows visitors only the status of a payment, other accounts nothing and its owner the details', async ({
    browser,
    baseURL,
  }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const { checkout_url, back, reference } = await createTopUp(baseURL!, driver, 40)
    await payAt(checkout_url)
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'en-CA' })
    const page = await context.newPage()
    await visit(page, undefined)
    for (const address of [back, back.replace('/payment/success', '/payment-success'), back.replace('/success', '')]) {
      await page.goto(address)
      await expect(page.getByRole('heading', { name: w.wallet.callback.arrived })).toBeVisible()
      expect(await page.locator('main').textContent()).not.toMatch(new RegExp(`40|${reference}|${driver.email}`))
    }
    await page.goto(`${back}x`.replace(reference, `${reference}x`))
    await expect(page.getByRole('heading', { name: w.wallet.callback.unknown })).toBeVisible()
    await page.goto(`${(await createTopUp(baseURL!, driver, 30)).back}&outcome=cancelled`)
    await expect(page.getByRole('heading', { name: w.wallet.callback.cancelled })).toBeVisible()
    await page.goto(back)
    await page.getByRole('main').getByRole('link', { name: w.wallet.callback.log_in }).click()
    await page.getByRole('textbox', { name: w.auth.email }).fill(driver.email)
    await page.getByLabel(w.auth.password, { exact: true }).fill(driver.password)
    await page.locator('main').getByRole('button', { name: w.auth.login.submit }).click()
    await expect(page.getByRole('heading', { name: 'CA$40 added to your wallet' })).toBeVisible()
    await context.close()

    const other = await browser.newContext({ baseURL: baseURL!, locale: 'en-CA' })
    const theirs = await other.newPage()
    await visit(theirs, await newDriver(baseURL!, { country_code: 'CA', language: 'en' }))
    await theirs.goto(back)
    await expect(theirs.getByRole('heading', { name: w.wallet.callback.unknown })).toBeVisible()
    await other.close()
  })

  test('reports an unfinished payment and checks it again on request', async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en' })
    const { back, checkout_url } = await createTopUp(baseURL!, driver, 40)
    await visit(page, driver)
    await page.goto(`${back}&outcome=cancelled`)
    await expect(page.getByRole('heading', { name: w.wallet.callback.cancelled })).toBeVisible()
    await payAt(checkout_url)
    await page.getByRole('button', { name: w.wallet.callback.check_again }).click()
    await expect(page.getByRole('heading', { name: 'CA$40 added to your wallet' })).toBeVisible()
  })
})

test(
  'filters transactions by keyboard and downloads them as CSV and as a monthly statement',
  { tag: '@desktop' },
  async ({ page, baseURL }) => {
    const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 200 })
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

test('withdraws money to the original card', { tag: '@phone' }, async ({ page, baseURL }) => {
  const driver = await newDriver(baseURL!, { country_code: 'CA', language: 'en', top_up: 50 })
  await visit(page, driver)
  await page.goto('/wallet')
  await page.getByRole('button', { name: w.wallet.refunds.open }).click()
  const dialog = page.getByRole('dialog', { name: w.wallet.refunds.dialog })
  await dialog.getByRole('textbox').fill('50.01')
  await expect(dialog.getByText('Enter an amount up to CA$50.')).toBeVisible()
  await dialog.getByRole('textbox').fill('20.50')
  await expect(dialog.getByRole('table')).toContainText('CA$29.50')
  await dialog.getByRole('button', { name: 'Withdraw CA$20.50' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByTestId('balance')).toHaveText('CA$29.50')
  await expect(page.locator('[data-refund]')).toContainText('CA$20.50')
  await expect(page.locator('[data-kind=refund]')).toContainText('−CA$20.50')
  const { items } = await send<{ items: { amount: number }[] }>(baseURL!, 'GET', '/api/v1/wallet/refunds', driver)
  expect(items.map(({ amount }) => amount)).toEqual([20.5])
})
