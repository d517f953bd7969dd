import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { shiftEntryList, shiftList } from '#contract/cash/desk/shifts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sendOfflineSale } from '#contract/orders/desk/offline-sales.ts'
import { createSale } from '#contract/orders/desk/pos.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { buildStock, readStock } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem, outcomeOf } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let manager: string
let seller: Driver
let branch_id: string
let item_id: string
let stock: string
let shift_id: string
let register_id: string
beforeAll(async () => {
  world = await createWorld({ pool: 12 })
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  manager = (await world.buildDriver({ role: 'admin' })).token
  branch_id = (await buildBranch(world, manager)).id
  item_id = await buildItem(world, { slug: 'wipers', prices: { CAD: 1_000n } })
  stock = await buildStock(world, branch_id, item_id, 3)
  await world.db.updateTable('items').set({ tracks_stock: true }).where('id', '=', item_id).execute()
  seller = await world.buildDriver()
  await giveRole(world.db, { user_id: seller.user_id, role: 'pos_operator', branch_id })
  const body = { branch_id, name: 'Front desk', takes_terminal: false, receipt_width: '80' as const }
  register_id = (await world.call(createRegister, { token: manager, body })).body.id
  shift_id = (await world.call(own.openShift, { token: seller.token, body: { register_id, count: { 2_000: 5 } } })).body
    .id
})
afterEach(() => world.expectBalancedLedger())
afterAll(() => world.close())

const send = (body: Partial<BodyOf<typeof sendOfflineSale>> = {}, { token } = seller, id = shift_id) =>
  world.call(sendOfflineSale, {
    token,
    params: { id },
    body: {
      id: crypto.randomUUID(),
      lines: [{ item_id, quantity: 1 }],
      sold_at: '2026-11-21T16:30:00.000Z',
      total: 11,
      ...body,
    },
  })
const expected = async () => (await world.call(own.getOwnShift, { token: seller.token })).body.shift!.expected.amount

test('one sale from two tabs, many times, is booked once', async () => {
  const id = crypto.randomUUID()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({ id, tendered: 20 })))
  expect(answers.map(outcomeOf)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.order_number)).size).toBe(1)
  expect(await expected()).toBe(111)
  expect(await readStock(world, stock)).toBe('2/0')
  const stranger = await world.buildDriver()
  await giveRole(world.db, { user_id: stranger.user_id, role: 'pos_operator', branch_id })
  expect(outcomeOf(await send({ id }, stranger))).toBe('409 sale_exists')
  expect(outcomeOf(await send({}, stranger))).toBe('404 not_found')
})

test('a price that changed meanwhile keeps what was taken, and is one line for the manager', async () => {
  const before = await expected()
  const { body } = await send({ total: 9.9 })
  expect(body.difference).toMatch(/9\.90.*11\.00/)
  expect((await expected()) - before).toBeCloseTo(9.9)
  const { items } = (await world.call(shiftEntryList.endpoint, { token: manager, query: { shift: shift_id } })).body
  expect(items.filter(({ detail }) => detail !== null)).toMatchObject([
    { kind: 'sale', difference: { amount: -1.1 }, detail: body.difference },
  ])
})

test('stock that is not there is a discrepancy, and never falls below zero, also when many are sent at once', async () => {
  const answers = await Promise.all(Array.from({ length: 4 }, () => send()))
  expect(answers.map(outcomeOf)).toEqual([201, 201, 201, 201])
  expect(answers.filter(({ body }) => body.difference !== null)).toHaveLength(3)
  expect(await readStock(world, stock)).toBe('0/0')
})

test('a sale that is sent while the shift is closed is in its figures, or in its record after it', async () => {
  const pending = (await expected()) * 100
  const id = crypto.randomUUID()
  const [closed, sent, again] = await Promise.all([
    world.call(own.closeShift, {
      token: seller.token,
      body: { count: { 5: Math.round(pending / 5) }, reason: 'Counted before the last sale' },
    }),
    send({ id }),
    send({ id }),
  ])
  expect([outcomeOf(closed), outcomeOf(sent), outcomeOf(again)]).toEqual([200, 201, 201])
  const late = await send()
  expect(outcomeOf(late)).toBe(201)
  const listed = await world.call(shiftList.endpoint, { token: manager, query: {} })
  // What comes after the closing changes no figure of the shift.
  expect(listed.body.items[0]).toMatchObject({ sales: closed.body.sales, cash_sales: closed.body.cash_sales })
  const entries = (await world.call(shiftEntryList.endpoint, { token: manager, query: { shift: shift_id } })).body
  expect(entries.items.map(({ order_number }) => order_number)).toContain(late.body.order_number)
  expect(
    outcomeOf(
      await world.call(createSale, { token: seller.token, body: { id, lines: [{ item_id, quantity: 1 }], total: 11 } }),
    ),
  ).toBe(201)
})

const read = async (id: string) => {
  const order = await world.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const lines = await world.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  return { order, lines }
}

test('what is sold no more is booked with what was charged for it, and the manager sees it', async () => {
  const other = await buildItem(world, { slug: 'cloth', prices: { CAD: 500n } })
  await buildStock(world, branch_id, other, 5)
  await world.db.updateTable('items').set({ tracks_stock: true, status: 'inactive' }).where('id', '=', other).execute()
  const id = crypto.randomUUID()
  const lines = [
    { item_id, quantity: 1, name: 'Wipers', charged: 11, addons: [{ item_id: other, quantity: 2, charged: 11 }] },
    { item_id: crypto.randomUUID(), quantity: 3, name: 'Gone for good', charged: 3.3 },
  ]
  const sent = await send({ id, lines, total: 25.3 })
  expect(outcomeOf(sent)).toBe(201)
  expect(sent.body.difference).toContain('Not sold any more: cloth')
  expect(sent.body.difference).toContain('Not sold any more: Gone for good')
  const { order, lines: booked } = await read(id)
  expect([order.total_minor, order.status]).toEqual([2_530n, 'completed'])
  expect(
    booked.map(({ name, total_minor, unit_minor, quantity }) => [name, total_minor, unit_minor, quantity]),
  ).toEqual([
    ['wipers', 1_100n, 1_000n, 1],
    ['cloth', 1_100n, 500n, 2],
    ['Gone for good', 330n, 100n, 3],
  ])
  expect(booked.map((line) => line.taxes)).toMatchObject([
    [{ amount_minor: '100' }],
    [{ amount_minor: '100' }],
    [{ amount_minor: '30' }],
  ])
  expect([booked[1]!.parent_id, booked[2]!.item_id]).toEqual([booked[0]!.id, null])
  const { on_hand } = await world.db
    .selectFrom('stock_levels')
    .select('on_hand')
    .where('item_id', '=', other)
    .executeTakeFirstOrThrow()
  expect(on_hand).toBe(3)
})

test('what an older device charged for what is sold no more is what the other lines leave', async () => {
  await world.db.updateTable('items').set({ status: 'inactive' }).where('id', '=', item_id).execute()
  const id = crypto.randomUUID()
  const sent = await send({ id, lines: [{ item_id, quantity: 1 }], total: 10.99 })
  expect(outcomeOf(sent)).toBe(201)
  const { order, lines } = await read(id)
  // No price before tax has a total of 10.99: the cent is the discrepancy of the shift.
  expect([order.total_minor, lines.map(({ unit_minor }) => unit_minor)]).toEqual([1_099n, [999n]])
})

test('sells on from a branch that is closed, and what takes work by now', async () => {
  await world.db.updateTable('items').set({ status: 'active', kind: 'service' }).where('id', '=', item_id).execute()
  await world.db.updateTable('branches').set({ status: 'inactive' }).where('id', '=', branch_id).execute()
  expect(outcomeOf(await send())).toBe(201)
  await world.db.updateTable('branches').set({ status: 'active' }).where('id', '=', branch_id).execute()
  await world.db.updateTable('items').set({ kind: 'good' }).where('id', '=', item_id).execute()
})

test('a line voided without a network is logged once, at its time, in the shift in which that was', async () => {
  const id = crypto.randomUUID()
  const log = (token = seller.token, shift = shift_id) =>
    world.call(own.sendOfflineEvent, {
      token,
      params: { id: shift },
      body: { id, detail: '1 × Wipers', reason: 'Wrong item', voided_at: '2026-11-21T17:00:00.000Z' },
    })
  expect((await Promise.all([log(), log(), log()])).map(outcomeOf)).toEqual([201, 201, 201])
  const stranger = await world.buildDriver()
  await giveRole(world.db, { user_id: stranger.user_id, role: 'pos_operator', branch_id })
  expect(outcomeOf(await log(stranger.token))).toBe('404 not_found')
  const { items } = (
    await world.call(shiftEntryList.endpoint, { token: manager, query: { shift: shift_id, kind: 'voided' } })
  ).body
  expect(items).toMatchObject([{ detail: '1 × Wipers', reason: 'Wrong item', at: '2026-11-21T17:00:00.000Z' }])
})
