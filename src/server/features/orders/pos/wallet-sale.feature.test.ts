import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import * as counter from '#contract/orders/counter-sale.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { getOrder } from '#contract/orders/orders.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { readStock } from '#test/kits/order-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let seller: Driver
let customer: Driver
beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', desk.item_id).execute()
  seller = await world.buildDriver()
  customer = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  await giveRole(world.db, { user_id: seller.user_id, role: 'pos_operator', branch_id: branch.id })
  const body = {
    branch_id: branch.id,
    name: 'Front desk',
    takes_terminal: true,
    takes_mobile_money: true,
    receipt_width: '80' as const,
  }
  const register = await world.call(createRegister, { token: manager.token, body })
  await world.call(own.openShift, { token: seller.token, body: { register_id: register.body.id, count: { 2_000: 5 } } })
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const sell = (body: Partial<BodyOf<typeof pos.createSale>>) =>
  desk.world.call(pos.createSale, {
    token: seller.token,
    body: { id: crypto.randomUUID(), lines: [{ item_id: desk.item_id, quantity: 1 }], total: 11, ...body },
  })
const show = (id: string, { token } = customer) => desk.world.call(counter.getCounterSale, { token, params: { id } })
const pay = (id: string, { token } = customer) => desk.world.call(counter.payCounterSale, { token, params: { id } })
const readSale = (id: string) => desk.world.call(pos.getSale, { token: seller.token, params: { id } })
test('the owner of a wallet pays on their own device, and the counter sees it', async () => {
  const { world, stock } = desk
  const before = await readStock(world, stock)
  const { body: sale } = await sell({ wallet: 11 })
  expect(sale).toMatchObject({ status: 'pending', wallet: { amount: { amount: 11 } }, cash: null })
  expect(sale.wallet!.until).toBe('2026-11-21T17:03:00.000Z')
  expect(sale.wallet!.qr_path).not.toBe('')
  expect((await readStock(world, stock)).endsWith('/1')).toBe(true)
  const shown = await show(sale.order_number)
  expect(shown.body).toMatchObject({ state: 'open', due: { amount: 11 }, lines: [{ quantity: 1 }] })
  expect(outcomeOf(await pay(sale.order_number))).toBe(200)
  expect((await readSale(sale.id)).body).toMatchObject({ status: 'completed', wallet: { until: null } })
  expect(outcomeOf(await pay(sale.order_number))).toBe('409 order_state')
  expect((await show(sale.order_number)).body.state).toBe('paid')
  const stranger = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  expect(outcomeOf(await show(sale.order_number, stranger))).toBe('404 order_not_found')
  const own_order = await world.call(getOrder, { token: customer.token, params: { id: sale.order_number } })
  expect(own_order.body.payments).toMatchObject([{ method: 'wallet', amount: { amount: 11 } }])
  expect(before.startsWith('1000')).toBe(true)
  const { shift } = (await world.call(own.getOwnShift, { token: seller.token })).body
  expect([shift!.wallet_sales.amount, shift!.expected.amount]).toEqual([11, 100])
})

test('staff never debit a wallet: neither who sells nor who is behind it can pay for somebody', async () => {
  const { body: sale } = await sell({ wallet: 11, customer_id: customer.user_id })
  expect(outcomeOf(await pay(sale.order_number, seller))).toBe('404 order_not_found')
  expect(outcomeOf(await pay(sale.order_number))).toBe(200)
})

test('splits a sale between cash, terminal, mobile money and a wallet, to the cent', async () => {
  const { world } = desk
  const parts = { terminal: { amount: 3, slip: '1' }, mobile: { amount: 2, reference: 'MP-1' }, wallet: 4 }
  expect(outcomeOf(await sell({ ...parts, wallet: 7 }))).toBe('422 validation_failed wallet')
  const { body: sale } = await sell({ ...parts, tendered: 5 })
  expect(sale.cash).toMatchObject({ due: { amount: 2 }, change: { amount: 3 } })
  const before = (await world.call(own.getOwnShift, { token: seller.token })).body.shift!
  expect(outcomeOf(await pay(sale.order_number))).toBe(200)
  const after = (await world.call(own.getOwnShift, { token: seller.token })).body.shift!
  expect(after.expected.amount - before.expected.amount).toBeCloseTo(2)
  expect(after.mobile_sales.amount).toBe(2)
  expect(after.terminal_sales.amount).toBe(3)
  expect((await readSale(sale.id)).body).toMatchObject({
    cash: { tendered: { amount: 5 }, change: { amount: 3 } },
    terminal: { amount: 3 },
    mobile: { amount: 2 },
    wallet: { amount: { amount: 4 } },
  })
  const again = { mobile: { amount: 11, reference: 'MP-1' } }
  expect(outcomeOf(await sell(again))).toBe('409 slip_used')
  expect(outcomeOf(await sell({ ...again, again: true }))).toBe(201)
})

test('a sale that nobody pays lapses after three minutes, and its stock is free again', async () => {
  const { world, stock } = desk
  const before = await readStock(world, stock)
  const { body: sale } = await sell({ wallet: 11 })
  world.clock.advance(4)
  expect((await show(sale.order_number)).body).toMatchObject({ state: 'over', until: null })
  expect(outcomeOf(await pay(sale.order_number))).toBe('409 order_hold_over')
  expect((await readSale(sale.id)).body.status).toBe('canceled')
  expect(await readStock(world, stock)).toBe(before)
})

test('a seller gives a waiting sale up, and a paid one not', async () => {
  const { world, stock } = desk
  const before = await readStock(world, stock)
  const { body: sale } = await sell({ wallet: 11 })
  const cancel = (id: string) => world.call(pos.cancelSale, { token: seller.token, params: { id } })
  expect((await cancel(sale.id)).body.status).toBe('canceled')
  expect((await cancel(sale.id)).body.status).toBe('canceled')
  expect(await readStock(world, stock)).toBe(before)
  expect(outcomeOf(await pay(sale.order_number))).toBe('409 order_hold_over')
  const { body: paid } = await sell({ wallet: 11 })
  await pay(paid.order_number)
  expect(outcomeOf(await cancel(paid.id))).toBe('409 order_state')
})

test('a wallet without enough is charged nothing', async () => {
  const poor = await desk.world.buildDriver({ country_code: 'CA', balance_minor: 500n })
  const { body: sale } = await sell({ wallet: 11 })
  expect(outcomeOf(await pay(sale.order_number, poor))).toBe('402 insufficient_balance')
  expect((await readSale(sale.id)).body.status).toBe('pending')
  expect(outcomeOf(await pay(sale.order_number))).toBe(200)
})

test('prints after the first are copies', async () => {
  const { world, manager } = desk
  const { body: sale } = await sell({})
  const print = () => world.call(pos.recordReceiptPrint, { token: manager.token, params: { id: sale.order_number } })
  expect([(await print()).body.prints, (await print()).body.prints]).toEqual([1, 2])
})

test('closing a shift gives up what waits for a wallet and parks it for the next one', async () => {
  const { world, stock } = desk
  const before = await readStock(world, stock)
  const lines = [{ item_id: desk.item_id, quantity: 2, note: 'Blue' }]
  const { body: sale } = await sell({
    lines,
    total: 22,
    wallet: 10,
    tendered: 20,
    customer_id: customer.user_id,
    note: 'Gift',
  })
  expect(sale.status).toBe('pending')
  const opened = (await world.call(own.getOwnShift, { token: seller.token })).body.shift!
  expect(opened.waiting).toBe(1)
  const count = { 5: Math.round(opened.expected.amount * 20) }
  const closed = await world.call(own.closeShift, { token: seller.token, body: { count } })
  const paid = await pay(sale.order_number)
  expect([outcomeOf(closed), outcomeOf(paid)]).toEqual([200, '409 order_hold_over'])
  expect(closed.body.parked).toBe(1)
  expect(closed.body.discrepancy.amount).toBe(0)
  expect((await readSale(sale.id)).body.status).toBe('canceled')
  expect(await readStock(world, stock)).toBe(before)
  const registers = (await world.call(own.getOwnShift, { token: seller.token })).body.registers
  const register_id = registers[0]!.id
  await world.call(own.openShift, { token: seller.token, body: { register_id, count: {} } })
  const { items } = (await world.call(pos.listParkedSales, { token: seller.token })).body
  expect(items).toMatchObject([
    { name: sale.order_number, note: 'Gift', customer: { id: customer.user_id }, lines: [{ line: lines[0] }] },
  ])
  const taken = await world.call(pos.takeParkedSale, { token: seller.token, params: { id: items[0]!.id } })
  const again = taken.body.lines.map(({ line }) => line)
  expect(outcomeOf(await sell({ lines: again, total: 22, tendered: 22 }))).toBe(201)
})
