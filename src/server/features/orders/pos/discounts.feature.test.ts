import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { getOrderSetup } from '#contract/branches/desk/branch-setup.ts'
import * as own from '#contract/cash/desk/own-shift.ts'
import { createRegister } from '#contract/cash/desk/registers.ts'
import { shiftEntryList } from '#contract/cash/desk/shifts.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { getOrderRecord } from '#contract/orders/desk/order-record.ts'
import * as pos from '#contract/orders/desk/pos.ts'
import { giveRole } from '#test/kits/desk/access-kit.ts'
import { openOrderDesk, type OrderDesk } from '#test/kits/desk/order-desk-kit.ts'
import { buildShopCoupon, outcomeOf } from '#test/kits/shop-kit.ts'
import type { Driver } from '#test/kits/world.ts'

let desk: OrderDesk
let seller: Driver
let register_id: string
beforeAll(async () => {
  desk = await openOrderDesk()
  const { world, branch, manager } = desk
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  seller = await world.buildDriver()
  await giveRole(world.db, { user_id: seller.user_id, role: 'pos_operator', branch_id: branch.id })
  const body = { branch_id: branch.id, name: 'Front desk', takes_terminal: true, receipt_width: '80' as const }
  register_id = (await world.call(createRegister, { token: manager.token, body })).body.id
  await world.call(own.openShift, { token: seller.token, body: { register_id, count: { 2_000: 5 } } })
})
afterEach(() => desk.world.expectBalancedLedger())
afterAll(() => desk.world.close())

const discount = (body: Partial<BodyOf<typeof pos.createDiscount>>, { token } = seller) =>
  desk.world.call(pos.createDiscount, {
    token,
    body: { kind: 'percentage', value: 20, reason: 'Scratched', ...body },
  })
const code = async ({ token } = desk.manager) =>
  (await desk.world.call(own.createManagerCode, { token, body: { register_id } })).body.code
const sell = (body: Partial<BodyOf<typeof pos.createSale>>, { token } = seller) =>
  desk.world.call(pos.createSale, {
    token,
    body: { id: crypto.randomUUID(), lines: [{ item_id: desk.item_id, quantity: 1 }], total: 11, ...body },
  })
const price = (body: Partial<BodyOf<typeof pos.priceSale>>, { token } = seller) =>
  desk.world.call(pos.priceSale, { token, body: { lines: [{ item_id: desk.item_id, quantity: 1 }], ...body } })

test('a seller without the permission takes a manager’s code, which is used once and lapses after two minutes', async () => {
  const { world } = desk
  expect(outcomeOf(await discount({}))).toBe('409 approval_needed')
  const first = await code()
  expect(first).toMatch(/^\d{6}$/)
  const given = await discount({ code: `${first.slice(0, 3)} ${first.slice(3)}` })
  expect(given.body).toMatchObject({ value: 20, is_approved: true })
  expect(outcomeOf(await discount({ code: first }))).toBe('409 manager_code')
  const late = await code()
  world.clock.advance(3)
  expect(outcomeOf(await discount({ code: late }))).toBe('409 manager_code')
  const priced = await price({ discount_id: given.body.id })
  expect([priced.body.cart.amounts?.coupon.amount, priced.body.cart.amounts?.total.amount]).toEqual([2, 8.8])
  const sold = await sell({ discount_id: given.body.id, total: 8.8 })
  expect([sold.status, sold.body.total.amount]).toEqual([201, 8.8])
  expect(outcomeOf(await sell({ discount_id: given.body.id, total: 8.8 }))).toBe('409 discount_used')
  const record = await world.call(getOrderRecord, { token: desk.manager.token, params: { id: sold.body.id } })
  expect(record.body.discount).toMatchObject({ reason: 'Scratched', given_by: expect.any(String) })
})

test('five wrong codes lock the register for codes for a quarter of an hour', async () => {
  const { world } = desk
  // A right code ends the count.
  expect(outcomeOf(await discount({ code: await code() }))).toBe(201)
  for (const _try of [1, 2, 3, 4]) expect(outcomeOf(await discount({ code: '000000' }))).toBe('409 manager_code')
  expect(outcomeOf(await discount({ code: '000000' }))).toBe('409 manager_code_locked')
  const right = await code()
  expect(outcomeOf(await discount({ code: right }))).toBe('409 manager_code_locked')
  world.clock.advance(16)
  expect(outcomeOf(await discount({ code: await code() }))).toBe(201)
})

test('a code is for registers of one’s own branches, and sellers create none', async () => {
  const { world, stranger } = desk
  const create = ({ token }: Driver) => world.call(own.createManagerCode, { token, body: { register_id } })
  expect(outcomeOf(await create(stranger))).toBe('404 not_found')
  expect(outcomeOf(await create(seller))).toBe('403 forbidden')
})

test('with the permission, a seller gives up to the branch’s percentage by themselves', async () => {
  const { world, branch, manager, employee } = desk
  const { body: setup } = await world.call(getOrderSetup, { token: manager.token, params: { id: branch.id } })
  expect(setup.counter_discount_percent).toBe(10)
  const other = { branch_id: branch.id, name: 'Second', takes_terminal: false, receipt_width: '58' as const }
  const second = await world.call(createRegister, { token: manager.token, body: other })
  await world.call(own.openShift, { token: employee.token, body: { register_id: second.body.id, count: {} } })
  const shift = await world.call(own.getOwnShift, { token: employee.token })
  expect(shift.body.shift!.discount_percent).toBe(10)
  expect(outcomeOf(await discount({ value: 10 }, employee))).toBe(201)
  expect(outcomeOf(await discount({ value: 10.5 }, employee))).toBe('409 approval_needed')
  const large = await discount({ kind: 'amount', value: 2 }, employee)
  expect(outcomeOf(await sell({ discount_id: large.body.id, total: 8.8 }, employee))).toBe('409 approval_needed')
  const small = await discount({ kind: 'amount', value: 1 }, employee)
  expect(outcomeOf(await sell({ discount_id: small.body.id, total: 9.9 }, employee))).toBe(201)
  expect(outcomeOf(await sell({ discount_id: large.body.id, total: 8.8 }))).toBe('409 discount_used')
  await world.db
    .updateTable('branch_setup')
    .set({ counter_discount_percent: 0 })
    .where('branch_id', '=', branch.id)
    .execute()
  expect(outcomeOf(await discount({ value: 10 }, employee))).toBe('409 approval_needed')
})

test.each([
  ['more than all of it', { value: 100.5 }, '422 validation_failed value'],
  ['nothing', { value: 0 }, '422 validation_failed value'],
  ['less than nothing', { value: -5 }, '422 validation_failed value'],
  ['without a reason', { reason: '' }, '422 validation_failed reason'],
])('refuses a discount of %s', async (_name, body, outcome) => {
  expect(outcomeOf(await discount({ code: await code(), ...body }))).toBe(outcome)
})

test('takes an amount off no more than there is', async () => {
  const whole = await discount({ kind: 'amount', value: 50, code: await code() })
  expect(outcomeOf(await sell({ discount_id: whole.body.id, total: 0 }))).toBe('422 validation_failed discount_id')
})

test('a coupon is its customer’s, and not beside a discount', async () => {
  const { world } = desk
  const customer = await world.buildDriver({ country_code: 'CA' })
  await buildShopCoupon(world, { code: 'TENTH', scope: 'shop' })
  expect(outcomeOf(await price({ promo_code: 'TENTH' }))).toBe('422 validation_failed promo_code')
  const found = await world.call(pos.findCounterCustomers, {
    token: seller.token,
    body: {
      search: (
        await world.db.selectFrom('users').select('email').where('id', '=', customer.user_id).executeTakeFirstOrThrow()
      ).email,
    },
  })
  expect(found.body.items).toMatchObject([{ id: customer.user_id, contact: expect.stringContaining('•••') }])
  const customer_id = customer.user_id
  const priced = await price({ promo_code: 'TENTH', customer_id })
  const total = priced.body.cart.amounts!.total.amount
  expect(total).toBeLessThan(11)
  const given = await discount({ code: await code() })
  const both = await sell({ promo_code: 'TENTH', customer_id, discount_id: given.body.id, total })
  expect(outcomeOf(both)).toBe('422 validation_failed promo_code')
  const sold = await sell({ promo_code: 'TENTH', customer_id, total })
  expect(sold.status).toBe(201)
  const order = await world.db.selectFrom('orders').selectAll().where('id', '=', sold.body.id).executeTakeFirstOrThrow()
  expect([order.user_id, order.promo_code, order.source]).toEqual([customer_id, 'TENTH', 'pos'])
})

test('logs lines that were voided and drawers that were opened, with the reason, and no money', async () => {
  const { world, manager } = desk
  const log = (body: BodyOf<typeof own.logShiftEvent>) => world.call(own.logShiftEvent, { token: seller.token, body })
  const before = (await world.call(own.getOwnShift, { token: seller.token })).body.shift!
  expect(outcomeOf(await log({ kind: 'voided', detail: '2 × Wipers · $22.00', reason: '' }))).toBe(
    '422 validation_failed reason',
  )
  expect(outcomeOf(await log({ kind: 'voided', detail: '2 × Wipers · $22.00', reason: 'Wrong item' }))).toBe(200)
  expect(outcomeOf(await log({ kind: 'drawer_opened', reason: 'Change for the bank' }))).toBe(200)
  const listed = await world.call(shiftEntryList.endpoint, {
    token: manager.token,
    query: { shift: before.id, kind: 'voided' },
  })
  expect(listed.body.items).toMatchObject([{ kind: 'voided', detail: '2 × Wipers · $22.00', reason: 'Wrong item' }])
  const after = (await world.call(own.getOwnShift, { token: seller.token })).body.shift!
  expect(after.expected).toEqual(before.expected)
})
