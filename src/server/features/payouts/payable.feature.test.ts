import { afterAll, beforeAll, expect, test } from 'vitest'
import { payeeList } from '#contract/payouts/desk/payees.ts'
import { day_ms } from '#contract/time.ts'
import { buildPaidBooking } from '#test/kits/bookings-kit.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { buildPayout, readPayee } from '#test/kits/desk/payouts-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let admin: Driver
let payee: string
/** What is owed: of 8 dollars, a tenth is ours, and the tax on that. */
let balance: number
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'administrator' })
  const park = await world.buildPark({ partner: 'Payable Parking' })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  for (const from of [0, 8]) await buildPaidBooking(world, driver, park, from, 4)
  const partner_id = await findOrCreatePartner(world.db, 'CA', 'Payable Parking')
  await buildPayout(world, partner_id, admin.user_id)
  payee = (
    await world.db.selectFrom('payees').select('id').where('partner_id', '=', partner_id).executeTakeFirstOrThrow()
  ).id
  balance = (await read()).balance.amount
})
afterAll(() => world.close())

const read = () => readPayee(world, admin, payee)
const listed = async (query: object = {}) => {
  const input = { token: admin.token, query: { partner: 'Payable', ...query } }
  const { items } = (await world.call(payeeList.endpoint, input)).body
  return items.map((row) => [row.payable?.amount, row.held_back])
}
const setPayee = (change: object) => world.db.updateTable('payees').set(change).where('id', '=', payee).execute()
const setAccount = (change: object) =>
  world.db.updateTable('payout_accounts').set(change).where('payee_id', '=', payee).execute()
const setTerms = (change: object) =>
  world.db.updateTable('payout_terms').set(change).where('payee_id', '=', payee).execute()

test('is the balance, and the list says the same as the record', async () => {
  expect(balance).toBeGreaterThan(0)
  expect(await listed()).toEqual([[balance, null]])
  expect(await read()).toMatchObject({ payable: { amount: balance }, held_back: null, reserved: { amount: 0 } })
  expect(await listed({ payable: 'true' })).toHaveLength(1)
})

test.each([
  ['paused', () => setPayee({ is_paused: true }), () => setPayee({ is_paused: false })],
  ['no_identity', () => setPayee({ identity: 'expired' }), () => setPayee({ identity: 'verified' })],
  ['no_account', () => setAccount({ state: 'pending' }), () => setAccount({ state: 'verified' })],
  [
    'account_waits',
    () => setAccount({ usable_from: new Date(world.clock.now.getTime() + day_ms) }),
    () => setAccount({ usable_from: new Date(world.clock.now.getTime() - day_ms) }),
  ],
  ['minimum', () => setTerms({ minimum_minor: 1_000_000n }), () => setTerms({ minimum_minor: 1n })],
  ['reserve', () => setTerms({ reserve: 100_000, reserve_days: 30 }), () => setTerms({ reserve: 0, reserve_days: 0 })],
])('nothing can be paid: %s', async (reason, hold, letGo) => {
  await hold()
  expect(await listed()).toEqual([[0, reason]])
  expect(await read()).toMatchObject({ payable: { amount: 0 }, held_back: reason, balance: { amount: balance } })
  expect(await listed({ payable: 'true' })).toEqual([])
  await letGo()
  expect(await listed()).toEqual([[balance, null]])
})

test('a part of the sales of the last days waits for refunds and disputes, and then no longer', async () => {
  await setTerms({ reserve: 25_000, reserve_days: 7 })
  // A quarter of what is left of the sales after our commission.
  const rows = await world.db.selectFrom('statement_lines').selectAll().where('kind', '=', 'sale').execute()
  const sold_minor = rows.reduce((sum, line) => sum + line.amount_minor - line.commission_minor + line.booked_minor, 0n)
  const reserved = Number((sold_minor * 25_000n) / 100_000n) / 100
  const record = await read()
  expect(record).toMatchObject({ reserved: { amount: reserved }, held_back: 'reserve' })
  expect(record.payable.amount).toBeCloseTo(balance - reserved, 5)
  expect(await listed()).toEqual([[record.payable.amount, 'reserve']])
  world.clock.now = new Date(world.clock.now.getTime() + 8 * day_ms)
  const later = await world.buildDriver({ role: 'administrator' })
  const body = await readPayee(world, later, payee)
  expect(body).toMatchObject({ reserved: { amount: 0 }, payable: { amount: balance }, held_back: null })
})
