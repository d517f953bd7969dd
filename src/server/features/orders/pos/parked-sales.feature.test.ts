import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { closeShiftOfAnother, getShift } from '#contract/cash/desk/shifts.ts'
import { payCounterSale } from '#contract/orders/counter-sale.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let [first, second]: Driver[] = []
let registers: string[]
beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  first = await world.buildDriver()
  second = await world.buildDriver()
  registers = []
  for (const [at, { user_id, token }] of [first, second].entries()) {
    await giveRole(world.db, { user_id, role: 'pos_operator', branch_id: branch.id })
    const body = { branch_id: branch.id, name: `Desk ${at}`, takes_terminal: true, receipt_width: '80' as const }
    const { id } = (await world.call(createRegister, { token: manager.token, body })).body
    registers.push(id)
    await world.call(own.openShift, { token, body: { register_id: id, count: { 2_000: 1 } } })
  }
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const chosen = () => ({ name: 'Wipers', max_per_order: 20, line: { item_id: desk.item_id, quantity: 2, note: 'Blue' } })
const park = (name: string, { token } = first!) =>
  desk.world.call(pos.parkSale, { token, body: { name, lines: [chosen()], note: 'Waits outside' } })
const list = async ({ token } = second!) => (await desk.world.call(pos.listParkedSales, { token })).body.items
const take = (id: string, { token } = second!) => desk.world.call(pos.takeParkedSale, { token, params: { id } })

test('a sale is set aside at one register and gone on with at another, which alone has it', async () => {
  const { body } = await park('Blue Toyota')
  expect(await list()).toMatchObject([
    { name: 'Blue Toyota', register: 'Desk 0', lines: [chosen()], note: 'Waits outside' },
  ])
  expect((await desk.world.call(own.getOwnShift, { token: first!.token })).body.shift!.parked).toBe(1)
  const taken = await Promise.all([take(body.id), take(body.id, first)])
  expect(taken.map(outcomeOf).map(String).toSorted()).toEqual(['200', '404 not_found'])
  expect(await list()).toEqual([])
  expect(outcomeOf(await park('', first))).toBe('422 validation_failed name')
})

test('a register has at most 50, also when several are set aside at once', async () => {
  const { world } = desk
  for (let at = 0; at < 49; at += 1) await park(`Sale ${at}`)
  const last = await Promise.all([park('A'), park('B'), park('C')])
  expect(last.map(outcomeOf).map(String).toSorted()).toEqual(['201', '409 too_many_parked', '409 too_many_parked'])
  expect(outcomeOf(await park('Elsewhere', second))).toBe(201)
  const closed = await world.call(own.closeShift, { token: first!.token, body: { count: { 2_000: 1 } } })
  expect(closed.body.parked).toBe(50)
  const opened = await world.call(own.openShift, {
    token: first!.token,
    body: { register_id: registers[0]!, count: { 2_000: 1 } },
  })
  expect(opened.body.parked).toBe(50)
})

test('another branch sees none of them', async () => {
  const { world, stranger } = desk
  expect(outcomeOf(await world.call(pos.listParkedSales, { token: stranger.token }))).toBe('409 shift_needed')
})

test('a refund out of the drawer is at most what it holds, and goes there only for what was paid at a counter', async () => {
  const { world, manager, branch } = desk
  const body = { branch_id: branch.id, name: 'Office', takes_terminal: true, receipt_width: '80' as const }
  const { id: register_id } = (await world.call(createRegister, { token: manager.token, body })).body
  await world.call(own.openShift, { token: manager.token, body: { register_id, count: { 500: 1 } } })
  const customer = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
  const sell = async (paid: object = { terminal: { amount: 11, slip: crypto.randomUUID().slice(0, 8) } }) =>
    (
      await world.call(pos.createSale, {
        token: first!.token,
        body: {
          id: crypto.randomUUID(),
          lines: [{ item_id: desk.item_id, quantity: 1 }],
          total: 11,
          customer_id: customer.user_id,
          ...paid,
        },
      })
    ).body.id
  const refund = (id: string, amount: number, to: 'wallet' | 'drawer') =>
    world.call(refundOrderByStaff, {
      token: manager.token,
      params: { id },
      body: { amount, to, cause: 'damaged', reason: 'Damaged', delivery: false, stock: 'return' } as never,
    })
  const sold = await sell()
  expect(outcomeOf(await refund(sold, 6, 'drawer'))).toBe('409 drawer_short')
  expect(outcomeOf(await refund(sold, 4, 'drawer'))).toBe(200)
  const twice = await Promise.all([refund(sold, 1, 'drawer'), refund(await sell(), 1, 'drawer')])
  expect(twice.map(outcomeOf).map(String).toSorted()).toEqual(['200', '409 drawer_short'])
  expect(outcomeOf(await refund(sold, 2, 'wallet'))).toBe(200)
  const { shift } = (await world.call(own.getOwnShift, { token: manager.token })).body
  expect([shift!.refund_count, shift!.expected.amount]).toEqual([2, 0])
  const paid = await sell({ wallet: 11 })
  await world.call(payCounterSale, { token: customer.token, params: { id: paid } })
  expect(outcomeOf(await refund(paid, 1, 'drawer'))).toBe('422 validation_failed to')
})

test('a manager closes the shift of somebody who left, and never their own', async () => {
  const { world, manager, stranger } = desk
  const shift = (await world.call(own.getOwnShift, { token: second!.token })).body.shift!
  const close = (id: string, { token } = manager) =>
    world.call(closeShiftOfAnother, { token, params: { id }, body: { counted: 19, reason: 'Went home ill' } })
  expect(outcomeOf(await close(shift.id, stranger))).toBe('404 not_found')
  expect(outcomeOf(await close(shift.id, first))).toBe('403 forbidden')
  const read = await world.call(getShift, { token: manager.token, params: { id: shift.id } })
  expect(read.body.actions).toEqual(['close'])
  const closed = await close(shift.id)
  expect(closed.body).toMatchObject({
    status: 'to_approve',
    discrepancy: { amount: -1 },
    closed_by: expect.any(String),
  })
  expect(outcomeOf(await close(shift.id))).toBe('409 shift_state')
  expect(outcomeOf(await park('Too late', second))).toBe('409 shift_needed')
  const mine = (await world.call(own.getOwnShift, { token: manager.token })).body.shift!
  expect(outcomeOf(await close(mine.id))).toBe('403 own_shift')
})
