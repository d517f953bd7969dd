import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookInspection } from '#contract/documents/desk/document-requests.ts'
import { bookOwnInspection, findInspections } from '#contract/documents/document-inspections.ts'
import { changeDocumentStatus, getDocumentRequest } from '#contract/documents/documents.ts'
import { balanceOf, setBalance } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { asStaff, buildFees, buildDocumentQuote, payQuote } from '#test/kits/document-kit.ts'
import { buildCentre } from '#test/kits/inspection-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { endAppointment } from '../inspections/appointments.ts'
import { changeRequestStatus } from './effects.ts'
import { submitRequest } from './end-request.ts'

let world: World
let driver: Driver
let centre_id: string
let id: string
beforeAll(async () => {
  world = await createWorld()
  await buildFees(world)
  // 3,000 to the agency, and 1,000 to us with 75 of VAT.
  await buildFees(world, [
    { kind: 'reinspection', part: 'government', amount_minor: 300_000n },
    { kind: 'reinspection', part: 'service', amount_minor: 100_000n },
  ])
  centre_id = await buildCentre(world, { capacity_per_hour: 20 })
})
afterAll(() => world.close())

const fee = 4_075
const at = (hour: number) => `2026-11-23T${String(hour).padStart(2, '0')}:00:00Z`
const book = (body: object = {}, headers = {}) =>
  world.call(bookOwnInspection, {
    token: driver.token,
    params: { id },
    body: { centre_id, starts_at: at(9), ...body },
    headers,
  })
const find = async () =>
  (await world.call(findInspections, { token: driver.token, params: { id }, query: { day: '2026-11-23' } })).body
const fail = () =>
  asStaff(world, id, async (tx, row, entry) => {
    await changeRequestStatus(tx, world.deps, row, { ...entry, to: 'inspection_failed' })
    await endAppointment(tx, id, 'failed', entry.at)
  })
const balance = async () => Number(await balanceOf(world, driver, 'NGN')) / 100

beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'NG', balance_minor: 10_000_000n })
  const quote = await buildDocumentQuote(world, driver)
  await payQuote(world, driver, quote)
  id = quote.id
  world.clock.advance(1)
  expect((await find()).fee).toBeNull()
  expect((await book({ starts_at: at(8) })).status).toBe(200)
  await fail()
})

test('another inspection is charged as it was shown, once, and released with the rest', async () => {
  const before = await balance()
  const shown = (await find()).fee
  expect(shown).toMatchObject({
    total: { amount: fee, currency: 'NGN' },
    lines: [
      { kind: 'reinspection', part: 'government', source: 'Licensing office, Ikeja' },
      { kind: 'reinspection', part: 'service' },
      { kind: null, part: 'tax' },
    ],
  })
  for (const total of [undefined, fee - 1]) expect((await book({ total })).problem.code).toBe('price_changed')
  const headers = { 'idempotency-key': 'another' }
  const booked = await book({ total: fee }, headers)
  expect((await book({ total: fee }, headers)).body).toEqual(booked.body)
  expect((await book({ total: fee })).problem.code).toBe('document_state')
  expect(await balance()).toBe(before - fee)
  expect(booked.body.total!.amount).toBe(34_138 + fee)
  await world.expectBalancedLedger()
  await asStaff(world, id, async (tx, row, entry) => {
    const passed = await changeRequestStatus(tx, world.deps, row, { ...entry, to: 'inspection_passed' })
    await submitRequest(tx, world.deps, passed, entry, 'R-1')
  })
  await world.expectBalancedLedger()
  const { released_minor } = await world.db
    .selectFrom('document_requests')
    .select('released_minor')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  // All but the delivery with its VAT.
  expect(released_minor).toBe(BigInt(34_138 + fee - 3_225) * 100n)
})

test('a second failure is charged again, and cancelling refunds both', async () => {
  const before = await balance()
  expect((await book({ total: fee })).status).toBe(200)
  await fail()
  expect((await book({ total: fee, starts_at: at(10) })).status).toBe(200)
  expect(await balance()).toBe(before - 2 * fee)
  const params = { id }
  await world.call(changeDocumentStatus, { token: driver.token, params, query: { status: 'cancelled' } })
  expect(await balance()).toBe(100_000)
  expect((await world.call(getDocumentRequest, { token: driver.token, params })).body.refunded!.amount).toBe(
    34_138 + 2 * fee,
  )
  await world.expectBalancedLedger()
})

test('without the money, or for a time that is gone, nothing is booked and nothing is charged', async () => {
  expect((await book({ total: fee, starts_at: '2026-11-23T08:30:00Z' })).problem.code).toBe('appointment_gone')
  const before = await balance()
  await setBalance(world, driver, BigInt(fee - 1) * 100n, 'NGN')
  expect((await book({ total: fee })).problem.code).toBe('insufficient_balance')
  expect(before).toBe(100_000 - 34_138)
  expect((await find()).appointments.map(({ status }) => status)).toEqual(['failed'])
  await world.expectBalancedLedger()
})

test('two tabs pay once', async () => {
  const before = await balance()
  const both = await Promise.all([book({ total: fee }), book({ total: fee, starts_at: at(10) })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await balance()).toBe(before - fee)
  await world.expectBalancedLedger()
})

test('staff leaves the booking to who pays for it', async () => {
  const staff = await world.buildDriver()
  await giveRole(world.db, { user_id: staff.user_id, role: 'admin' })
  const body = { centre_id, starts_at: at(9) }
  const refused = await world.call(bookInspection, { token: staff.token, params: { id }, body })
  expect(refused.problem.code).toBe('inspection_fee_due')
})
