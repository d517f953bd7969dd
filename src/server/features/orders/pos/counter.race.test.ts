import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { closeShift, openShift } from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { createSale } from '#contract/orders/desk/pos.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let operators: Driver[]
let manager: string
let branch_id: string
let item_id: string
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  manager = (await world.buildDriver({ role: 'admin' })).token
  branch_id = (await buildBranch(world, manager)).id
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
})
beforeEach(async () => {
  operators = await Promise.all([1, 2, 3, 4].map(() => world.buildDriver()))
  for (const { user_id } of operators) await giveRole(world.db, { user_id, role: 'pos_operator', branch_id })
})
afterAll(() => world.close())

const newRegister = async (name: string) => {
  const body = { branch_id, name, takes_terminal: false, receipt_width: '80' as const }
  return (await world.call(createRegister, { token: manager, body })).body.id
}
const open = ({ token }: Driver, register_id: string) =>
  world.call(openShift, { token, body: { register_id, count: {} } })
const sell = ({ token }: Driver, id: string = crypto.randomUUID()) =>
  world.call(createSale, { token, body: { id, lines: [{ item_id, quantity: 1 }], total: 11 } })
const outcomes = (answers: Parameters<typeof outcomeOf>[0][]) => answers.map(outcomeOf).map(String).toSorted()

test('four people open one register: one has it', async () => {
  const register_id = await newRegister('Four')
  const answers = await Promise.all(operators.map((operator) => open(operator, register_id)))
  expect(outcomes(answers)).toEqual(['201', '409 register_open', '409 register_open', '409 register_open'])
})

test('one person opens several registers: one of them', async () => {
  const ids = [await newRegister('A'), await newRegister('B'), await newRegister('C')]
  const answers = await Promise.all(ids.map((id) => open(operators[0]!, id)))
  expect(outcomes(answers)).toEqual(['201', '409 shift_open', '409 shift_open'])
})

test('sales while the shift is closed are in its figures, or refused', async () => {
  const [operator] = operators as [Driver]
  const shift_id = (await open(operator, await newRegister('Closing'))).body.id
  const close = () =>
    world.call(closeShift, { token: operator.token, body: { count: {}, reason: 'Closed in the middle' } })
  const [first, second, ...sales] = await Promise.all([
    close(),
    close(),
    ...Array.from({ length: 8 }, () => sell(operator)),
  ])
  expect(outcomes([first, second])).toEqual(['200', '409 shift_needed'])
  const sold = sales.filter(({ status }) => status === 201)
  expect(outcomes(sales.filter(({ status }) => status !== 201))).toEqual(
    Array.from({ length: 8 - sold.length }, () => '409 shift_needed'),
  )
  const shift = await world.db.selectFrom('shifts').selectAll().where('id', '=', shift_id).executeTakeFirstOrThrow()
  expect(shift.expected_minor).toBe(BigInt(sold.length) * 1_100n)
  await world.expectBalancedLedger()
})

test('one sale from several tabs is booked once', async () => {
  const [operator] = operators as [Driver]
  await open(operator, await newRegister('Tabs'))
  const id = crypto.randomUUID()
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sell(operator, id)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.order_number}`)).size).toBe(1)
  const rows = await world.db.selectFrom('shift_entries').selectAll().where('order_id', '=', id).execute()
  expect(rows).toHaveLength(1)
  await world.expectBalancedLedger()
})
