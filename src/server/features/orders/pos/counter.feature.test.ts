import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as own from '#contract/cash/desk/own-shift.ts'
import * as registers from '#contract/cash/desk/registers.ts'
import * as shifts from '#contract/cash/desk/shifts.ts'
import { getZReport } from '#contract/cash/desk/z-report.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { readStock } from '#test/kits/order-kit.ts'
import { buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let operator: Driver
let register_id: string
/** 11.03 with its tax of 10 %. */
let odd: string
let wash: string

beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', desk.item_id).execute()
  operator = await world.buildDriver()
  await giveRole(world.db, { user_id: operator.user_id, role: 'pos_operator', branch_id: branch.id })
  odd = await buildItem(world, { slug: 'odd', prices: { CAD: 1_003n } })
  wash = await buildItem(world, { slug: 'hand-wash', kind: 'service', work_group: 'wash', prices: { CAD: 2_000n } })
  const body = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  const created = await world.call(registers.createRegister, { token: manager.token, body })
  expect(created.status).toBe(201)
  register_id = created.body.id
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const open = (count: Record<string, number> = { 2_000: 5 }, { token } = operator) =>
  desk.world.call(own.openShift, { token, body: { register_id, count } })
const close = (body: BodyOf<typeof own.closeShift>, { token } = operator) =>
  desk.world.call(own.closeShift, { token, body })
const sell = (body: Partial<BodyOf<typeof pos.createSale>>, { token } = operator) =>
  desk.world.call(pos.createSale, {
    token,
    body: { id: crypto.randomUUID(), lines: [{ item_id: desk.item_id, quantity: 1 }], total: 11, ...body },
  })
const shiftOf = async ({ token } = operator) => (await desk.world.call(own.getOwnShift, { token })).body

describe('a register', () => {
  test('is of one’s own branch, with a name of its own', async () => {
    const { world, branch, manager, stranger, employee } = desk
    const body = { branch_id: branch.id, name: 'front DESK', takes_terminal: false, receipt_width: '58' as const }
    const create = ({ token }: Driver) => world.call(registers.createRegister, { token, body })
    expect(outcomeOf(await create(manager))).toBe('422 validation_failed name')
    expect(outcomeOf(await create(stranger))).toBe('422 validation_failed branch_id')
    expect(outcomeOf(await create(employee))).toBe('403 forbidden')
    const params = { id: register_id }
    expect(outcomeOf(await world.call(registers.getRegister, { token: stranger.token, params }))).toBe('404 not_found')
  })
})

describe('a shift', () => {
  test('is opened by one person at one register, and never twice', async () => {
    const { world, manager, stranger, employee } = desk
    expect((await shiftOf()).registers).toMatchObject([{ id: register_id, operator: null, currency: 'CAD' }])
    expect(outcomeOf(await sell({}))).toBe('409 shift_needed')
    expect(outcomeOf(await open({ 1: 4 }))).toBe('422 validation_failed count')
    expect(outcomeOf(await open({}, stranger))).toBe('404 not_found')
    const opened = await open()
    expect([opened.status, opened.body.number, opened.body.expected.amount]).toEqual([201, 1, 100])
    expect(outcomeOf(await open())).toBe('409 shift_open')
    expect(outcomeOf(await open({}, employee))).toBe('409 register_open')
    const params = { id: register_id }
    const off = await world.call(registers.deactivateRegister, { token: manager.token, params })
    expect(outcomeOf(off)).toBe('409 register_open')
    expect((await shiftOf(employee)).registers).toMatchObject([{ operator: expect.stringMatching(/./) }])
  })

  test('lists everything its branch sells, with barcodes, prices and taxes', async () => {
    const { world, manager, item_id } = desk
    await world.db.insertInto('item_barcodes').values({ gtin: '04006381333931', item_id, variation_id: null }).execute()
    const read = ({ token }: Driver) => world.call(pos.getCounterCatalogue, { token })
    expect(outcomeOf(await read(manager))).toBe('409 shift_needed')
    const { items, currency, includes_tax } = (await read(operator)).body
    expect([currency, includes_tax]).toEqual(['CAD', false])
    expect(items.find(({ id }) => id === item_id)).toMatchObject({
      barcodes: ['04006381333931'],
      unit: { amount: 10 },
      price: { amount: 11 },
      taxes: [{ code: 'vat', kind: 'percentage', value: 10_000 }],
      left: 1_000,
    })
  })

  test('sells in cash, by terminal and by both; what needs no work is handed over at once', async () => {
    const { world, item_id, stock } = desk
    const before = await readStock(world, stock)
    const cash = await sell({ lines: [{ item_id, quantity: 2 }], total: 22, tendered: 50 })
    expect([cash.status, cash.body.status, cash.body.cash?.change.amount]).toEqual([201, 'completed', 28])
    expect([before, await readStock(world, stock)]).toEqual(['1000/0', '998/0'])
    const terminal = await sell({ terminal: { amount: 11, slip: '0001' } })
    expect([terminal.body.cash, terminal.body.terminal?.amount]).toEqual([null, 11])
    const both = await sell({ terminal: { amount: 6, slip: '0002' }, tendered: 5 })
    expect([both.body.terminal?.amount, both.body.cash?.due.amount, both.body.cash?.change.amount]).toEqual([6, 5, 0])
    const { shift } = await shiftOf()
    expect([shift!.sales, shift!.cash_sales.amount, shift!.terminal_sales.amount]).toEqual([3, 27, 17])
    expect(shift!.expected.amount).toBe(127)
  })

  test('rounds what is paid in cash alone to what coins there are', async () => {
    const sold = await sell({ lines: [{ item_id: odd, quantity: 1 }], total: 11.03, tendered: 20 })
    expect([sold.body.total.amount, sold.body.cash]).toMatchObject([
      11.03,
      { due: { amount: 11.05 }, change: { amount: 8.95 } },
    ])
    const exact = await sell({
      lines: [{ item_id: odd, quantity: 1 }],
      total: 11.03,
      terminal: { amount: 11.03, slip: '3' },
    })
    expect(exact.body.cash).toBeNull()
    expect((await shiftOf()).shift!.rounding.amount).toBe(0.02)
    // What is left for cash is less than half of the smallest coin.
    const rest = await sell({
      lines: [{ item_id: odd, quantity: 1 }],
      total: 11.03,
      terminal: { amount: 11.01, slip: '4' },
    })
    expect([rest.status, rest.body.cash?.due.amount]).toEqual([201, 0])
    expect((await shiftOf()).shift!.rounding.amount).toBe(0)
  })

  test('books a sale that is sent twice once, and asks before a slip is used again', async () => {
    const id = crypto.randomUUID()
    const body = { id, tendered: 20 }
    const [first, second] = await Promise.all([sell(body), sell(body)])
    expect([first.status, second.status, first.body.order_number]).toEqual([201, 201, second.body.order_number])
    expect(second.body.cash!.change.amount).toBe(9)
    expect(outcomeOf(await sell({ id, lines: [{ item_id: desk.item_id, quantity: 2 }], total: 22 }))).toBe(
      '409 sale_exists',
    )
    const used = { terminal: { amount: 11, slip: '0001' } }
    expect(outcomeOf(await sell(used))).toBe('409 slip_used')
    expect(outcomeOf(await sell({ ...used, again: true }))).toBe(201)
  })

  test.each([
    ['too little cash', { tendered: 5 }, '422 cash_short'],
    ['more than the price by terminal', { terminal: { amount: 12, slip: '9' } }, '422 validation_failed terminal'],
    ['a price of yesterday', { total: 10 }, '409 price_changed'],
    ['half a cent', { tendered: 11.005 }, '422 validation_failed tendered'],
    ['nothing', { lines: [] }, '422 validation_failed lines'],
  ])('refuses %s, and takes nothing', async (_name, body, outcome) => {
    const before = (await shiftOf()).shift!.sales
    expect(outcomeOf(await sell(body))).toBe(outcome)
    expect((await shiftOf()).shift!.sales).toBe(before)
  })

  test('sells work for a time of today, which goes to the board', async () => {
    const lines = [{ item_id: wash, quantity: 1 }]
    const price = await desk.world.call(pos.priceSale, { token: operator.token, body: { lines } })
    const [time] = price.body.slots!.days[0]!.items
    expect(outcomeOf(await sell({ lines, total: 22 }))).toBe('422 validation_failed slot')
    const sold = await sell({ lines, total: 22, slot: time!.starts_at })
    expect([sold.status, sold.body.status, sold.body.slot_starts_at]).toEqual([201, 'accepted', time!.starts_at])
  })

  test('refunds out of the drawer of whoever refunds', async () => {
    const { world, manager } = desk
    const { body: sale } = await sell({ tendered: 11 })
    const params = { id: sale.id }
    const body = {
      lines: [],
      amount: 5,
      delivery: false,
      stock: 'return' as const,
      cause: 'damaged',
      reason: 'Damaged',
    }
    const refund = () => world.call(refundOrderByStaff, { token: manager.token, params, body: body as never })
    expect(outcomeOf(await refund())).toBe('409 shift_needed')
    const second = {
      branch_id: desk.branch.id,
      name: 'Back office',
      takes_terminal: false,
      receipt_width: '58' as const,
    }
    const { body: back } = await world.call(registers.createRegister, { token: manager.token, body: second })
    const opening = { register_id: back.id, count: { 500: 4 } }
    expect(outcomeOf(await world.call(own.openShift, { token: manager.token, body: opening }))).toBe(201)
    expect(outcomeOf(await refund())).toBe(200)
    const { shift } = await shiftOf(manager)
    expect([shift!.refund_count, shift!.refunds.amount, shift!.expected.amount]).toEqual([1, 5, 15])
    expect(outcomeOf(await close({ count: { 500: 3 } }, manager))).toBe(200)
  })

  test('moves cash with a reason, and never more than the drawer holds', async () => {
    const { world } = desk
    const move = (kind: 'cash_in' | 'cash_out', amount: number, reason = 'To the safe') =>
      world.call(own.moveCash, { token: operator.token, body: { kind, amount, reason } })
    const before = (await shiftOf()).shift!.expected.amount
    expect(outcomeOf(await move('cash_out', 10_000))).toBe('422 validation_failed amount')
    expect(outcomeOf(await move('cash_out', 1.01))).toBe('422 validation_failed amount')
    expect(outcomeOf(await move('cash_out', 50, ''))).toBe('422 validation_failed reason')
    expect((await move('cash_out', 50)).body.expected.amount).toBeCloseTo(before - 50)
    expect((await move('cash_in', 20)).body.expected.amount).toBeCloseTo(before - 30)
  })

  test('is closed once with its count; a discrepancy has a reason, and another person approves it', async () => {
    const { world, manager, stranger } = desk
    const expected = Math.round((await shiftOf()).shift!.expected.amount * 100)
    const count = { 5: (expected - 100) / 5 }
    expect(outcomeOf(await close({ count }))).toBe('422 validation_failed reason')
    const closed = await close({ count, reason: 'A coin fell behind the counter' })
    expect([closed.status, closed.body.status, closed.body.discrepancy.amount]).toEqual([200, 'to_approve', -1])
    expect(outcomeOf(await close({ count }))).toBe('409 shift_needed')
    const params = { id: closed.body.id }
    const approve = ({ token }: Driver) =>
      world.call(shifts.approveShift, { token, params, body: { note: 'Found it' } })
    expect(outcomeOf(await approve(stranger))).toBe('404 not_found')
    expect(outcomeOf(await approve(operator))).toBe('403 forbidden')
    expect((await approve(manager)).body).toMatchObject({ status: 'closed', approval_note: 'Found it', number: 1 })
    expect(outcomeOf(await approve(manager))).toBe('409 shift_state')
    const report = await world.call(getZReport, { token: manager.token, params })
    expect([report.status, report.headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  test('counts on: the next shift has the next number, and nobody approves their own', async () => {
    const { world, manager } = desk
    const opened = await open({}, manager)
    expect(opened.body.number).toBe(2)
    const closed = await close({ count: { 100: 3 }, reason: 'Forgot the float' }, manager)
    const params = { id: closed.body.id }
    const own_shift = await world.call(shifts.approveShift, { token: manager.token, params, body: { note: 'Mine' } })
    expect(outcomeOf(own_shift)).toBe('403 own_shift')
  })
})
