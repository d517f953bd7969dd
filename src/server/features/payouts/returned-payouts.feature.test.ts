import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { proposePayout } from '#contract/payouts/desk/payees.ts'
import { approvePayout, getPayout, payoutList } from '#contract/payouts/desk/payouts.ts'
import { statementLineList } from '#contract/payouts/desk/statements.ts'
import { processWebhooks } from '#server/features/wallet/top-ups/webhooks.ts'
import { mailsOf, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import {
  buildEarner,
  buildStatement,
  createPayoutWorld,
  expectSettledWorld,
  updateConfirmed,
  updatePayable,
  type Earner,
} from '#test/kits/desk/payouts-kit.ts'
import type { WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { reconcilePayouts, reconcileRecentPayouts } from './reconcile-payouts.ts'
import { sendPayouts } from './send-payouts.ts'

let world: WalletWorld
let admin: Driver
beforeAll(async () => {
  ;({ world, first: admin } = await createPayoutWorld())
})
afterEach(() => expectSettledWorld(world))
afterAll(() => world.close())

interface Paid {
  earner: Earner
  id: string
  amount_minor: bigint
}

/** A payout to an account at Stripe that was made, as far as `behaviour` lets us know. */
async function buildPaid(behaviour: Parameters<WalletWorld['simulators']['control']['set']>[1] = {}): Promise<Paid> {
  const earner = await buildEarner(world, 'US')
  await updatePayable(world, { payee_id: earner.payee, country_code: 'US', owner: earner.owner, staff: admin })
  const findAccount = () =>
    world.db.selectFrom('payout_accounts').select('state').where('payee_id', '=', earner.payee).executeTakeFirst()
  await expect.poll(findAccount).toEqual({ state: 'verified' })
  const proposed = await world.call(proposePayout, { token: earner.owner.token, params: { id: earner.payee } })
  expect(proposed.status, JSON.stringify(proposed.problem)).toBe(200)
  const query = { payee: earner.payee }
  const id = (await world.call(payoutList.endpoint, { token: admin.token, query })).body.items[0]!.id
  await updateConfirmed(world, admin)
  await world.call(approvePayout, { token: admin.token, params: { id } })
  world.simulators.control.set('stripe', behaviour)
  await sendPayouts(world.deps)
  const { amount_minor } = await find(id)
  return { earner, id, amount_minor }
}

const find = (id: string) => world.db.selectFrom('payouts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const read = async (id: string) => (await world.call(getPayout, { token: admin.token, params: { id } })).body
const owed = ({ earner }: Paid) => sumLedgerEntries(world, 'payee_payable', earner.payee, 'USD')

/** A server may be at work on the webhook already. */
const expectOwed = (paid: Paid, minor: bigint) => expect.poll(() => owed(paid)).toBe(minor)

/** Reverses a part of a transfer at Stripe, or what is left of it, and lets its webhook arrive. */
async function reverse({ id }: Paid, minor?: bigint): Promise<void> {
  await world.simulators.control.desks.stripe.payouts.finish(`${id}-1`, 'returned', minor)
  await world.simulators.control.settled()
  await processWebhooks(world.deps)
}

async function reconcile() {
  const from = new Date(`${world.clock.now.toISOString().slice(0, 10)}T00:00:00Z`)
  const to = new Date(from.getTime() + 86_400_000)
  return (await reconcilePayouts(world.deps, world.deps.payouts.stripe!, from, to)).discrepancies
}

test('a part that comes back is owed again to the cent, and the rest stays paid', async () => {
  const paid = await buildPaid()
  const { earner, id, amount_minor } = paid
  await reverse(paid, 701n)
  await expectOwed(paid, 701n)
  expect(await read(id)).toMatchObject({ state: 'paid', returned: { amount: 7.01, currency: 'USD' } })
  await reverse(paid, 300n)
  await expectOwed(paid, 1_001n)
  expect(await mailsOf(world, earner.owner)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('$7.01 of your payout was returned'),
      expect.stringContaining('$3.00 of your payout was returned'),
    ]),
  )
  const partly = await world.call(payoutList.endpoint, {
    token: admin.token,
    query: { payee: earner.payee, part_returned: 'true' },
  })
  expect(partly.body.items).toMatchObject([{ id }])

  const statement = await buildStatement(world, earner.payee)
  const lines = await world.call(statementLineList.endpoint, { token: admin.token, query: { statement: statement! } })
  // All of the same minute.
  const shown = lines.body.items.map(({ kind, gross }) => ({ kind, amount: gross!.amount }))
  expect(shown.toSorted((a, b) => a.amount - b.amount)).toEqual([
    { kind: 'payout', amount: -Number(amount_minor) / 100 },
    { kind: 'payout_returned', amount: 3 },
    { kind: 'payout_returned', amount: 7.01 },
  ])

  await reverse(paid)
  await expectOwed(paid, amount_minor)
  expect(await read(id)).toMatchObject({ state: 'returned', returned: { amount: Number(amount_minor) / 100 } })
})

test('a part that comes back before we have learned that the rest was paid is owed again', async () => {
  const paid = await buildPaid({ drop_answers: 10, webhooks: 'never' })
  expect((await find(paid.id)).state).toBe('sending')
  await reverse(paid, 250n)
  world.simulators.control.reset()
  world.clock.advance(60)
  await sendPayouts(world.deps)
  expect(await find(paid.id)).toMatchObject({ state: 'paid', returned_minor: 250n })
  expect(await owed(paid)).toBe(250n)
})

test('reconciliation books a part of which no webhook came, and shows staff where ours has more', async () => {
  const paid = await buildPaid()
  world.simulators.control.set('stripe', { webhooks: 'never' })
  await reverse(paid, 99n)
  expect(await owed(paid)).toBe(0n)
  expect(await reconcile()).toEqual([])
  expect(await owed(paid)).toBe(99n)
  expect(await reconcile()).toEqual([])
  expect(await owed(paid)).toBe(99n)

  await world.db.updateTable('payouts').set({ returned_minor: 100n }).where('id', '=', paid.id).execute()
  const major = (minor: bigint) => `success ${Number(minor) / 100} USD`
  expect(await reconcile()).toMatchObject([
    {
      kind: 'payout_amount',
      reference: `${paid.id}-1`,
      ours: major(paid.amount_minor - 100n),
      theirs: major(paid.amount_minor - 99n),
    },
  ])
  await world.db.updateTable('payouts').set({ returned_minor: 99n }).where('id', '=', paid.id).execute()
})

/** Lets a day and two hours pass, after which the list of the day before is complete, and compares what is due. */
async function compareNextDay(): Promise<void> {
  world.clock.advance(26 * 60)
  await reconcileRecentPayouts({ ...world.deps, payouts: { stripe: world.deps.payouts.stripe! } })
}

test('what comes back at Stripe months after it was sent, without a webhook, is owed again the next day', async () => {
  const paid = await buildPaid()
  await compareNextDay()
  world.simulators.control.set('stripe', { webhooks: 'never' })
  world.clock.advance(120 * 24 * 60)
  await compareNextDay()
  await reverse(paid, 55n)
  expect(await owed(paid)).toBe(0n)
  await compareNextDay()
  expect(await owed(paid)).toBe(55n)
  await reverse(paid)
  await compareNextDay()
  expect(await owed(paid)).toBe(paid.amount_minor)
  expect((await find(paid.id)).state).toBe('returned')
})

test('days that passed without a server are compared afterwards', async () => {
  const paid = await buildPaid()
  await compareNextDay()
  world.simulators.control.set('stripe', { webhooks: 'never' })
  world.clock.advance(2 * 24 * 60)
  await reverse(paid, 55n)
  world.clock.advance(40 * 24 * 60)
  await compareNextDay()
  expect(await owed(paid)).toBe(55n)
})
