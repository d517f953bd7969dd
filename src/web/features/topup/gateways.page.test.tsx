import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { listTopUps } from '#contract/wallet/wallet.ts'
import { pattern, wordsFor, wordsOf } from '#test/e2e/kit/catalogue.ts'
import { goTo, openPage } from '#test/kits/pages/page-kit.tsx'
import { startPageWorld } from '#test/kits/pages/page-world.ts'
import { isInTurn } from '#test/kits/rounds.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'

const { wallet: words } = wordsFor({ language: 'fr', country: 'SN' })

/** Pays on the provider's page. */
const payAt = (url: string) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'success' }) })

/** A world with a Paystack form, and a driver in Senegal on the wallet page while Wave is down. */
async function openWithoutWave() {
  const world = await startPageWorld({
    settings: { PAYSTACK_SECRET_KEY: 'sk_test_page', PAYSTACK_PUBLIC_KEY: 'pk_test_page' },
  })
  world.simulators.control.set('wave', { unavailable: true })
  const driver = await world.buildDriver({ country_code: 'SN', language: 'fr' })
  const user = await openPage('/wallet', { ...driver, country: 'SN', language: 'fr' })
  return { world, driver, user }
}

/** Clears the proposed amount, and asks to pay this one with Wave. */
async function topUp(user: UserEvent, amount: string): Promise<void> {
  const field = await screen.findByRole('textbox', { name: pattern(words.amount) })
  await user.clear(field)
  await user.type(field, amount)
  await user.click(screen.getByRole('button', { name: /Wave$/ }))
}

/** The payment that Paystack took after Wave had refused it. */
async function findPaystackTopUp({ db }: WalletWorld): Promise<{ reference: string; authorization_url: string }> {
  const { payment_info } = await db
    .selectFrom('top_ups')
    .select('payment_info')
    .where('provider', '=', 'paystack')
    .executeTakeFirstOrThrow()
  return payment_info as { reference: string; authorization_url: string }
}

test('offers Paystack for the same amount if Wave is down', async () => {
  const { world, driver, user } = await openWithoutWave()
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  // The provider's script cannot be loaded, so its own page is opened.
  const blocked = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    ;(script as HTMLScriptElement).dispatchEvent(new Event('error'))
  })
  expect(await screen.findByText(pattern(words.fallback))).toBeTruthy()
  await topUp(user, '5000')
  expect(await screen.findByText(pattern(words.other_provider))).toBeTruthy()
  const paystack = await screen.findByRole('button', { name: /5\s000\sF\sCFA.*Paystack$/ })
  await waitFor(() => expect(document.activeElement).toBe(paystack))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  expect(blocked).toHaveBeenCalledOnce()
  await payAt(String(assign.mock.calls[0]![0]))
  await goTo(`/wallet/callback?reference=${(await findPaystackTopUp(world)).reference}&provider=paystack`)
  expect(await screen.findByRole('heading', { name: /5\s000\sF\sCFA/, level: 1 })).toBeTruthy()
  expect(await world.balance(driver)).toBe(5_000)
})

type Callbacks = Record<'onSuccess' | 'onCancel' | 'onBankTransferConfirmationPending', () => void>

/** Stands in for the provider's script; the callbacks of each form that is opened. */
function standInForPaystack(): Callbacks[] {
  const forms: Callbacks[] = []
  const Popup = class {
    resumeTransaction(_access_code: string, callbacks: Callbacks) {
      forms.push(callbacks)
    }
  }
  // The page loads a script once, so that an earlier test may have done so.
  if (window.PaystackPop !== undefined) window.PaystackPop = Popup
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    window.PaystackPop = Popup
    ;(script as HTMLScriptElement).dispatchEvent(new Event('load'))
  })
  return forms
}

test('says that a transfer is pending, and not that the form was closed', async () => {
  const { world, driver, user } = await openWithoutWave()
  const forms = standInForPaystack()
  await topUp(user, '2500')
  await user.click(await screen.findByRole('button', { name: /2\s500\sF\sCFA.*Paystack$/ }))
  await waitFor(() => expect(forms).toHaveLength(1))
  // Paystack's script reports a transfer that is awaited as closed first.
  forms[0]!.onCancel()
  forms[0]!.onBankTransferConfirmationPending()
  expect(await screen.findByText(words.transfer_pending)).toBeTruthy()
  expect(screen.queryByText(words.form_closed)).toBeNull()
  // Nothing asks for the same money again.
  expect(screen.queryByRole('button', { name: /Wave$/ })).toBeNull()
  await payAt((await findPaystackTopUp(world)).authorization_url)
  await user.click(screen.getByRole('button', { name: words.check_status }))
  expect(await screen.findByRole('heading', { name: /2\s500\sF\sCFA/ })).toBeTruthy()
  expect(await world.balance(driver)).toBe(2_500)
})

test('reopens the Paystack form after it was closed and completes the payment', async () => {
  const { world, driver, user } = await openWithoutWave()
  const forms = standInForPaystack()
  await topUp(user, '2500')
  await user.click(await screen.findByRole('button', { name: /2\s500\sF\sCFA.*Paystack$/ }))
  await waitFor(() => expect(forms).toHaveLength(1))
  forms[0]!.onCancel()
  expect(await screen.findByText(words.form_closed)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: words.form_again }))
  await waitFor(() => expect(forms).toHaveLength(2))
  await payAt((await findPaystackTopUp(world)).authorization_url)
  forms[1]!.onSuccess()
  expect(await screen.findByRole('heading', { name: /2\s500\sF\sCFA/ })).toBeTruthy()
  expect(await world.balance(driver)).toBe(2_500)
})

test.runIf(isInTurn('labels a demo', 3))('labels a demo top-up and leaves the balance unchanged', async () => {
  const { wallet } = wordsOf.en
  const world = await startPageWorld({ settings: { SIMULATORS: 'off' }, payments: {} })
  const driver = await world.buildDriver({ country_code: 'NG' })
  const user = await openPage('/wallet', { ...driver, country: 'NG' })
  expect(await screen.findByText(wallet.demo.title)).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: pattern(wallet.demo.try) }))
  expect(await screen.findByText(wallet.demo.done_text)).toBeTruthy()
  expect((await screen.findByTestId('balance')).textContent).toBe('₦0')
  expect((await world.call(listTopUps, driver)).body.total).toBe(0)
})

test.each([
  ['cannot be loaded', (script: HTMLScriptElement) => script.dispatchEvent(new Event('error'))],
  [
    'shows no form',
    (script: HTMLScriptElement) => {
      const element = {
        on: (event: string, listener: () => void) => event === 'loaderror' && listener(),
        mount() {},
        destroy() {},
      }
      vi.stubGlobal('Stripe', () => ({ elements: () => ({ create: () => element }) }))
      script.dispatchEvent(new Event('load'))
    },
  ],
])('goes to Stripe’s own page when its script %s', async (_case, load) => {
  const world = await startPageWorld()
  const driver = await world.buildDriver({ country_code: 'CA' })
  const user = await openPage('/wallet', { ...driver, country: 'CA' })
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  vi.spyOn(document.head, 'append').mockImplementation((script) => void load(script as HTMLScriptElement))
  await user.click(await screen.findByRole('button', { name: pattern(wordsOf.en.wallet.go_to_provider) }))
  await waitFor(() => expect(assign).toHaveBeenCalledOnce())
  await payAt(String(assign.mock.calls[0]![0]))
  await expect.poll(() => world.balance(driver)).toBeGreaterThan(0)
  vi.unstubAllGlobals()
})
