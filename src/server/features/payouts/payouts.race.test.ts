import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { currencyOf } from '#contract/formats.ts'
import { pausePayouts, proposePayout } from '#contract/payouts/desk/payees.ts'
import { approvePayout, cancelPayout, getPayout } from '#contract/payouts/desk/payouts.ts'
import { hour_ms, minute_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { processWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'
import { buildPaidBooking, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import {
  buildEarner,
  callSetAccount,
  payoutAccounts,
  updateConfirmed,
  updatePayable,
  type Earner,
} from '#test/kits/desk/payouts-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { onPayoutEvent, payoutsJobs } from './jobs.ts'
import { askForPayout, sendPayouts } from './send-payouts.ts'

let world: WalletWorld
let [first, second]: Driver[] = []
beforeAll(async () => {
  world = await createWalletWorld({ pool: 16 })
  first = await world.buildDriver({ role: 'administrator' })
  second = await world.buildDriver({ role: 'administrator' })
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await askForAll()
  await expectPaidOnce()
  await world.expectBalancedLedger()
})
afterAll(() => world.close())

/** What is on its way is asked for, as the clock does an hour later. */
async function askForAll(): Promise<void> {
  const rows = await world.db
    .selectFrom('payouts')
    .select(['method', 'reference'])
    .where('state', 'in', ['sending', 'sent'])
    .$narrowType<{ method: 'paystack' | 'wave'; reference: string }>()
    .execute()
  for (const { method, reference } of rows) await askForPayout(world.deps, method, reference)
}

/** The providers have made each payout that we say is paid once, with its amount, and none that we say is not. */
async function expectPaidOnce(): Promise<void> {
  const made = (['paystack', 'wave', 'stripe'] as const).flatMap((method) =>
    world.simulators.control.desks[method].payouts.lines(),
  )
  const rows = await world.db.selectFrom('payouts').select(['id', 'state', 'amount_minor']).execute()
  for (const { id, state, amount_minor } of rows) {
    const paid = made.filter((line) => line.reference.startsWith(`${id}-`) && line.state === 'paid')
    const expected = state === 'paid' ? [amount_minor] : []
    expect(
      paid.map((line) => line.amount_minor),
      state,
    ).toEqual(expected)
  }
}

/** An operator in Nigeria or Senegal who can be paid. */
async function buildPayable(country_code: 'NG' | 'SN' = 'NG'): Promise<Earner> {
  const earner = await buildEarner(world, country_code)
  await updatePayable(world, { payee_id: earner.payee, country_code, owner: earner.owner, staff: first! })
  await updateConfirmed(world, first!, second!)
  return earner
}

const propose = ({ payee, owner }: Earner) =>
  world.call(proposePayout, { token: owner.token, params: { id: payee } }).then(outcomeOf)
const findPayout = ({ payee }: Earner) =>
  world.db.selectFrom('payouts').selectAll().where('payee_id', '=', payee).executeTakeFirstOrThrow()
const approve = (id: string, { token }: Driver = first!) =>
  world.call(approvePayout, { token, params: { id } }).then(outcomeOf)
const cancel = (id: string) =>
  world.call(cancelPayout, { token: second!.token, params: { id }, body: { reason: 'Wrong amount' } }).then(outcomeOf)
const stateOf = async (id: string) => (await world.call(getPayout, { token: first!.token, params: { id } })).body.state
const balance = ({ payee, country_code }: Earner) =>
  sumLedgerEntries(world, 'payee_payable', payee, currencyOf(country_code))

/** A payout that is approved. */
async function buildApproved(earner: Earner): Promise<string> {
  expect(await propose(earner)).toBe(200)
  const { id } = await findPayout(earner)
  expect(await approve(id)).toBe(200)
  return id
}

const times = Array.from({ length: rounds }, (_, n) => n)
const closeStatements = payoutsJobs.find(({ name }) => name === 'close_statements')!.run

test('two servers close a period once, with one number each', async () => {
  const earners = []
  for (let n = 0; n < 4; n += 1) earners.push(await buildEarner(world, n % 2 === 0 ? 'NG' : 'SN'))
  const ids = earners.map(({ payee }) => payee)
  const before = await world.db.selectFrom('statements').select('id').execute()
  for (const { driver, park } of earners) await buildPaidBooking(world, driver, park, 40, 8)
  world.clock.advance(1)
  await world.db.updateTable('payees').set({ next_closing_at: world.clock.now }).where('id', 'in', ids).execute()
  await Promise.all(Array.from({ length: 4 }, () => closeStatements(world.deps)))
  const rows = await world.db.selectFrom('statements').select(['payee_id', 'number']).execute()
  expect(rows.length).toBe(before.length + ids.length)
  expect(new Set(rows.map(({ number }) => number)).size).toBe(rows.length)
})

test.each(times)('a payout that is asked for many times at once is proposed once (%i)', async () => {
  const earner = await buildPayable()
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => propose(earner)))
  expect(outcomes.toSorted()).toEqual([200, ...Array.from({ length: 5 }, () => '409 nothing_payable')])
  const rows = await world.db.selectFrom('payouts').select('id').where('payee_id', '=', earner.payee).execute()
  expect(rows.length).toBe(1)
})

test.each(times)('two persons who approve at once approve it once, and both where two must (%i)', async (n) => {
  const earner = await buildPayable()
  await propose(earner)
  const { id } = await findPayout(earner)
  const needs_second = n % 2 === 0
  await world.db.updateTable('payouts').set({ needs_second }).where('id', '=', id).execute()
  const owed_minor = await balance(earner)
  const outcomes = await Promise.all([approve(id), approve(id, second), approve(id), approve(id, second)])
  const approved = outcomes.filter((outcome) => outcome === 200)
  expect(approved.length, JSON.stringify(outcomes)).toBe(needs_second ? 2 : 1)
  const { state, approved_by, second_by, amount_minor } = await findPayout(earner)
  expect(state).toBe('approved')
  expect(new Set([approved_by, second_by]).size).toBe(2)
  expect(await balance(earner)).toBe(owed_minor - amount_minor)
})

test.each(times)('of approval, cancellation and sending at once, what is cancelled is not sent (%i)', async () => {
  const earner = await buildPayable()
  await propose(earner)
  const { id } = await findPayout(earner)
  const owed_minor = await balance(earner)
  const [approved, canceled] = await Promise.all([
    approve(id).then(async (outcome) => {
      await sendPayouts(world.deps)
      return outcome
    }),
    cancel(id),
    sendPayouts(world.deps),
  ])
  await finish(id)
  const state = await stateOf(id)
  // Approved first and cancelled next, or cancelled alone; once it is being sent, it is paid.
  expect([
    [200, 200, 'canceled'],
    ['409 payout_state', 200, 'canceled'],
    [200, '409 payout_state', 'paid'],
  ]).toContainEqual([approved, canceled, state])
  expect(await balance(earner)).toBe(state === 'paid' ? 0n : owed_minor)
})

/** Asks for a payout until it has ended. */
async function finish(id: string): Promise<void> {
  for (let n = 0; n < 4; n += 1) {
    await world.simulators.control.settled()
    await processWebhooks(world.deps)
    await sendPayouts(world.deps)
    world.clock.now = new Date(world.clock.now.getTime() + hour_ms)
    if (['paid', 'canceled', 'failed'].includes(await stateOf(id))) return
  }
}

test.each(['NG', 'SN'] as const)('four servers that send at once send a payout in %s once', async (country_code) => {
  const earner = await buildPayable(country_code)
  const id = await buildApproved(earner)
  await Promise.all(Array.from({ length: 4 }, () => sendPayouts(world.deps)))
  await finish(id)
  expect(await stateOf(id)).toBe('paid')
  expect(await balance(earner)).toBe(0n)
})

test.each(times)('a webhook, its copies and asking at once book and mail a payout once (%i)', async () => {
  const earner = await buildPayable()
  const id = await buildApproved(earner)
  world.simulators.control.set('paystack', { payouts: 'held', webhook_copies: 3 })
  await sendPayouts(world.deps)
  expect(await stateOf(id)).toBe('sent')
  world.clock.now = new Date(world.clock.now.getTime() + 2 * hour_ms)
  const { reference } = await findPayout(earner)
  const event = { provider: 'paystack', event_type: 'transfer.success', kind: 'payout', reference: reference! } as const
  await world.simulators.control.desks.paystack.payouts.finish(reference!, 'paid')
  await Promise.all([
    processWebhooks(world.deps),
    processWebhooks(world.deps),
    sendPayouts(world.deps),
    sendPayouts(world.deps),
    onPayoutEvent(world.deps, event),
    onPayoutEvent(world.deps, event),
  ])
  expect(await stateOf(id)).toBe('paid')
  expect(await countConsequences(earner, id)).toEqual({ history: 1, transfers: 2, mails: 1 })
})

/** How often a payout became paid, moved money (to be sent, and when it was paid) and was mailed. */
async function countConsequences({ owner }: Earner, id: string) {
  const history = await world.db
    .selectFrom('payout_history')
    .select('id')
    .where('payout_id', '=', id)
    .where('state', '=', 'paid')
    .execute()
  const transfers = await world.db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('kind', '=', 'payout')
    .where('reference', 'like', `${id}/%`)
    .execute()
  const mails = await world.db
    .selectFrom('mails')
    .select('id')
    .where('to_address', '=', owner.email)
    .where('subject', 'like', 'We’ve paid you%')
    .execute()
  return { history: history.length, transfers: transfers.length, mails: mails.length }
}

test('a webhook of a reversal that is handled many times at once owes the amount again once', async () => {
  const earner = await buildPayable()
  const owed_minor = await balance(earner)
  const id = await buildApproved(earner)
  await sendPayouts(world.deps)
  await finish(id)
  const { reference } = await findPayout(earner)
  world.simulators.control.set('paystack', { webhook_copies: 4 })
  await world.simulators.control.desks.paystack.payouts.finish(reference!, 'returned')
  const event = {
    provider: 'paystack',
    event_type: 'transfer.reversed',
    kind: 'payout',
    reference: reference!,
  } as const
  await Promise.all(
    Array.from({ length: 4 }, () => Promise.all([processWebhooks(world.deps), onPayoutEvent(world.deps, event)])),
  )
  expect(await stateOf(id)).toBe('returned')
  expect(await balance(earner)).toBe(owed_minor)
})

test.each(times)(
  'an account that changes while a payout is sent takes none of it, or all proposals with it (%i)',
  async () => {
    const earner = await buildPayable()
    const before = await accountOf(earner)
    await propose(earner)
    const { id } = await findPayout(earner)
    const change = () =>
      callSetAccount(world, earner.payee, earner.owner, { ...payoutAccounts.NG, number: '0000000018' })
    const [approved, changed] = await Promise.all([
      approve(id).then(async (outcome) => {
        await sendPayouts(world.deps)
        return outcome
      }),
      change(),
    ])
    expect(changed.status, JSON.stringify(changed.problem)).toBe(200)
    await finish(id)
    const { state, account_id } = await findPayout(earner)
    expect([approved, state]).toEqual(approved === 200 ? [200, 'paid'] : ['409 payout_state', 'canceled'])
    expect(account_id).toBe(before.id)
    const made = world.simulators.control.desks.paystack.payouts.lines().filter((line) => line.reference.startsWith(id))
    expect(made.map(({ recipient }) => recipient)).toEqual(state === 'paid' ? [before.recipient] : [])
    // The new one waits, and nothing is proposed to it.
    expect(await propose(earner)).toBe('409 nothing_payable')
  },
)

const accountOf = ({ payee }: Earner) =>
  world.db
    .selectFrom('payout_accounts')
    .select(['id', 'recipient'])
    .where('payee_id', '=', payee)
    .where('replaced_at', 'is', null)
    .executeTakeFirstOrThrow()

test.each(times)('a payee who is paused while a payout is sent is paid before, or not at all (%i)', async () => {
  const earner = await buildPayable()
  const id = await buildApproved(earner)
  const pause = () =>
    world.call(pausePayouts, {
      token: first!.token,
      params: { id: earner.payee },
      body: { reason: 'Under investigation' },
    })
  const [paused] = await Promise.all([pause(), sendPayouts(world.deps), sendPayouts(world.deps)])
  expect(outcomeOf(paused)).toBe(200)
  await finish(id)
  expect(['approved', 'paid']).toContain(await stateOf(id))
})

test('an answer that comes late does not fail what another server has sent meanwhile', async () => {
  const earner = await buildPayable()
  const id = await buildApproved(earner)
  const { paystack } = world.deps.payouts
  let answer = (): void => undefined
  const waits = new Promise<void>((resolve) => (answer = resolve))
  const failure = { cause: 'balance', code: 'insufficient_balance', message: 'Too little' } as const
  const slow: Deps = {
    ...world.deps,
    payouts: {
      ...world.deps.payouts,
      paystack: { ...paystack!, send: () => waits.then(() => ({ state: 'failed', provider_id: null, failure })) },
    },
  }
  const sending = sendPayouts(slow)
  await expect.poll(() => stateOf(id)).toBe('sending')
  world.clock.now = new Date(world.clock.now.getTime() + 3 * minute_ms)
  world.simulators.control.set('paystack', { payouts: 'held' })
  await sendPayouts(world.deps)
  answer()
  await sending
  expect(await stateOf(id)).toBe('sent')
  const { reference } = await findPayout(earner)
  await world.simulators.control.desks.paystack.payouts.finish(reference!, 'paid')
  await finish(id)
  expect(await stateOf(id)).toBe('paid')
})
