import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQuote } from '#contract/bookings/bookings.ts'
import { closeShift, openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { createCounterBooking, refundCounterBooking } from '#contract/orders/desk/counter-bookings.ts'
import { expectConsistentData } from '#test/kits/bookings-kit.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let operators: Driver[]
let branch_id: string
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
})
beforeEach(async () => {
  const manager = (await world.buildDriver({ role: 'admin' })).token
  branch_id = (await buildBranch(world, manager)).id
  operators = await Promise.all([1, 2, 3].map(() => world.buildDriver()))
  for (const [index, { user_id, token }] of operators.entries()) {
    await giveRole(world.db, { user_id, role: 'pos_operator', branch_id })
    await giveRole(world.db, { user_id, role: 'branch_manager', branch_id })
    const body = { branch_id, name: `Gate ${index}`, takes_terminal: false, receipt_width: '80' as const }
    const register_id = (await world.call(createRegister, { token: manager, body })).body.id
    await world.call(openShift, { token, body: { register_id, count: {} } })
  }
})
afterAll(() => world.close())

const buildCounterPark = async (options: Parameters<World['buildPark']>[0] = {}) => {
  const park = await world.buildPark(options)
  await world.db.insertInto('branch_parks').values({ branch_id, park_id: park.id }).execute()
  return park
}
const readRequest = async (park: TestPark, plate: string) => {
  const times = { start_time: '2026-11-21T19:00:00Z', end_time: '2026-11-21T21:00:00Z' }
  const chosen = { park_id: park.id, vehicle_type_id: 1, plate, ...times }
  const { quote_id, total } = (await world.call(createQuote, { body: chosen })).body
  return { id: crypto.randomUUID(), ...chosen, quote_id, total }
}
type Request = Awaited<ReturnType<typeof readRequest>>
const book = ({ token }: Driver, body: Request) => world.call(createCounterBooking, { token, body })
const outcomes = (answers: Parameters<typeof outcomeOf>[0][]) => answers.map(outcomeOf).map(String).toSorted()

test('registers that sell the last space sell it once, and take money for it once', async () => {
  const park = await buildCounterPark({ capacity: 1 })
  const requests = await Promise.all(['ONE 1', 'TWO 2', 'TRE 3'].map((plate) => readRequest(park, plate)))
  const answers = await Promise.all(operators.map((operator, index) => book(operator, requests[index]!)))
  expect(outcomes(answers)).toEqual(['201', '409 no_space', '409 no_space'])
  const entries = await world.db.selectFrom('shift_entries').select('booking_id').execute()
  expect(entries.map(({ booking_id }) => booking_id)).toEqual([answers.find(({ status }) => status === 201)!.body.id])
  await expectConsistentData(world)
})

test('registers that book for one plate open one guest account and book it once', async () => {
  const park = await buildCounterPark({ capacity: 9 })
  const requests = await Promise.all(operators.map(() => readRequest(park, 'SAME 1')))
  const answers = await Promise.all(operators.map((operator, index) => book(operator, requests[index]!)))
  expect(outcomes(answers)).toEqual(['201', '409 already_booked', '409 already_booked'])
  const guests = await world.db.selectFrom('guest_accounts').selectAll().where('plate_key', '=', 'SAME1').execute()
  expect(guests).toHaveLength(1)
  await expectConsistentData(world)
})

test('one booking from several tabs is made once', async () => {
  const park = await buildCounterPark({ capacity: 9 })
  const request = await readRequest(park, 'TABS 1')
  const answers = await Promise.all([1, 2, 3, 4].map(() => book(operators[0]!, request)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.booking_code}`)).size).toBe(1)
  await expectConsistentData(world)
})

test('bookings while the shift is closed are in its figures, or refused', async () => {
  const park = await buildCounterPark({ capacity: 20 })
  const [operator] = operators as [Driver]
  const requests = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => readRequest(park, `SHUT ${n}`)))
  const body = { count: {}, reason: 'Closed in the middle' }
  const [closed, ...answers] = await Promise.all([
    world.call(closeShift, { token: operator.token, body }),
    ...requests.map((request) => book(operator, request)),
  ])
  expect(closed.status).toBe(200)
  const sold = answers.filter(({ status }) => status === 201)
  expect(outcomes(answers.filter(({ status }) => status !== 201))).toEqual(
    Array.from({ length: 6 - sold.length }, () => '409 shift_needed'),
  )
  const shift = await world.db
    .selectFrom('shifts')
    .selectAll()
    .where('id', '=', closed.body.id)
    .executeTakeFirstOrThrow()
  const due = sold.reduce((sum, { body: { cash } }) => sum + Math.round(cash!.due.amount * 100), 0)
  expect(shift.expected_minor).toBe(BigInt(due))
  await expectConsistentData(world)
})

test('two registers refund one booking: one pays', async () => {
  const park = await buildCounterPark()
  const sold = await Promise.all(
    operators.map(async (operator, index) => book(operator, await readRequest(park, `BACK ${index}`))),
  )
  const [{ body: booking }] = sold as [(typeof sold)[number]]
  const params = { id: booking.booking_code }
  const answers = await Promise.all(
    operators.map(({ token }) => world.call(refundCounterBooking, { token, params, body: { to: 'drawer' as const } })),
  )
  expect(outcomes(answers)).toEqual(['200', '409 invalid_transition', '409 invalid_transition'])
  await expectConsistentData(world)
})
