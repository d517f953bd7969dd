import type { Page } from '@playwright/test'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { type E2eDriver, newDriver, send } from './drivers.ts'
import { expect, test } from './fixtures.ts'
import { startProduct } from './server.ts'
import { pattern, wordsOf } from './catalogue.ts'

/* Servers with settings of their own: one with keys of simulated providers, one with neither keys nor simulators. */
test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ reducedMotion: 'reduce' })

const w = wordsOf.fr
const countries = { SN: { id: 3, name: 'Sénégal' }, NG: { id: 1, name: 'Nigeria' } }

async function visit(page: Page, { token }: E2eDriver, code: keyof typeof countries, language: 'en' | 'fr') {
  await page.addInitScript(
    (kept) => {
      localStorage.setItem('selectedCountry', JSON.stringify(kept.country))
      localStorage.setItem('language', kept.language)
      localStorage.setItem('parkwell_user_token', kept.token)
    },
    { country: { ...countries[code], code }, language, token },
  )
}

test.describe('with keys', { tag: '@phone' }, () => {
  let simulators: Simulators
  let product: Awaited<ReturnType<typeof startProduct>>
  test.beforeAll(async () => {
    simulators = await startSimulators({ host: '127.0.0.1', port: 0 })
    const { paystack, wave, stripe } = simulators.keys
    product = await startProduct({
      PAYSTACK_SECRET_KEY: paystack.secret_key,
      PAYSTACK_PUBLIC_KEY: 'pk_test_journey',
      PAYSTACK_URL: paystack.base_url,
      WAVE_API_KEY: wave.api_key,
      WAVE_WEBHOOK_SECRET: wave.webhook_secret,
      WAVE_URL: wave.base_url,
      STRIPE_SECRET_KEY: stripe.secret_key,
      STRIPE_WEBHOOK_SECRET: stripe.webhook_secret,
      STRIPE_URL: stripe.base_url,
    })
    simulators.setWebhookBase(product.address)
  })
  test.afterAll(async () => {
    await product?.stop()
    await simulators?.close()
  })

  test('offers Paystack for the same amount if Wave is down', async ({ page }) => {
    simulators.control.set('wave', { unavailable: true })
    const driver = await newDriver(product.address, { country_code: 'SN', language: 'fr' })
    await visit(page, driver, 'SN', 'fr')
    // Falls back to Paystack's own page if its script cannot be loaded.
    await page.route('https://js.paystack.co/**', (route) => route.abort())
    await page.goto(`${product.address}/wallet`)
    await expect(page.getByText(pattern(w.wallet.fallback))).toBeVisible()
    await page.getByRole('textbox', { name: pattern(w.wallet.amount) }).fill('5000')
    await page.getByRole('button', { name: /Wave$/ }).click()
    await expect(page.getByText(pattern(w.wallet.other_provider))).toBeVisible()
    const continueWithPaystack = page.getByRole('button', { name: /5\s000\sCFA.*Paystack$/ })
    await expect(continueWithPaystack).toBeFocused()
    await continueWithPaystack.press('Enter')
    await page.locator('button[value="success"]').click()
    await expect(page).toHaveURL(/\/wallet\/callback/)
    await expect(page.getByText(/5\s000\sCFA/).first()).toBeVisible()

    await test.step('reopens the Paystack form after it was closed and completes the payment', async () => {
      // A stub of the provider's script: the payer closes the form the first time and pays the second time.
      let paid = ''
      await page.exposeFunction('payAs', async () => {
        const url = `${simulators.base_urls.paystack}/pay/${paid}`
        await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'success' }) })
      })
      await page.unroute('https://js.paystack.co/**')
      await page.route('https://js.paystack.co/v2/inline.js', (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: `window.opened = 0
            window.PaystackPop = class { resumeTransaction(code, { onSuccess, onCancel }) {
              window.code = code
              if (window.opened++ === 0) onCancel()
              else window.payAs().then(onSuccess)
            } }`,
        }),
      )
      const topUpCreated = page.waitForResponse(/add-funds/)
      await page.goto(`${product.address}/wallet`)
      await page.getByRole('textbox', { name: pattern(w.wallet.amount) }).fill('2500')
      await page.getByRole('button', { name: /Wave$/ }).click()
      const answer = (await (await topUpCreated).json()) as { data: { payment_info: { authorization_url: string } } }
      paid = new URL(answer.data.payment_info.authorization_url).pathname.split('/').at(-1)!
      await page.getByRole('button', { name: /2\s500\sCFA.*Paystack$/ }).click()
      await expect(page.getByText(w.wallet.form_closed)).toBeVisible()
      await page.getByRole('button', { name: w.wallet.form_again }).click()
      await expect(page.getByRole('heading', { name: /2\s500\sCFA/ })).toBeVisible()
    })
    const { data } = await send<{ data: object }>(product.address, 'GET', '/api/v1/wallet', driver)
    expect(data).toMatchObject({ balance: 7_500, currency: 'XOF', pending: 0 })
    simulators.control.reset()
  })
})

test.describe('with neither keys nor simulators', { tag: '@desktop' }, () => {
  test('labels a demo top-up and leaves the balance unchanged', async ({ page }) => {
    const product = await startProduct({ SIMULATORS: 'off' })
    try {
      const driver = await newDriver(product.address, { country_code: 'NG', language: 'en' })
      await visit(page, driver, 'NG', 'en')
      await page.goto(`${product.address}/wallet`)
      await expect(page.getByText(wordsOf.en.wallet.demo.title, { exact: true })).toBeVisible()
      await page.getByRole('button', { name: pattern(wordsOf.en.wallet.demo.try) }).click()
      await expect(page.getByText(wordsOf.en.wallet.demo.done_text)).toBeVisible()
      await expect(page.getByTestId('balance')).toHaveText('₦0')
      const { total } = await send<{ total: number }>(product.address, 'GET', '/api/v1/wallet/top-ups', driver)
      expect(total).toBe(0)
    } finally {
      await product.stop()
    }
  })
})
