import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { countWaiting } from '#contract/desk/dashboard.ts'
import { checkDispute, disputeList, downloadDisputePack, getDisputeRecord } from '#contract/disputes/desk.ts'
import { day_ms } from '#contract/time.ts'
import { payAs } from '#simulators/test-kit.ts'
import { bookingCallsOf, bookingRequestFor, outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { drawDisputePack } from './draw-pack.ts'
import { readDisputePack } from './read-pack.ts'

let world: WalletWorld
let staff: Driver
beforeAll(async () => {
  world = await createWalletWorld()
  staff = await world.buildDriver({ role: 'staff' })
})
afterEach(async () => {
  world.simulators.control.reset()
  await world.simulators.control.settled()
  await world.expectBalancedLedger()
  // What staff must do is in the log too.
  world.errors.splice(0)
})
afterAll(() => world.close())

async function topUp(driver: Driver, amount: number): Promise<string> {
  const before = await world.balance(driver)
  const { reference, page } = await world.startTopUp(driver, amount)
  await payAs(page, 'success')
  await expect.poll(() => world.balance(driver)).toBe(before + amount)
  return reference
}
const findDisputes = async (reference: string) =>
  (await world.call(disputeList.endpoint, { token: staff.token, query: { search: reference } })).body.items
const getRecord = async (id: string) =>
  (await world.call(getDisputeRecord, { token: staff.token, params: { id } })).body

/** A booking that the first of two payments paid for, and the dispute of that payment at Stripe. */
async function buildDispute() {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const reference = await topUp(driver, 50)
  await topUp(driver, 50)
  const park = await world.buildPark()
  const { body: booking } = await bookingCallsOf(world, driver).book(bookingRequestFor(world, park))
  await world.simulators.control.desks.stripe.dispute!(reference)
  await expect.poll(async () => (await findDisputes(reference)).length).toBe(1)
  await world.simulators.control.settled()
  const { id } = (await findDisputes(reference))[0]!
  return { driver, reference, booking, id }
}

test('lists a dispute with its deadline, its claim and what the payment paid for', async () => {
  const { driver, reference, booking, id } = await buildDispute()
  const record = await getRecord(id)
  expect(record).toMatchObject({
    title: reference,
    stage: 'needs_answer',
    customer: 'Ada',
    email: driver.email,
    amount: { amount: 50, currency: 'CAD' },
    answer_by: new Date(Math.floor(world.clock.now.getTime() / 1000) * 1000 + 9 * day_ms).toISOString(),
    sales: [{ kind: 'booking', code: booking.booking_code, paid: { amount: booking.total } }],
    unspent: { amount: 50 - booking.total },
    actions: ['check'],
  })
  expect(record.evidence).toContainEqual({ kind: 'receipt', is_held: true })
  expect(record.evidence).toContainEqual({ kind: 'service_date', is_held: true })
  const { items } = (await world.call(countWaiting, { token: staff.token })).body
  expect(items).toContainEqual({ name: 'disputes_waiting', value: 1, list: 'disputes?state=needs_answer' })
})

test('follows a dispute to its end, after which nobody is asked', async () => {
  const { reference, id } = await buildDispute()
  const { answer_by } = await getRecord(id)
  const params = { id }
  expect((await world.call(checkDispute, { token: staff.token, params })).body).toMatchObject({ stage: 'needs_answer' })
  await world.simulators.control.desks.stripe.closeDispute!(reference, 'won')
  await expect.poll(async () => (await getRecord(id)).stage).toBe('won')
  expect(await getRecord(id)).toMatchObject({ actions: [], answer_by, ended_at: world.clock.now.toISOString() })
  expect(outcomeOf(await world.call(checkDispute, { token: staff.token, params }))).toBe('409 refund_ended')
})

test('stores a dispute at Paystack with what it claims, and until when it takes evidence', async () => {
  const driver = await world.buildDriver({ country_code: 'NG' })
  const reference = await topUp(driver, 2_000)
  const { paystack } = world.simulators.control.desks
  await paystack.dispute!(reference)
  await expect.poll(() => findDisputes(reference)).toMatchObject([{ stage: 'needs_answer', claim: 'chargeback' }])
  const [row] = await findDisputes(reference)
  const record = await getRecord(row!.id)
  expect(record.answer_by).toBe(new Date(world.clock.now.getTime() + day_ms).toISOString())
  expect(record).toMatchObject({ sales: [], unspent: { amount: 2_000, currency: 'NGN' } })
  await paystack.closeDispute!(reference, 'lost')
  await expect.poll(async () => (await getRecord(row!.id)).stage).toBe('given_up')
})

test('makes one file of all evidence, and logs who downloaded it', async () => {
  const { driver, reference, booking, id } = await buildDispute()
  const pack = await readDisputePack(world.deps, id)
  expect(pack).toMatchObject({
    locale: 'en-CA',
    payment: { reference },
    customer: { email: driver.email },
    bookings: [{ details: { booking_code: booking.booking_code }, paid: { amount: booking.total } }],
    others: [{ amount: { amount: 50, currency: 'CAD' } }],
    refunds: [{ kind: 'dispute' }],
  })
  expect(pack.mails.map(({ subject }) => subject).join()).toContain(booking.booking_code)
  expect((await drawDisputePack(pack)).subarray(0, 5).toString()).toBe('%PDF-')

  const answer = await world.app.inject({
    url: `/api/v1/admin/disputes/${id}/pack`,
    headers: { authorization: `Bearer ${staff.token}` },
  })
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'application/pdf',
    'private, no-store',
  ])
  expect(answer.headers['content-disposition']).toContain(`dispute-${reference}.pdf`)
  const log = await world.db.selectFrom('audit_log').selectAll().where('record_id', '=', id).execute()
  expect(log).toMatchObject([{ action: 'downloadDisputePack', user_id: staff.user_id, kind: 'dispute' }])
})

test('gives the evidence only to those with the permission, and names no erased customer', async () => {
  const { driver, id } = await buildDispute()
  for (const role of ['employee', 'partner', 'branch_manager'] as const) {
    const { token } = await world.buildDriver({ role })
    expect(outcomeOf(await world.call(downloadDisputePack, { token, params: { id } }))).toBe('403 forbidden')
    expect(outcomeOf(await world.call(getDisputeRecord, { token, params: { id } }))).toBe('403 forbidden')
  }
  expect(outcomeOf(await world.call(downloadDisputePack, { token: driver.token, params: { id } }))).toBe(
    '403 forbidden',
  )
  const unknown = { id: '01890000-0000-7000-8000-000000000000' }
  expect(outcomeOf(await world.call(downloadDisputePack, { token: staff.token, params: unknown }))).toBe(
    '404 not_found',
  )
  await world.db.updateTable('users').set({ erased_at: world.clock.now }).where('id', '=', driver.user_id).execute()
  expect((await readDisputePack(world.deps, id)).customer).toBeNull()
  expect(await getRecord(id)).toMatchObject({ customer: null })
})
