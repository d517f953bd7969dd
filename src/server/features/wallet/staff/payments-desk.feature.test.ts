import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  addDiscrepancyNote,
  getDiscrepancyRecord,
  moneyList,
  reopenDiscrepancy,
  resolveDiscrepancy,
} from '#contract/wallet/desk/money.ts'
import { checkRefund, getRefundRecord, refundList, retryRefund } from '#contract/wallet/desk/refunds.ts'
import { checkTopUp, getTopUpRecord, topUpList } from '#contract/wallet/desk/top-ups.ts'
import { refundTopUp } from '#contract/wallet/refunds.ts'
import { payAs } from '#simulators/test-kit.ts'
import { outcomeOf } from '#test/kits/bookings-kit.ts'
import { createWalletWorld, type WalletWorld } from '#test/kits/wallet-kit.ts'
import type { Driver } from '#test/kits/world.ts'
import { reportDiscrepancy } from '../reconciliation/discrepancies.ts'

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
  world.errors.splice(0)
})
afterAll(() => world.close())

const findTopUp = async (reference: string) =>
  (await world.call(topUpList.endpoint, { token: staff.token, query: { search: reference } })).body.items[0]!
const findRefund = async (reference: string) =>
  (await world.call(refundList.endpoint, { token: staff.token, query: { search: reference } })).body.items[0]!

/** Starts a top-up that is paid while the provider sends no webhook. */
async function startPaid(driver: Driver, amount: number): Promise<string> {
  world.simulators.control.set('stripe', { webhooks: 'never' })
  const { reference, page } = await world.startTopUp(driver, amount)
  await payAs(page, 'success')
  return reference
}

describe('a top-up in the desk', () => {
  test('is credited once when staff asks the provider, and can’t be credited by hand', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const reference = await startPaid(driver, 20)
    const row = await findTopUp(reference)
    expect(row).toMatchObject({ status: 'pending', customer: 'Ada', amount: { amount: 20 }, credited: null })
    const params = { id: row.id }
    const check = () => world.call(checkTopUp, { token: staff.token, params })
    const answers = await Promise.all([check(), check()])
    expect(answers.map(outcomeOf)).toEqual(['200', '200'])
    expect(await world.balance(driver)).toBe(20)
    expect(await world.countCredits(driver)).toBe(1)
    const { body } = await world.call(getTopUpRecord, { token: staff.token, params })
    expect(body).toMatchObject({ status: 'success', credited: { amount: 20, currency: 'CAD' }, title: reference })
    expect(body.transfer_id).not.toBeNull()
    const logged = await world.db.selectFrom('audit_log').select('after').where('record_id', '=', row.id).execute()
    expect(logged).toEqual(Array.from({ length: 2 }, () => ({ after: { asked: 'stripe', reference } })))
  })

  test('stays as it is while the provider doesn’t answer', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const reference = await startPaid(driver, 20)
    const { id } = await findTopUp(reference)
    world.simulators.control.set('stripe', { unavailable: true })
    const silent = await world.call(checkTopUp, { token: staff.token, params: { id } })
    expect(outcomeOf(silent)).toBe('502 provider_silent')
    world.simulators.control.set('stripe', { unavailable: false })
    expect(await world.balance(driver)).toBe(0)
    expect((await findTopUp(reference)).status).toBe('pending')
  })

  test('is for those with the permission', async () => {
    const driver = await world.buildDriver({ country_code: 'CA' })
    const { id } = await findTopUp((await world.startTopUp(driver, 20)).reference)
    for (const role of ['employee', 'partner'] as const) {
      const { token } = await world.buildDriver({ role })
      expect(outcomeOf(await world.call(checkTopUp, { token, params: { id } }))).toBe('403 forbidden')
      expect(outcomeOf(await world.call(getTopUpRecord, { token, params: { id } }))).toBe('403 forbidden')
    }
    const unknown = { id: '01890000-0000-7000-8000-000000000000' }
    expect(outcomeOf(await world.call(checkTopUp, { token: staff.token, params: unknown }))).toBe('404 not_found')
    expect((await world.call(checkTopUp, { token: staff.token, params: { id: 'x' } })).status).toBe(422)
  })
})

test('a refund that is under way is asked about, and one that has ended is not', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const reference = await startPaid(driver, 20)
  await world.call(checkTopUp, { token: staff.token, params: { id: (await findTopUp(reference)).id } })
  world.simulators.control.set('stripe', { refunds: 'held' })
  const { body } = await world.call(refundTopUp, { token: driver.token, body: { payment_reference: reference } })
  const row = await findRefund(body.data.refund.reference)
  expect(row).toMatchObject({ status: 'processing', held: { amount: 20 }, owed: null, kind: 'refund' })
  const params = { id: row.id }
  expect(outcomeOf(await world.call(retryRefund, { token: staff.token, params }))).toBe('409 refund_ended')
  const still = await world.call(checkRefund, { token: staff.token, params })
  expect(still.body).toMatchObject({ status: 'processing', actions: ['check'], top_up: reference })
  expect(still.body.checked_at).toBe(world.clock.now.toISOString())
  const { body: read } = await world.call(getRefundRecord, { token: staff.token, params })
  expect(read.amount).toEqual({ amount: 20, currency: 'CAD' })
})

test('a refund that the provider has not accepted is requested again', async () => {
  const driver = await world.buildDriver({ country_code: 'CA' })
  const reference = await startPaid(driver, 20)
  await world.call(checkTopUp, { token: staff.token, params: { id: (await findTopUp(reference)).id } })
  world.simulators.control.set('stripe', { unavailable: true })
  const { body } = await world.call(refundTopUp, { token: driver.token, body: { payment_reference: reference } })
  world.simulators.control.set('stripe', { unavailable: false })
  const row = await findRefund(body.data.refund.reference)
  expect(row.status).toBe('pending')
  const params = { id: row.id }
  expect(outcomeOf(await world.call(checkRefund, { token: staff.token, params }))).toBe('409 refund_ended')
  expect((await world.call(retryRefund, { token: staff.token, params })).body.status).toMatch(/processing|done/)
  await expect
    .poll(async () => (await world.call(getRefundRecord, { token: staff.token, params })).body)
    .toMatchObject({ status: 'done', held: null, actions: [] })
  expect(await world.balance(driver)).toBe(0)
})

test('a discrepancy is closed with a note, opened again, and noted', async () => {
  const discrepancy = { kind: 'amount', provider: 'stripe', ours: 'asked 20 CAD', theirs: 'success 5 CAD' } as const
  await reportDiscrepancy(world.deps, { ...discrepancy, reference: 'PW-UNKNOWN' })
  const { token } = staff
  const found = await world.call(moneyList.endpoint, { token, query: { state: 'open', search: 'pw-unknown' } })
  expect(found.body).toMatchObject({ total: 1, counts: { open: 1 }, items: [{ kind: 'amount', provider: 'stripe' }] })
  const params = { id: found.body.items[0]!.id }
  expect((await world.call(resolveDiscrepancy, { token, params, body: { note: ' ' } })).status).toBe(422)
  const closed = await world.call(resolveDiscrepancy, { token, params, body: { note: 'Credited by hand at Stripe' } })
  expect(closed.body).toMatchObject({
    state: 'resolved',
    actions: ['reopen', 'note'],
    resolved_by: 'Ada',
  })
  expect((await world.call(reopenDiscrepancy, { token, params })).body.actions).toEqual(['resolve', 'note'])
  await world.call(addDiscrepancyNote, { token, params, body: { note: 'Asked Stripe' } })
  const { body } = await world.call(getDiscrepancyRecord, { token, params })
  expect(body.notes.map((note) => note.body).toSorted()).toEqual(['Asked Stripe', 'Credited by hand at Stripe', null])
})
