import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Hooks } from '#server/deps.ts'
import type { ProviderName } from '#server/providers/payments/provider.ts'
import type { PayoutEvent } from '#server/providers/payouts/provider.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import { processWebhooks } from './webhooks.ts'

/** What the feature that pays out is handed, and what it answers. */
const events: PayoutEvent[] = []
let answer: NonNullable<Hooks['onPayoutEvent']> = async () => 'known'

let world: WalletWorld
let hooks: Hooks
beforeAll(async () => {
  world = await createWalletWorld()
  hooks = world.deps.hooks
})
afterEach(() => {
  world.simulators.control.reset()
  world.deps.hooks = { ...hooks, onPayoutEvent: (deps, event) => (events.push(event), answer(deps, event)) }
  events.length = 0
  answer = async () => 'known'
})
afterAll(() => world.close())

let count = 0
async function pay(name: 'paystack' | 'stripe'): Promise<string> {
  const provider = world.deps.payouts[name]!
  const account =
    name === 'paystack'
      ? ({ kind: 'bank', bank_code: '058', account_number: '0123456789' } as const)
      : ({
          kind: 'onboarding',
          owner_id: 'owner-1',
          country: 'CA',
          email: 'owner@example.com',
          recipient: null,
          return_url: 'https://parkwell.example/',
          refresh_url: 'https://parkwell.example/',
        } as const)
  const registered = await provider.registerAccount(account)
  if (registered.kind === 'onboarding')
    await fetch(registered.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'done' }) })
  const reference = `po_${name}_${String((count += 1)).padStart(8, '0')}`
  const currency = name === 'paystack' ? 'NGN' : 'CAD'
  const recipient = 'recipient' in registered ? registered.recipient : ''
  await provider.send({ reference, recipient, amount_minor: 5_000n, currency, reason: 'May' })
  await world.simulators.control.settled()
  return reference
}

const storedOf = (provider: ProviderName, reference: string) =>
  world.db
    .selectFrom('webhook_events')
    .select(['event_type', 'attempts', 'processed_at', 'last_error'])
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute()
const eventsOf = (reference: string) => events.filter((event) => 'reference' in event && event.reference === reference)

test('events of payouts are stored and acknowledged while no feature pays out', async () => {
  world.deps.hooks = hooks
  const reference = await pay('paystack')
  await expect
    .poll(() => storedOf('paystack', reference))
    .toMatchObject([
      { event_type: 'transfer.success', processed_at: expect.any(Date), last_error: 'unknown reference' },
    ])
})

test.each(['paystack', 'stripe'] as const)('an event of a payout by %s reaches the hook once', async (name) => {
  const reference = await pay(name)
  await expect
    .poll(() => storedOf(name, reference))
    .toMatchObject([{ processed_at: expect.any(Date), last_error: null }])
  const event_type = name === 'paystack' ? 'transfer.success' : 'transfer.created'
  expect(eventsOf(reference)).toEqual([{ provider: name, event_type, kind: 'payout', reference }])
  await processWebhooks(world.deps)
  expect(eventsOf(reference)).toHaveLength(1)
})

test('an event of a payout that nobody knows is marked', async () => {
  answer = async () => 'unknown'
  const reference = await pay('paystack')
  await expect.poll(() => storedOf('paystack', reference)).toMatchObject([{ last_error: 'unknown reference' }])
  expect(eventsOf(reference)).toHaveLength(1)
})

test('an event is worked on again while the hook throws', async () => {
  let broken = true
  answer = async () => {
    if (broken) throw new Error('the provider is away')
    return 'known'
  }
  const reference = await pay('paystack')
  await expect
    .poll(() => storedOf('paystack', reference))
    .toMatchObject([{ attempts: 1, processed_at: null, last_error: 'the provider is away' }])
  expect(world.errors.splice(0)).toHaveLength(1)
  broken = false
  world.clock.advance(1)
  await processWebhooks(world.deps)
  expect(await storedOf('paystack', reference)).toMatchObject([{ attempts: 2, last_error: null }])
})

test('an account that is ready at Stripe reaches the hook by the webhook for connected accounts', async () => {
  world.simulators.control.set('stripe', { webhook_copies: 2 })
  const provider = world.deps.payouts.stripe!
  const registered = await provider.registerAccount({
    kind: 'onboarding',
    owner_id: 'owner-2',
    country: 'US',
    email: 'owner@example.com',
    recipient: null,
    return_url: 'https://parkwell.example/',
    refresh_url: 'https://parkwell.example/',
  })
  if (registered.kind !== 'onboarding') throw new Error(registered.kind)
  await fetch(registered.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'done' }) })
  const { recipient } = registered
  await expect
    .poll(() => events)
    .toEqual([{ provider: 'stripe', event_type: 'account.updated', kind: 'account', recipient }])
})
