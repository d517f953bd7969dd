import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createQuote } from '#contract/bookings/bookings.ts'
import {
  cancelBookingByPark,
  getBookingRecord,
  giveGoodwill,
  resendBookingMail,
} from '#contract/bookings/desk/booking-record.ts'
import * as own from '#contract/cash/desk/own-shift.ts'
import * as registers from '#contract/cash/desk/registers.ts'
import { getZReport } from '#contract/cash/desk/z-report.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as contract from '#contract/orders/desk/counter-bookings.ts'
import { findCounterCustomers } from '#contract/orders/desk/pos.ts'
import { balanceOf, expectConsistentData } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver, TestPark } from '#test/kits/world.ts'

let desk: OrderDesk
let operator: Driver
let register_id: string
let park: TestPark

beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  operator = await world.buildDriver()
  await giveRole(world.db, { user_id: operator.user_id, role: 'pos_operator', branch_id: branch.id })
  park = await world.buildPark()
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  const body = { branch_id: branch.id, name: 'Gate', takes_terminal: true, receipt_width: '58' as const }
  register_id = (await world.call(registers.createRegister, { token: manager.token, body })).body.id
})
afterEach(() => expectConsistentData(desk.world))
afterAll(() => desk.world.close())

const shiftOf = async ({ token } = operator) => (await desk.world.call(own.getOwnShift, { token })).body.shift!
type Request = BodyOf<typeof contract.createCounterBooking>
const times = (from_h = 2, length_h = 2) => {
  const at = (hours: number) => new Date(desk.world.clock.now.getTime() + hours * 3_600_000).toISOString()
  return { start_time: at(from_h), end_time: at(from_h + length_h) }
}
const quote = async (body: object = {}) => {
  const chosen = { park_id: park.id, vehicle_type_id: 1, plate: 'abc 123', ...times(), ...body }
  const answer = await desk.world.call(createQuote, { body: chosen })
  expect(answer.status, JSON.stringify(answer)).toBe(200)
  return { ...chosen, quote_id: answer.body.quote_id, total: answer.body.total }
}
const book = async (body: Partial<Request> = {}, { token } = operator) => {
  const { terminal, tendered, customer_id, phone, book_again, id = crypto.randomUUID(), ...chosen } = body
  const rest = Object.entries({ terminal, tendered, customer_id, phone, book_again }).filter(
    ([, value]) => value !== undefined,
  )
  const agreed = body.quote_id === undefined ? await quote(chosen) : chosen
  return desk.world.call(contract.createCounterBooking, {
    token,
    body: { id, ...agreed, ...Object.fromEntries(rest) } as Request,
  })
}
const refund = (id: string, body: BodyOf<typeof contract.refundCounterBooking>, { token } = operator) =>
  desk.world.call(contract.refundCounterBooking, { token, params: { id }, body })
const guests = () => desk.world.db.selectFrom('guest_accounts').selectAll().execute()

describe('a booking at the counter', () => {
  test('needs an open shift, and is for a car park of its branch', async () => {
    const { world } = desk
    const { token } = operator
    expect(outcomeOf(await book())).toBe('409 shift_needed')
    expect(outcomeOf(await world.call(contract.listCounterParks, { token }))).toBe('409 shift_needed')
    await world.call(own.openShift, { token, body: { register_id, count: { 2_000: 5 } } })
    const { items } = (await world.call(contract.listCounterParks, { token })).body
    expect(items).toMatchObject([{ id: park.id, timezone: 'America/Toronto' }])
    const elsewhere = await world.buildPark()
    expect(outcomeOf(await book({ park_id: elsewhere.id }))).toBe('422 validation_failed park_id')
  })

  test('is paid in cash through the wallet of a guest, whom the plate names from then on', async () => {
    const { world } = desk
    const id = crypto.randomUUID()
    const agreed = await quote()
    const first = await book({ id, ...agreed, tendered: 20 })
    expect([first.status, first.body.status, first.body.plate, first.body.has_account]).toEqual([
      201,
      'active',
      'ABC 123',
      false,
    ])
    const { cash, total } = first.body
    expect(Math.abs(cash!.due.amount - total.amount)).toBeLessThanOrEqual(0.02)
    expect(cash!.change.amount).toBeCloseTo(20 - cash!.due.amount)
    // The answer was lost, or somebody pressed twice.
    const again = await book({ id, ...agreed, tendered: 20 })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(outcomeOf(await book({ id, ...agreed, plate: 'XYZ 9' }))).toBe('409 sale_exists')
    const [guest] = await guests()
    expect(guest).toMatchObject({ plate_key: 'ABC123', phone: null })
    const account = await world.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', guest!.user_id)
      .executeTakeFirstOrThrow()
    expect([account.email.endsWith('@guest.invalid'), account.password_hash, account.email_verified_at]).toEqual([
      true,
      null,
      null,
    ])
    expect(await balanceOf(world, { user_id: guest!.user_id } as Driver)).toBe(0n)
    expect(
      await world.db.selectFrom('mails').select('to_address').where('to_address', 'like', '%guest.invalid').execute(),
    ).toEqual([])
    const shift = await shiftOf()
    expect([shift.parking_count, shift.parking.amount, shift.cash_sales.amount, shift.sales]).toEqual([
      1,
      cash!.due.amount,
      cash!.due.amount,
      0,
    ])
    expect(shift.expected.amount).toBeCloseTo(100 + cash!.due.amount)
  })

  test('of the same plate at the same times is booked again once the seller says so', async () => {
    expect(outcomeOf(await book({ plate: 'ABC-123' }))).toBe('409 already_booked')
    const again = await book({ plate: 'ABC-123', book_again: true })
    expect(again.status).toBe(201)
    expect(await guests()).toHaveLength(1)
  })

  test('by card terminal needs its slip, and a number names its guest', async () => {
    const { total } = await quote({ plate: 'TEL 1' })
    const paid = await book({ plate: 'TEL 1', phone: '416 555 0123', terminal: { amount: total, slip: '0042' } })
    expect([paid.status, paid.body.terminal?.amount, paid.body.cash]).toEqual([201, total, null])
    const slip = await book({ plate: 'TEL 2', phone: '+1 416-555-0123', terminal: { amount: total, slip: '0042' } })
    expect(outcomeOf(slip)).toBe('409 slip_used')
    const other = await book({ plate: 'TEL 2', phone: '+1 416-555-0123', terminal: { amount: total, slip: '0043' } })
    expect(other.status).toBe(201)
    expect((await guests()).filter(({ phone }) => phone === '+14165550123')).toHaveLength(1)
    expect(outcomeOf(await book({ plate: 'TEL 3', phone: '12' }))).toBe('422 validation_failed phone')
    const { token } = operator
    const body = { search: '+14165550123' }
    expect((await desk.world.call(findCounterCustomers, { token, body })).body.items).toEqual([])
    const code = { search: paid.body.booking_code }
    expect((await desk.world.call(findCounterCustomers, { token, body: code })).body.items).toEqual([])
  })

  test('of a guest offers staff nothing that would not reach the driver', async () => {
    const { world, customer } = desk
    const { token } = await world.buildDriver({ role: 'admin' })
    await world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).execute()
    const actionsOf = async ({ id }: { id: string }) =>
      (await world.call(getBookingRecord, { token, params: { id } })).body.actions
    const guest = (await book({ plate: 'STAFF 1', ...times(50) })).body
    const account = (await book({ plate: 'STAFF 2', ...times(50), customer_id: customer.user_id })).body
    const unreachable = ['extend', 'move', 'goodwill', 'resend']
    expect((await actionsOf(guest)).filter((action) => unreachable.includes(action))).toEqual([])
    expect(await actionsOf(account)).toEqual(expect.arrayContaining(unreachable))
    expect(await actionsOf(guest)).toEqual(expect.arrayContaining(['plate', 'cancel', 'refund']))
    const params = { id: guest.id }
    const goodwill = { amount: 1, reason: 'The barrier was stuck.' }
    expect(outcomeOf(await world.call(giveGoodwill, { token, params, body: goodwill }))).toBe('409 invalid_transition')
    const mail = { mail: 'receipt' as const }
    expect(outcomeOf(await world.call(resendBookingMail, { token, params, body: mail }))).toBe('409 invalid_transition')
  })

  test('of an account leaves the money of its wallet and its debts alone, and is mailed', async () => {
    const { world, customer } = desk
    const before = await desk.balance()
    const booked = await book({ plate: 'OWN 1', customer_id: customer.user_id })
    expect([booked.status, booked.body.has_account]).toEqual([201, true])
    expect(await desk.balance()).toBe(before)
    const row = await world.db
      .selectFrom('bookings')
      .select('user_id')
      .where('id', '=', booked.body.id)
      .executeTakeFirstOrThrow()
    expect(row.user_id).toBe(customer.user_id)
  })

  test('has a receipt with its pass, of which a second print is a copy', async () => {
    const { world, stranger } = desk
    const { token } = operator
    const { body: booked } = await book({ plate: 'PASS 1' })
    const params = { id: booked.booking_code }
    const read = await world.call(contract.getCounterBooking, { token, params })
    expect(read.body.pass!.qr_path.length).toBeGreaterThan(100)
    expect(read.body.lines.reduce((sum, { amount }) => sum + amount, 0)).toBeCloseTo(read.body.total.amount)
    const print = async () => (await world.call(contract.recordParkingReceiptPrint, { token, params })).body.prints
    expect([await print(), await print()]).toEqual([1, 2])
    expect(outcomeOf(await world.call(contract.getCounterBooking, { token: stranger.token, params }))).toMatch(
      /^40[34]/,
    )
  })
})

describe('a refund at the counter', () => {
  test('of a guest comes out of the drawer, with a manager’s code where the seller may not refund', async () => {
    const { world, manager } = desk
    const { body: booked } = await book({ plate: 'BACK 1' })
    const before = await shiftOf()
    expect(booked.refund).toMatchObject({ cancels: true, to: ['drawer'], needs_code: true, amount: booked.total })
    expect(outcomeOf(await refund(booked.booking_code, { to: 'wallet' }))).toBe('422 validation_failed to')
    expect(outcomeOf(await refund(booked.booking_code, { to: 'drawer' }))).toBe('409 approval_needed')
    expect(outcomeOf(await refund(booked.booking_code, { to: 'drawer', code: '000000' }))).toMatch(/manager_code/)
    const body = { register_id }
    const { code } = (await world.call(own.createManagerCode, { token: manager.token, body })).body
    const done = await refund(booked.booking_code, { to: 'drawer', code })
    expect([done.status, done.body.status, done.body.refunded, done.body.refund.to]).toEqual([
      200,
      'cancelled',
      booked.total,
      [],
    ])
    const after = await shiftOf()
    expect(before.expected.amount - after.expected.amount).toBeCloseTo(booked.cash!.due.amount)
    expect(outcomeOf(await refund(booked.booking_code, { to: 'drawer', code }))).toBe('409 invalid_transition')
  })

  test('of an account goes to the wallet, or out of the drawer where they choose so', async () => {
    const { customer, world, branch } = desk
    await giveRole(world.db, { user_id: operator.user_id, role: 'branch_manager', branch_id: branch.id })
    const wallet = (await book({ plate: 'OWN 2', customer_id: customer.user_id })).body
    const before = await desk.balance()
    expect((await refund(wallet.id, { to: 'wallet' })).body.paid_out.amount).toBe(0)
    const credited = (await desk.balance()) - before
    expect(credited).toBe(BigInt(Math.round(wallet.total.amount * 100)))
    const drawer = (await book({ plate: 'OWN 3', customer_id: customer.user_id })).body
    expect((await refund(drawer.id, { to: 'drawer' })).body.paid_out).toEqual(drawer.total)
    expect((await desk.balance()) - before).toBe(credited)
  })

  test('follows the policy, and pays what was refunded of a guest’s booking that the car park cancelled', async () => {
    const { world } = desk
    const { body: late } = await book({ plate: 'LATE 1', ...times(1, 8) })
    const { body: ended } = await book({ plate: 'PARK 1', ...times(30, 2) })
    world.clock.now = new Date(world.clock.now.getTime() + 2 * 3_600_000)
    const nothing = await refund(late.id, { to: 'drawer' })
    expect([nothing.status, nothing.body.status, nothing.body.paid_out.amount]).toEqual([200, 'cancelled', 0])
    const admin = await world.buildDriver({ role: 'admin' })
    const body = { reason: 'The car park is flooded.' }
    const cancelled = await world.call(cancelBookingByPark, { token: admin.token, params: { id: ended.id }, body })
    expect(cancelled.status, JSON.stringify(cancelled)).toBe(200)
    const paid = await refund(ended.id, { to: 'drawer' })
    expect([paid.status, paid.body.refund.cancels, paid.body.paid_out]).toEqual([200, false, ended.total])
    expect(outcomeOf(await refund(ended.id, { to: 'drawer' }))).toBe('409 invalid_transition')
  })

  test('never pays more than the drawer holds', async () => {
    const { world } = desk
    const { token } = operator
    const { total } = await quote({ plate: 'CARD 9', ...times(40, 2) })
    const booked = await book({ plate: 'CARD 9', ...times(40, 2), terminal: { amount: total, slip: '0099' } })
    const { expected } = await shiftOf()
    await world.call(own.moveCash, {
      token,
      body: { kind: 'cash_out', amount: Math.round(expected.amount * 20) / 20, reason: 'To the safe' },
    })
    expect(outcomeOf(await refund(booked.body.id, { to: 'drawer' }))).toBe('409 drawer_short')
    const row = await world.db
      .selectFrom('bookings')
      .select('status')
      .where('id', '=', booked.body.id)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe('active')
  })
})

test('the shift is closed to the cent, and its Z report shows the bookings', async () => {
  const { world, manager } = desk
  const { token } = operator
  const { expected, id, parking_count } = await shiftOf()
  expect(parking_count).toBeGreaterThan(5)
  const closed = await world.call(own.closeShift, {
    token,
    body: { count: {}, reason: expected.amount === 0 ? '' : 'Odd cents' },
  })
  expect([closed.status, closed.body.counted.amount]).toEqual([200, 0])
  const file = await world.call(getZReport, { token: manager.token, params: { id } })
  expect(file.status).toBe(200)
})
