import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startSimulators, type Simulators } from '#simulators/simulators.ts'
import { startReceiver, type Receiver } from '#simulators/test-kit.ts'
import { createPaystack } from '../payments/paystack.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { createStripe } from '../payments/stripe.ts'
import { createWave } from '../payments/wave.ts'
import { createPaystackPayouts } from './paystack.ts'
import type { PayoutProvider, PayoutToSend } from './provider.ts'
import { createStripePayouts } from './stripe.ts'
import { createWavePayouts } from './wave.ts'

const names = ['paystack', 'wave', 'stripe'] as const
type Name = (typeof names)[number]
const now = new Date('2026-11-21T09:03:20Z')
let moved_ms = 0

let simulators: Simulators
let receiver: Receiver
let payouts: Record<Name, PayoutProvider>
/** The same, for whom an answer is late after 400 ms. */
let hasty: Record<Name, PayoutProvider>
let payments: Record<Name, PaymentProvider>
const recipients = { paystack: '', wave: '+221771234567', stripe: '' }

beforeAll(async () => {
  receiver = await startReceiver()
  simulators = await startSimulators({
    port: 0,
    host: '127.0.0.1',
    webhook_urls: { paystack: `${receiver.url}/ps`, wave: `${receiver.url}/wv`, stripe: `${receiver.url}/st` },
    secrets: { wave_signing_secret: 'signs every call' },
    retry_delays_ms: [],
    now: () => new Date(now.getTime() + moved_ms),
  })
  const { paystack, wave, stripe } = simulators.keys
  const createAll = (options: { timeout_ms?: number }) => ({
    paystack: createPaystackPayouts({ ...paystack, ...options }),
    wave: createWavePayouts({ ...wave, now: () => now, ...options }),
    stripe: createStripePayouts({ ...stripe, ...options }),
  })
  payouts = createAll({})
  hasty = createAll({ timeout_ms: 400 })
  payments = { paystack: createPaystack(paystack), wave: createWave(wave), stripe: createStripe(stripe) }
  recipients.paystack = await registerBank()
  recipients.stripe = await registerBusiness()
})
afterEach(async () => {
  await simulators.control.releaseWebhooks()
  await simulators.control.settled()
  simulators.control.reset()
  receiver.received.length = 0
})
afterAll(async () => {
  await simulators.close()
  await receiver.close()
})

async function registerBank(): Promise<string> {
  const account = { kind: 'bank', bank_code: '058', account_number: '0123456780' } as const
  const registered = await payouts.paystack.registerAccount(account)
  if (registered.kind !== 'verified') throw new Error(`the account is ${registered.kind}`)
  expect(registered.holder_name).toBe('ADA OKAFOR')
  return registered.recipient
}

const business = (recipient: string | null, owner_id = 'owner-1') => ({
  kind: 'onboarding' as const,
  owner_id,
  country: 'CA' as const,
  email: 'owner@example.com',
  recipient,
  return_url: 'https://parkwell.example/back',
  refresh_url: 'https://parkwell.example/again',
})

async function onboard(recipient: string | null, outcome: 'done' | 'later') {
  const registered = await payouts.stripe.registerAccount(business(recipient))
  if (registered.kind !== 'onboarding') throw new Error(`the account is ${registered.kind}`)
  const post = () =>
    fetch(registered.url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ outcome, name: 'Rideau Parking' }),
    })
  expect((await post()).headers.get('location')).toBe('https://parkwell.example/back')
  // The address works once.
  expect((await post()).headers.get('location')).toBe('https://parkwell.example/again')
  return registered.recipient
}

async function registerBusiness(): Promise<string> {
  const recipient = await onboard(null, 'later')
  const incomplete = await payouts.stripe.findAccount(recipient)
  expect(incomplete).toMatchObject({ state: 'incomplete', last_four: null })
  expect(incomplete).toHaveProperty('requirements', expect.arrayContaining(['external_account']))
  expect(await onboard(recipient, 'done')).toBe(recipient)
  return recipient
}

let count = 0
const build = (name: Name, change: Partial<PayoutToSend> = {}): PayoutToSend => ({
  reference: `po_${String((count += 1)).padStart(16, '0')}`,
  recipient: recipients[name],
  amount_minor: 12_300n,
  currency: { paystack: 'NGN', wave: 'XOF', stripe: 'CAD' }[name],
  reason: 'Parkwell, car parks, 1 to 15 November 2026',
  ...change,
})
const linesOf = (name: Name, reference: string) =>
  simulators.control.desks[name].payouts.lines().filter((line) => line.reference === reference)
const unavailable = expect.objectContaining({ name: 'ProviderError', kind: 'unavailable' })

describe.each(names)('%s', (name) => {
  test('pays, says what it took, and finds the payout again', async () => {
    const payout = build(name)
    const sent = await payouts[name].send(payout)
    expect(['paid', 'pending']).toContain(sent.state)
    await simulators.control.settled()
    const found = await payouts[name].find(payout)
    expect(found).toMatchObject({ state: 'paid', amount_minor: 12_300n, currency: payout.currency, returned_minor: 0n })
    expect(linesOf(name, payout.reference)).toMatchObject([
      { recipient: payout.recipient, amount_minor: 12_300n, state: 'paid' },
    ])
  })

  test('pays once for a reference, however often it is sent', async () => {
    const payout = build(name)
    await payouts[name].send(payout)
    await payouts[name].send(payout)
    await Promise.all([payouts[name].send(payout), payouts[name].send(payout)])
    expect(linesOf(name, payout.reference)).toHaveLength(1)
    expect(await payouts[name].send(payout)).toMatchObject({ state: 'paid' })
  })

  test('is not certain after a lost or late answer, and knows afterwards', async () => {
    const lost = build(name)
    simulators.control.set(name, { drop_answers: 2 })
    await expect(payouts[name].send(lost)).rejects.toThrowError(unavailable)
    simulators.control.reset()
    await simulators.control.settled()
    expect(await payouts[name].find(lost)).toMatchObject({ state: 'paid' })
    expect(await payouts[name].send(lost)).toMatchObject({ state: 'paid' })

    const late = build(name)
    simulators.control.set(name, { delay_ms: 1_000 })
    await expect(hasty[name].send(late)).rejects.toThrowError(unavailable)
    await expect(hasty[name].find(late)).rejects.toThrowError(unavailable)
    simulators.control.reset()
    const state = (await payouts[name].find(late)).state
    if (state === 'unknown') await payouts[name].send(late)
    await simulators.control.settled()
    expect(await payouts[name].find(late)).toMatchObject({ state: 'paid' })
    for (const { reference } of [lost, late]) expect(linesOf(name, reference)).toHaveLength(1)
  })

  test('is not certain while the provider is down, and has nothing then', async () => {
    const payout = build(name)
    simulators.control.set(name, { unavailable: true })
    await expect(payouts[name].send(payout)).rejects.toThrowError(unavailable)
    await expect(payouts[name].find(payout)).rejects.toThrowError(unavailable)
    simulators.control.reset()
    expect(await payouts[name].find(payout)).toEqual({ state: 'unknown' })
    expect(linesOf(name, payout.reference)).toEqual([])
  })

  test('says that the balance is too small, and pays a later attempt', async () => {
    const payout = build(name)
    simulators.control.set(name, { empty_balance: true })
    expect(await payouts[name].send(payout)).toMatchObject({ state: 'failed', failure: { cause: 'balance' } })
    expect((await payouts[name].findBalances()).every(({ available_minor }) => available_minor === 0n)).toBe(true)
    simulators.control.reset()
    const again = build(name)
    await payouts[name].send(again)
    await simulators.control.settled()
    expect(await payouts[name].find(again)).toMatchObject({ state: 'paid' })
    expect(linesOf(name, payout.reference)).toEqual([])
  })

  test('says that an account cannot be paid', async () => {
    const payout = build(name)
    simulators.control.set(name, { payouts: 'failing' })
    const sent = await payouts[name].send(payout)
    await simulators.control.settled()
    const result = sent.state === 'failed' ? sent : await payouts[name].find(payout)
    expect(result).toMatchObject({
      state: 'failed',
      failure: { cause: name === 'paystack' ? 'provider' : 'recipient' },
    })
    const nobody = build(name, { recipient: { paystack: 'RCP_none', wave: '+33612345678', stripe: 'acct_none' }[name] })
    simulators.control.reset()
    expect(await payouts[name].send(nobody)).toMatchObject({ state: 'failed', failure: { cause: 'recipient' } })
  })

  test('says that our key is refused', async () => {
    const { base_url, ...keys } = simulators.keys[name]
    const wrong = {
      paystack: () => createPaystackPayouts({ secret_key: 'sk_wrong', base_url }),
      wave: () => createWavePayouts({ ...keys, api_key: 'wave_wrong', base_url, now: () => now }),
      stripe: () => createStripePayouts({ secret_key: 'sk_wrong', base_url }),
    }[name]()
    const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' })
    await expect(wrong.findBalances()).rejects.toThrowError(refused)
    await expect(wrong.find(build(name))).rejects.toThrowError(refused)
  })

  test('brings money back later, and says so', async () => {
    const payout = build(name)
    const before = await payouts[name].findBalances()
    await payouts[name].send(payout)
    await simulators.control.settled()
    expect(await payouts[name].findBalances()).not.toEqual(before)
    await simulators.control.desks[name].payouts.finish(payout.reference, 'returned')
    expect(await payouts[name].find(payout)).toMatchObject({ state: 'returned', amount_minor: 12_300n })
    expect(await payouts[name].findBalances()).toEqual(before)
    expect(await payouts[name].send(payout)).toMatchObject({ state: 'returned' })
  })

  test('refuses a reference of another payout', async () => {
    const payout = build(name)
    await payouts[name].send(payout)
    const other = { ...payout, amount_minor: 12_400n }
    await expect(payouts[name].send(other)).rejects.toThrowError(expect.objectContaining({ code: 'other_amount' }))
    await expect(payouts[name].find(other)).rejects.toThrowError(expect.objectContaining({ code: 'other_amount' }))
    expect(linesOf(name, payout.reference)).toHaveLength(1)
  })

  test('takes no reference or amount that a provider could change', async () => {
    const refused = expect.objectContaining({ name: 'ProviderError', kind: 'refused' })
    for (const reference of ['PO-0000000000000001', 'po_1', 'po 0000000000000001', `po_${'0'.repeat(60)}`])
      await expect(payouts[name].send(build(name, { reference }))).rejects.toThrowError(refused)
    for (const amount_minor of [0n, -1n, 2n ** 60n])
      await expect(payouts[name].send(build(name, { amount_minor }))).rejects.toThrowError(refused)
    await expect(payouts[name].send(build(name, { currency: 'EUR' }))).rejects.toThrowError(refused)
  })

  test('lists the payouts of a day with their states and fees', async () => {
    const [paid, back] = [build(name), build(name)]
    for (const payout of [paid, back]) await payouts[name].send(payout)
    await simulators.control.settled()
    await simulators.control.desks[name].payouts.finish(back.reference, 'returned')
    const listed = await payouts[name].listPayouts(new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T00:00:00Z'))
    const shown = [paid, back].map(({ reference }) => listed.filter((item) => item.reference === reference))
    const fee_minor = { paystack: 1_000n, wave: 123n, stripe: 0n }[name]
    const of = { amount_minor: 12_300n, currency: paid.currency, fee_minor }
    const fee_returned_minor = { paystack: null, wave: 123n, stripe: null }[name]
    expect(shown).toMatchObject([
      [{ ...of, state: 'paid', returned_minor: 0n, fee_returned_minor: null }],
      [{ ...of, state: 'returned', returned_minor: 12_300n, fee_returned_minor }],
    ])
    expect(await payouts[name].listPayouts(new Date('2026-11-20T00:00:00Z'), new Date('2026-11-21T00:00:00Z'))).toEqual(
      [],
    )
  })
})

test('Stripe brings a part of a payout back, and then the rest', async () => {
  const payout = build('stripe')
  const { desks } = simulators.control
  await payouts.stripe.send(payout)
  await desks.stripe.payouts.finish(payout.reference, 'returned', 2_300n)
  expect(await payouts.stripe.find(payout)).toMatchObject({ state: 'paid', returned_minor: 2_300n })
  const day = [new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T00:00:00Z')] as const
  const find = async () =>
    (await payouts.stripe.listPayouts(...day)).find(({ reference }) => reference === payout.reference)
  expect(await find()).toMatchObject({ state: 'paid', amount_minor: 12_300n, returned_minor: 2_300n })
  await desks.stripe.payouts.finish(payout.reference, 'returned')
  expect(await payouts.stripe.find(payout)).toMatchObject({ state: 'returned' })
  expect(await find()).toMatchObject({ state: 'returned', amount_minor: 12_300n, returned_minor: 12_300n })
})

test('Stripe’s list of a day has what came back on it, whenever it was sent', async () => {
  const [whole, part, both] = [build('stripe'), build('stripe'), build('stripe')]
  for (const payout of [whole, part, both]) await payouts.stripe.send(payout)
  const { finish } = simulators.control.desks.stripe.payouts
  await finish(both.reference, 'returned', 100n)
  const later = new Date(now.getTime() + 120 * 86_400_000)
  const day = later.toISOString().slice(0, 10)
  moved_ms = later.getTime() - now.getTime()
  await finish(whole.reference, 'returned')
  for (const minor of [300n, 400n]) await finish(part.reference, 'returned', minor)
  await finish(both.reference, 'returned', 200n)
  moved_ms = 0
  const from = new Date(`${day}T00:00:00Z`)
  const listed = await payouts.stripe.listPayouts(from, new Date(from.getTime() + 86_400_000))
  const shown = listed.map(({ reference, state, amount_minor, returned_minor }) => ({
    [reference!]: [state, amount_minor, returned_minor],
  }))
  expect(Object.assign({}, ...shown)).toEqual({
    [whole.reference]: ['returned', 12_300n, 12_300n],
    [part.reference]: ['paid', 12_300n, 700n],
    [both.reference]: ['paid', 12_300n, 300n],
  })
  expect(shown).toHaveLength(3)
})

test('Wave’s list has a reversal that names no payout by its own number', async () => {
  const payout = build('wave')
  await payouts.wave.send(payout)
  simulators.control.set('wave', { unnamed_returns: true })
  await simulators.control.desks.wave.payouts.finish(payout.reference, 'returned')
  const listed = await payouts.wave.listPayouts(new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T00:00:00Z'))
  const named = listed.filter(({ reference }) => reference === payout.reference)
  expect(named).toMatchObject([{ state: 'returned', fee_returned_minor: null }])
  expect(listed.filter(({ reference, state }) => reference === null && state === 'returned')).toMatchObject([
    { provider_id: expect.stringMatching(/^T_/), amount_minor: 12_300n, returned_minor: 12_300n, currency: 'XOF' },
  ])
})

test('Wave’s list says whether a reversal gave the fee back', async () => {
  const [whole, charged] = [build('wave'), build('wave')]
  for (const payout of [whole, charged]) await payouts.wave.send(payout)
  const before = await payouts.wave.findBalances()
  const { desks, set } = simulators.control
  await desks.wave.payouts.finish(whole.reference, 'returned')
  set('wave', { keeps_payout_fee: true })
  await desks.wave.payouts.finish(charged.reference, 'returned')
  const listed = await payouts.wave.listPayouts(new Date('2026-11-21T00:00:00Z'), new Date('2026-11-22T00:00:00Z'))
  const feeBackOf = ({ reference }: { reference: string }) =>
    listed.filter((item) => item.reference === reference).map(({ fee_returned_minor }) => fee_returned_minor)
  expect([feeBackOf(whole), feeBackOf(charged)]).toEqual([[123n], [0n]])
  const gained = (await payouts.wave.findBalances())[0]!.available_minor - before[0]!.available_minor
  expect(gained).toBe(2n * 12_300n + 123n)
})

describe('accounts', () => {
  test('at Paystack are resolved before a recipient is made, and are the same each time', async () => {
    expect(await registerBank()).toBe(recipients.paystack)
    expect(await payouts.paystack.findAccount(recipients.paystack)).toEqual({
      state: 'ready',
      holder_name: 'ADA OKAFOR',
      bank_name: 'Guaranty Trust Bank',
      last_four: '6780',
      requirements: [],
    })
    for (const account of [
      { bank_code: '058', account_number: '0000000000' },
      { bank_code: '999', account_number: '0123456780' },
    ])
      expect(await payouts.paystack.registerAccount({ kind: 'bank', ...account })).toMatchObject({
        kind: 'refused',
        reason: 'no_such_account',
      })
    expect(await payouts.paystack.findAccount('RCP_none')).toEqual({ state: 'unknown' })
  })

  test('at Paystack are at banks, whose list is read to its end', async () => {
    simulators.control.set('paystack', { largest_page: 2 })
    const banks = await payouts.paystack.listBanks!()
    expect(banks.map(({ code }) => code)).toEqual(['044', '011', '058', '50211', '033', '057'])
  })

  test('at Wave are numbers, whose holder Wave may know', async () => {
    const register = (mobile: string) =>
      payouts.wave.registerAccount({ kind: 'mobile', mobile, holder_name: 'Fatou Ndiaye' })
    expect(await register('+221771234567')).toEqual({
      kind: 'verified',
      recipient: '+221771234567',
      holder_name: 'Fatou Ndiaye',
    })
    expect(await register('+221771234500')).toEqual({ kind: 'unverified', recipient: '+221771234500' })
    expect(await register('+221771234599')).toMatchObject({ kind: 'refused', reason: 'other_holder' })
    expect(await register('+33612345678')).toMatchObject({ kind: 'refused', reason: 'no_such_account' })
    expect(await payouts.wave.findAccount('+221771234567')).toMatchObject({ state: 'ready', last_four: '4567' })
  })

  test('at Stripe are created once for an owner, and ready once everything is entered', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map(() => payouts.stripe.registerAccount(business(null, 'owner-2'))),
    )
    expect(first).toMatchObject({ kind: 'onboarding' })
    expect(second).toMatchObject({ recipient: (first as { recipient: string }).recipient })
    expect(await payouts.stripe.findAccount(recipients.stripe)).toEqual({
      state: 'ready',
      holder_name: 'Rideau Parking',
      bank_name: 'STRIPE TEST BANK',
      last_four: '6789',
      requirements: [],
    })
    expect(await payouts.stripe.findAccount('acct_none')).toEqual({ state: 'unknown' })
  })
})

test('a Paystack transfer that waits for a code is pending, and says what it waits for', async () => {
  const payout = build('paystack')
  simulators.control.set('paystack', { payouts: 'otp' })
  expect(await payouts.paystack.send(payout)).toMatchObject({ state: 'pending', waits_for: 'otp' })
  expect(await payouts.paystack.find(payout)).toMatchObject({ state: 'pending', waits_for: 'otp' })
})

test('a payout that waits at Wave is pending until it is looked up again', async () => {
  const payout = build('wave')
  simulators.control.set('wave', { payouts: 'held' })
  expect(await payouts.wave.send(payout)).toMatchObject({ state: 'pending', fee_minor: 123n })
  await simulators.control.desks.wave.payouts.finish(payout.reference, 'failed')
  expect(await payouts.wave.find(payout)).toMatchObject({
    state: 'failed',
    failure: { cause: 'recipient', code: 'recipient-account-blocked' },
  })
})

describe('webhooks', () => {
  const readReceived = (name: Name) =>
    receiver.received.map(({ raw, headers }) => {
      const { event_type } = payments[name].verifyWebhook(raw, headers, now)
      return payouts[name].readWebhook(event_type, raw)
    })

  test('of Paystack name the payout', async () => {
    const payout = build('paystack')
    await payouts.paystack.send(payout)
    await simulators.control.settled()
    await simulators.control.desks.paystack.payouts.finish(payout.reference, 'returned')
    const event = { provider: 'paystack', kind: 'payout', reference: payout.reference }
    expect(readReceived('paystack')).toEqual([
      { ...event, event_type: 'transfer.success' },
      { ...event, event_type: 'transfer.reversed' },
    ])
  })

  test('of Stripe name the payout or, from the webhook for connected accounts, the account', async () => {
    const payout = build('stripe')
    await payouts.stripe.send(payout)
    await simulators.control.settled()
    await simulators.control.desks.stripe.payouts.finish(payout.reference, 'returned')
    const registered = await payouts.stripe.registerAccount(business(null, 'owner-3'))
    if (registered.kind !== 'onboarding') throw new Error(registered.kind)
    await fetch(registered.url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'done' }) })
    const event = { provider: 'stripe', kind: 'payout', reference: payout.reference }
    expect(readReceived('stripe')).toEqual([
      { ...event, event_type: 'transfer.created' },
      { ...event, event_type: 'transfer.reversed' },
      { provider: 'stripe', event_type: 'account.updated', kind: 'account', recipient: registered.recipient },
    ])
    const { connect_secret: _none, ...keys } = simulators.keys.stripe
    const { raw, headers } = receiver.received.at(-1)!
    expect(() => createStripe(keys).verifyWebhook(raw, headers, now)).toThrowError(
      expect.objectContaining({ kind: 'bad_signature' }),
    )
  })

  test.each([
    ['paystack', 'charge.success', '{"event":"charge.success","data":{"reference":"PW-1"}}'],
    ['paystack', 'transfer.success', 'not JSON'],
    ['paystack', 'transfer.success', '{"data":{}}'],
    ['paystack', 'transfer.success', `{"data":{"reference":"${'a'.repeat(300)}"}}`],
    ['wave', 'checkout.session.completed', '{"id":"EV_1","data":{}}'],
    ['stripe', 'payment_intent.succeeded', '{"data":{"object":{"id":"pi_1","metadata":{"reference":"PW-1"}}}}'],
    ['stripe', 'transfer.created', '{"data":{"object":{"id":"tr_1","metadata":{}}}}'],
    ['stripe', 'payout.paid', '{"data":{"object":{"id":"po_1","object":"payout"}}}'],
  ] as const)('of %s that are about something else (%s) are left alone', (name, event_type, body) => {
    expect(payouts[name].readWebhook(event_type, Buffer.from(body))).toBeNull()
  })
})
