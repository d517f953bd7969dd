import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  adjustmentList,
  approveAdjustment,
  getAdjustmentRecord,
  refuseAdjustment,
  requestAdjustment,
  withdrawAdjustment,
} from '#contract/wallet/desk/adjustments.ts'
import { getTransactionRecord, transactionList } from '#contract/wallet/desk/transactions.ts'
import {
  balanceOf,
  expectConsistentData,
  mailsOf,
  buildPaidBooking,
  outcomeOf,
  sumLedgerEntries,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ pool: 8 })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const confirm = ({ user_id }: Driver) =>
  world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()

const newAdministrator = async () => {
  const administrator = await world.buildDriver({ role: 'administrator' })
  await confirm(administrator)
  return administrator
}

const request = (
  { token }: Driver,
  customer: string,
  amount: unknown,
  { reason = 'Charged twice', currency = 'CAD', headers = {} as Record<string, string> } = {},
) => world.call(requestAdjustment, { token, headers, body: { customer, amount, currency, reason } })

const decide = ({ token }: Driver, id: string) => ({
  approve: () => world.call(approveAdjustment, { token, params: { id } }),
  refuse: (note?: string) => world.call(refuseAdjustment, { token, params: { id }, body: { note } }),
  withdraw: () => world.call(withdrawAdjustment, { token, params: { id } }),
  read: () => world.call(getAdjustmentRecord, { token, params: { id } }),
})

describe('a correction of a wallet', () => {
  test('is posted once a second person approves it', async () => {
    const [first, second] = [await newAdministrator(), await newAdministrator()]
    const customer = await world.buildDriver({ balance_minor: 1_000n })
    const before = await sumLedgerEntries(world, 'adjustment', '')
    const requested = await request(first, customer.email, 12.5)
    expect(requested.status).toBe(201)
    expect(requested.body).toMatchObject({ state: 'waiting', actions: ['withdraw'], amount: { amount: 12.5 } })
    expect(await balanceOf(world, customer)).toBe(1_000n)
    const { id } = requested.body
    expect(outcomeOf(await decide(first, id).approve())).toBe('403 own_request')
    expect(outcomeOf(await decide(first, id).refuse())).toBe('403 own_request')
    expect(outcomeOf(await decide(second, id).withdraw())).toBe('403 own_request')
    expect((await decide(second, id).read()).body.actions).toEqual(['approve', 'refuse'])
    const approved = await decide(second, id).approve()
    expect(approved.body).toMatchObject({ state: 'approved', decided_by: 'Ada', actions: [] })
    expect(await balanceOf(world, customer)).toBe(2_250n)
    expect(await mailsOf(world, customer)).toEqual(['Your wallet was corrected'])
    expect(await sumLedgerEntries(world, 'adjustment', '')).toBe(before - 1_250n)
    const transfer = await world.call(getTransactionRecord, {
      token: second.token,
      params: { id: approved.body.transfer_id! },
    })
    expect(transfer.body).toMatchObject({ kind: 'adjustment', adjustment_id: id })
  })

  test('counts the first of two decisions that are made at once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, newAdministrator))
    const customer = await world.buildDriver({ balance_minor: 0n })
    const { id } = (await request(people[0]!, customer.email, 5)).body
    const answers = await Promise.all([
      ...people.slice(1, 3).map((person) => decide(person, id).approve()),
      ...people.slice(3).map((person) => decide(person, id).refuse('Not ours')),
      decide(people[0]!, id).withdraw(),
    ])
    expect(answers.map(outcomeOf).toSorted()).toEqual([
      '200',
      ...Array.from({ length: 4 }, () => '409 already_decided'),
    ])
    const { state } = (await decide(people[1]!, id).read()).body
    expect(await balanceOf(world, customer)).toBe(state === 'approved' ? 500n : 0n)
  })

  test('takes out no more than the wallet holds, and is never for oneself', async () => {
    const [first, second] = [await newAdministrator(), await newAdministrator()]
    const customer = await world.buildDriver({ balance_minor: 300n })
    const { id } = (await request(first, customer.email, -4)).body
    expect(outcomeOf(await decide(second, id).approve())).toBe('409 balance_too_low')
    expect((await decide(second, id).read()).body.state).toBe('waiting')
    expect(outcomeOf(await decide(second, id).refuse())).toBe('200')
    const exact = (await request(first, customer.email, -3)).body
    expect(outcomeOf(await decide(second, exact.id).approve())).toBe('200')
    expect(await balanceOf(world, customer)).toBe(0n)
    expect(outcomeOf(await request(first, first.email, 5))).toBe('403 own_wallet')
    const own = (await request(first, second.email, 5)).body
    expect(outcomeOf(await decide(second, own.id).approve())).toBe('403 own_wallet')
  })

  test('needs the password again on both sides, and the permission', async () => {
    const first = await newAdministrator()
    const second = await world.buildDriver({ role: 'administrator' })
    const staff = await world.buildDriver({ role: 'staff' })
    const customer = await world.buildDriver()
    const { id } = (await request(first, customer.email, 5)).body
    expect(outcomeOf(await decide(second, id).approve())).toBe('403 reauth_required')
    expect(outcomeOf(await request(second, customer.email, 5))).toBe('403 reauth_required')
    await confirm(staff)
    expect(outcomeOf(await request(staff, customer.email, 5))).toBe('403 forbidden')
    expect(outcomeOf(await decide(staff, id).approve())).toBe('403 forbidden')
  })

  test.each([
    [0, {}],
    ['5', {}],
    [0.001, {}],
    [1e9, {}],
    [-1e9, {}],
    [5.5, { currency: 'NGN' }],
    [5, { currency: 'BTC' }],
    [5, { reason: '' }],
    [5, { reason: 'x'.repeat(301) }],
    [5, { reason: 'a\u0000b' }],
  ])('refuses %s %j', async (amount, change) => {
    const customer = await world.buildDriver()
    expect((await request(await newAdministrator(), customer.email, amount, change)).status).toBe(422)
  })

  test('refuses an unknown account, and is requested once for a repeated call', async () => {
    const first = await newAdministrator()
    const customer = await world.buildDriver()
    expect((await request(first, 'nobody@example.org', 5)).status).toBe(422)
    const headers = { 'idempotency-key': 'once' }
    const [value, second] = [
      await request(first, customer.email, 5, { headers }),
      await request(first, customer.email, 5, { headers }),
    ]
    expect(second.body.id).toBe(value.body.id)
    const found = await world.call(adjustmentList.endpoint, { token: first.token, query: { customer: customer.email } })
    expect(found.body).toMatchObject({ total: 1, items: [{ reason: 'Charged twice', state: 'waiting' }] })
  })
})

describe('transactions', () => {
  test('are found by booking, customer, account and reference, with their entries', async () => {
    const staff = await world.buildDriver({ role: 'staff' })
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const park = await world.buildPark()
    const booking = await buildPaidBooking(world, driver, park)
    const find = async (query: Record<string, string>) =>
      (await world.call(transactionList.endpoint, { token: staff.token, query })).body
    for (const query of [{ booking: booking.booking_code.toLowerCase() }, { booking: booking.id }])
      expect(await find(query)).toMatchObject({
        total: 1,
        items: [{ kind: 'booking', booking: booking.booking_code, customer: 'Ada', from: ['customer'] }],
      })
    expect((await find({ customer: driver.email })).total).toBe(2)
    expect((await find({ customer: driver.user_id, kind: 'booking' })).total).toBe(1)
    expect((await find({ customer: driver.email, account: 'park_payable' })).total).toBe(1)
    expect((await find({ customer: driver.email, currency: 'NGN' })).total).toBe(0)
    expect((await find({ search: booking.booking_code })).items[0]).toMatchObject({ booking: booking.booking_code })
    expect((await find({ search: booking.id })).total).toBe(1)
    expect((await find({ search: "'; --" })).total).toBe(0)
    const { id } = (await find({ booking: booking.id })).items[0]!
    const { body } = await world.call(getTransactionRecord, { token: staff.token, params: { id } })
    expect(body).toMatchObject({ kind: 'booking', booking: booking.booking_code, amount: { currency: 'CAD' } })
    expect(body.entries.reduce((sum, { amount }) => sum + Math.round(amount.amount * 100), 0)).toBe(0)
    expect(body.entries[0]).toMatchObject({ account: 'customer', owner: 'Ada' })
  })

  test('are not for those without the permission', async () => {
    for (const role of ['employee', 'partner', 'pos_operator'] as const) {
      const { token } = await world.buildDriver({ role })
      expect(outcomeOf(await world.call(transactionList.endpoint, { token }))).toBe('403 forbidden')
    }
  })
})
