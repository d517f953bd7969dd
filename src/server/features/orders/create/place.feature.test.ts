import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as addresses from '#contract/addresses/addresses.ts'
import type { Branch } from '#contract/branches/desk/branches.ts'
import { deleteTimeSlot, getTimeSlot, timeSlotList, updateTimeSlot } from '#contract/branches/desk/time-slots.ts'
import { addCartLine, emptyCart, getCart, setCartCoupon } from '#contract/cart/cart.ts'
import type { Cart } from '#contract/cart/cart.ts'
import { getOrder, listOrders } from '#contract/orders/orders.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import { newId } from '#server/database/ids.ts'
import { balanceOf, bookingCallsOf, mailsOf } from '#test/kits/bookings-kit.ts'
import {
  buildExtra,
  buildCart,
  firstSlot,
  buildBranch,
  buildItem,
  buildShopCoupon,
  order,
  setStock,
  variationOf,
} from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'

let world: World
let branch: Branch
let park: TestPark
let driver: Driver
const ids: Record<string, string> = {}
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token, { name: 'Toronto', capacity: 40 })
  park = await world.buildPark({ country_code: 'CA', timezone: 'America/Toronto' })
  await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
  ids['blades'] = await buildItem(world, { slug: 'blades', name: 'Blades', name_fr: 'Balais', prices: { CAD: 1_299n } })
  ids['coffee'] = await buildItem(world, {
    slug: 'coffee',
    kind: 'food',
    order_types: 'takeaway',
    work_group: 'kitchen',
    prices: { CAD: 300n },
  })
  ids['wash'] = await buildItem(world, {
    slug: 'wash',
    name: 'Wash',
    name_fr: 'Lavage',
    kind: 'service',
    tax_class: 'service',
    work_group: 'wash',
    duration_min: 40,
    variations: { car: 2_500n, large: 3_500n },
  })
  ids['wax'] = await buildExtra(world, ids['wash']!, { name: 'Wax', name_fr: 'Cire', price: 500n })
  ids['car'] = await variationOf(world, ids['wash']!, 'car')
  await world.db.updateTable('items').set({ needs_vehicle: true, needs_key: true }).where('slug', '=', 'wash').execute()
})
afterAll(() => world.close())
beforeEach(async () => {
  driver = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
})

const blades = (quantity = 1) => ({ item_id: ids['blades']!, quantity })
const wash = (changes: object = {}) => ({ item_id: ids['wash']!, variation_id: ids['car']!, ...changes })
const fill = (...lines: object[]) => buildCart(world, driver, branch, ...lines)
const totalOf = (cart: Cart) => cart.amounts!.total.amount
const outcome = ({ status, problem }: { status: number; problem: { code: string; errors?: { field: string }[] } }) =>
  [status, problem.code, ...(problem.errors ?? []).map(({ field }) => field)].join(' ').trim()
const readCart = async (query: object = {}) => (await world.call(getCart, { token: driver.token, query })).body
const counters = async () =>
  (
    await sql<{
      key: string
    }>`select work_group || ' ' || used as key from slot_days where used > 0 order by 1`.execute(world.db)
  ).rows.map(({ key }) => key)
/** What a refused order must leave as it was. */
const traces = async () => {
  const { rows } = await sql<{
    count: number
  }>`select (select count(*) from orders) + (select count(*) from order_lines)
    + (select count(*) from ledger_transfers where kind = 'order') + (select count(*) from idempotency_keys)
    + (select coalesce(sum(used), 0) from slot_days) + (select coalesce(sum(reserved), 0) from stock_levels)
    + (select coalesce(sum(used), 0) from promo_uses) + (select coalesce(sum(last), 0) from branch_tokens)
    + (select count(*) from mails) as count`.execute(world.db)
  return rows[0]!.count
}

describe('an order', () => {
  test('takes the money, the stock and the slot, empties the cart, and tells its customer', async () => {
    const level = await setStock(world, branch.id, ids['blades']!, 5)
    const total = totalOf(await fill(blades(2), { ...wash({ extra_ids: [ids['wax']!] }), note: 'gently' }))
    expect(total).toBe(61.58)
    const { status, body } = await order(world, driver, { total, plate: 'ABC 123', key: 'desk', note: 'Ring twice' })
    expect([status, body.status, body.payment_status, body.token]).toEqual([201, 'pending', 'paid', 1])
    expect(body).toMatchObject({
      order_number: expect.stringMatching(/^[2-9A-HJKMNP-TV-Z]{8}$/) as string,
      order_type: 'takeaway',
      branch: { name: 'Toronto' },
      slot: { starts_at: firstSlot, ends_at: '2026-11-21T13:40:00.000Z' },
      total: { amount: 61.58, currency: 'CAD' },
      lines: [
        { item: { name: 'Blades' }, quantity: 2, unit: { amount: 12.99 }, total: { amount: 28.58 } },
        { item: { name: 'Wash' }, variation: 'Car', extras: [{ name: 'Wax', price: { amount: 5 } }], note: 'gently' },
      ],
      amounts: {
        subtotal: { amount: 55.98 },
        delivery: null,
        taxes: [{ code: 'vat', percent: 10, amount: { amount: 5.6 } }],
      },
      vehicle: { plate: 'ABC 123', vehicle_type_id: 1 },
      key: 'desk',
      note: 'Ring twice',
      destination: null,
      handover_code: null,
      stages: [{ status: 'pending', cause: 'placed' }],
      payments: [{ method: 'wallet', amount: { amount: 61.58 } }],
      can: { pay: false, cancel: true, confirm: false, reorder: true },
    })
    expect(await balanceOf(world, driver)).toBe(3_842n)
    expect((await readCart()).lines).toEqual([])
    expect(await counters()).toEqual(['counter 2', 'wash 1', 'wash 1'])
    const { on_hand, reserved } = await world.db
      .selectFrom('stock_levels')
      .selectAll()
      .where('id', '=', level)
      .executeTakeFirstOrThrow()
    expect([on_hand, reserved]).toEqual([5, 2])
    expect(await mailsOf(world, driver)).toEqual([`Order placed: ${body.order_number}`])
    for (const handle of [body.id, body.order_number, body.order_number.toLowerCase()])
      expect((await world.call(getOrder, { token: driver.token, params: { id: handle } })).body).toEqual(body)
    const stored = await world.db.selectFrom('orders').selectAll().where('id', '=', body.id).executeTakeFirstOrThrow()
    expect(stored.handover_code).toMatch(/^\d{4}$/)
    expect(stored.next_step_at).not.toBeNull()
    await world.expectBalancedLedger()
    await world.db.updateTable('items').set({ tracks_stock: false }).execute()
  })

  test('keeps names, prices and taxes as they were, in both languages', async () => {
    const total = totalOf(await fill(blades()))
    const { body } = await order(world, driver, { total })
    await world.db
      .updateTable('items')
      .set({ name: 'Other', name_fr: 'Autre' })
      .where('id', '=', ids['blades']!)
      .execute()
    await world.db.updateTable('tax_rates').set({ value: 20_000n }).execute()
    const read = async (language: string) =>
      (
        await world.call(getOrder, {
          token: driver.token,
          params: { id: body.id },
          headers: { 'accept-language': language },
        })
      ).body
    expect((await read('en')).lines[0]).toMatchObject({ item: { name: 'Blades' }, taxes: [{ percent: 10 }] })
    expect((await read('fr')).lines[0]).toMatchObject({ item: { name: 'Balais' }, taxes: [{ name: 'TVA' }] })
    await world.db
      .updateTable('items')
      .set({ name: 'Blades', name_fr: 'Balais' })
      .where('id', '=', ids['blades']!)
      .execute()
    await world.db.updateTable('tax_rates').set({ value: 10_000n }).execute()
  })

  test('to the bay has its park and booking, the vehicle of that, and the charge', async () => {
    await world.db.updateTable('branch_setup').set({ bay_charge_minor: 200n }).execute()
    const times = { start_time: '2026-11-21T14:00:00Z', end_time: '2026-11-21T16:30:00Z' }
    const booked = await bookingCallsOf(world, driver).book({ park_id: park.id, plate: 'BAY 1', ...times })
    const { booking_code } = booked.body
    await fill(wash())
    const place = { order_type: 'delivery', park: park.park_code, key: 'customer' }
    const total = totalOf(await readCart({ order_type: 'delivery', park: park.park_code }))
    const ask = { ...place, total, booking_code, level: 'P2', bay: '14' }
    const outside = await order(world, driver, { ...ask, slot: firstSlot })
    expect([outcome(outside), outside.problem.message]).toEqual([
      '422 slot_outside_booking slot',
      expect.stringMatching(/9:00.*11:20/) as string,
    ])
    const { status, body } = await order(world, driver, { ...ask, slot: '2026-11-21T14:30:00Z' })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      booking_code,
      destination: { kind: 'bay', park_code: park.park_code, level: 'P2', bay: '14' },
      vehicle: { plate: 'BAY 1' },
      amounts: { delivery: { amount: 2.2 }, delivery_charge: { amount: 2 } },
      total: { amount: total },
    })
    const list = await world.call(listOrders, { token: driver.token, query: { booking_code } })
    expect(list.body.items.map(({ id }) => id)).toEqual([body.id])
    await world.expectBalancedLedger()
  })

  test('to an address keeps it as it was', async () => {
    const body = {
      label: 'home',
      line: '1 King St',
      city: 'Toronto',
      state: 'ON',
      country_code: 'CA',
      lat: 43.66,
      lng: -79.38,
    }
    const address_id = (await world.call(addresses.createAddress, { token: driver.token, body })).body.id
    await fill(blades())
    const total = totalOf(await readCart({ order_type: 'delivery', address_id }))
    const placed = await order(world, driver, { order_type: 'delivery', address_id, total })
    await world.call(addresses.deleteAddress, { token: driver.token, params: { id: address_id } })
    expect(
      (await world.call(getOrder, { token: driver.token, params: { id: placed.body.id } })).body.destination,
    ).toEqual({
      kind: 'address',
      label: 'home',
      line: '1 King St',
      apartment: null,
      city: 'Toronto',
      state: 'Ontario',
      note: null,
      lat: 43.66,
      lng: -79.38,
      distance_m: 1_200,
    })
  })

  test('is placed once however often it is sent, and another with the same key is refused', async () => {
    const total = totalOf(await fill(blades()))
    const key = { 'idempotency-key': 'one' }
    const [first, second] = await Promise.all([
      order(world, driver, { total }, key),
      order(world, driver, { total }, key),
    ])
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(outcome(await order(world, driver, { total, note: 'other' }, key))).toBe('409 idempotency_key_reused')
    expect(await balanceOf(world, driver)).toBe(8_571n)
    expect(outcome(await order(world, driver, { total }))).toBe('409 cart_empty')
  })

  test('of one account is no other’s', async () => {
    const total = totalOf(await fill(blades()))
    const { body } = await order(world, driver, { total })
    const other = await world.buildDriver({ country_code: 'CA' })
    for (const id of [body.id, body.order_number, 'ABCD2345', newId()])
      expect(outcome(await world.call(getOrder, { token: other.token, params: { id } }))).toBe('404 order_not_found')
    expect((await world.call(listOrders, { token: other.token, query: {} })).body.total).toBe(0)
    expect((await world.call(listOrders, { token: driver.token, query: { group: 'upcoming' } })).body.total).toBe(1)
    expect((await world.call(listOrders, { token: driver.token, query: { group: 'cancelled' } })).body.total).toBe(0)
    expect((await world.call(listOrders, { token: driver.token, query: { page: 0 } })).status).toBe(422)
    for (const query of [{ page: 1e9 }, { size: 7_000 }, { size: 0 }, { group: 'all of them' }])
      expect([query, (await world.call(listOrders, { token: driver.token, query })).status]).toEqual([query, 422])
  })
})

describe('is refused, and leaves nothing behind', () => {
  const check = async (changes: object, expected: string) => {
    const before = await traces()
    const total = 'total' in changes ? changes.total : totalOf(await readCart())
    const answer = await order(world, driver, { total, ...changes }, { 'idempotency-key': newId() })
    expect(outcome(answer)).toBe(expected)
    expect(await traces()).toBe(before)
    return answer.problem
  }

  test('without terms, with the specification’s sentence', async () => {
    await fill(blades())
    const problem = await check({ accept_terms: false }, '422 validation_failed accept_terms')
    expect(problem.message).toBe('Please Accept our all Terms and Privacy!')
    await check({ accept_terms: undefined }, '422 validation_failed accept_terms')
  })

  test.each<[string, object, string]>([
    ['a status', { status: 'completed' }, '422 validation_failed status'],
    ['a price of its own', { total_minor: 1 }, '422 validation_failed total_minor'],
    ['no slot', { slot: undefined }, '422 validation_failed slot'],
    ['a slot in the past', { slot: '2026-11-20T13:00:00Z' }, '422 validation_failed slot'],
    ['a slot off the interval', { slot: '2026-11-21T13:10:00Z' }, '422 validation_failed slot'],
    ['a slot of a branch that is open at night', { slot: '2026-11-22T04:00:00Z' }, '422 validation_failed slot'],
    ['a slot too far ahead', { slot: '2027-01-21T13:00:00Z' }, '422 validation_failed slot'],
    ['a bay with takeaway', { park: 'ABCDEF' }, '422 validation_failed park'],
    ['a delivery to nowhere', { order_type: 'delivery' }, '422 validation_failed park'],
    ['a delivery to an unknown park', { order_type: 'delivery', park: 'NOWHERE' }, '422 validation_failed park'],
    ['an address of nobody', { order_type: 'delivery', address_id: newId() }, '404 address_not_found'],
    ['a booking of nobody', { booking_code: 'ABCD2345' }, '404 booking_not_found'],
    ['a vehicle of nobody', { vehicle_id: newId() }, '404 vehicle_not_found'],
    ['a vehicle twice', { vehicle_id: newId(), plate: 'ABC 1' }, '422 validation_failed plate'],
    ['an unknown type of vehicle', { plate: 'ABC 1', vehicle_type_id: 999 }, '422 validation_failed vehicle_type_id'],
    ['a note that turns text around', { note: '\u202eevil' }, '422 validation_failed note'],
    ['another total', { total: 14.28 }, '409 price_changed'],
    ['a total with too many decimals', { total: 14.290001 }, '409 price_changed'],
    ['a total in words', { total: '14.29' }, '422 validation_failed total'],
  ])('with %s', async (_name, changes, expected) => {
    await fill(blades())
    await check(changes, expected)
  })

  test('in a slot of another branch, which is open when this one is closed', async () => {
    const { token } = await world.buildDriver({ role: 'admin' })
    const night = await buildBranch(world, token, { name: 'Night shift', opening_hours: 'Mo-Su 20:00-23:00' })
    await world.db
      .updateTable('time_slots')
      .set({ opens_min: 1_200, closes_min: 1_380 })
      .where('branch_id', '=', night.id)
      .execute()
    const slot = '2026-11-22T02:00:00.000Z'
    await fill(blades())
    await check({ slot }, '422 validation_failed slot')
    // It is a time of the other one, where the same request is an order.
    await world.call(emptyCart, { token: driver.token })
    await buildCart(world, driver, night, blades())
    expect((await order(world, driver, { slot, total: 14.29 })).status).toBe(201)
  })

  test('with the address, the booking or the vehicle of another account', async () => {
    const other = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
    const { token } = other
    const place = { label: 'home', line: '1 King St', city: 'Toronto', country_code: 'CA', lat: 43.66, lng: -79.38 }
    const address_id = (await world.call(addresses.createAddress, { token, body: place as never })).body.id
    const vehicle_id = (await world.call(createVehicle, { token, body: { plate: 'THEIRS 1' } })).body.id
    const times = { start_time: '2026-11-21T14:00:00Z', end_time: '2026-11-21T16:30:00Z' }
    const booked = await bookingCallsOf(world, other).book({ park_id: park.id, plate: 'THEIRS 1', ...times })
    await fill(blades())
    await check({ order_type: 'delivery', address_id }, '404 address_not_found')
    await check({ vehicle_id }, '404 vehicle_not_found')
    await check({ booking_code: booked.body.booking_code }, '404 booking_not_found')
  })

  test('with a body of more than 1 MiB', async () => {
    await fill(blades())
    await check({ note: 'x'.repeat(1024 * 1024) }, '413 payload_too_large')
  })

  test('with nothing in the cart', () => check({ total: 1 }, '409 cart_empty'))

  test('with another price, and is told the cart of now', async () => {
    await fill(blades())
    await world.db.updateTable('prices').set({ amount_minor: 1_300n }).where('item_id', '=', ids['blades']!).execute()
    const problem = await check({ total: 14.29 }, '409 price_changed')
    expect(problem['cart']).toMatchObject({
      lines: [{ problem: 'price_changed', unit: { amount: 14.3 } }],
      amounts: { total: { amount: 14.3 } },
    })
    await world.db.updateTable('prices').set({ amount_minor: 1_299n }).where('item_id', '=', ids['blades']!).execute()
  })

  test('with something paused, withdrawn or short of stock', async () => {
    await fill(blades(2))
    const place = { branch_id: branch.id, item_id: ids['blades']! }
    await world.db
      .insertInto('branch_items')
      .values({ id: newId(), ...place, paused_until: new Date('2026-11-22T00:00:00Z') })
      .execute()
    expect((await check({ total: 28.58 }, '409 item_unavailable'))['item']).toBe('Blades')
    await world.db.updateTable('branch_items').set({ is_hidden: true }).execute()
    expect((await check({ total: 28.58 }, '409 item_unavailable'))['item']).toBe('Blades')
    await world.db.deleteFrom('branch_items').execute()
    await setStock(world, branch.id, ids['blades']!, 1)
    const { id } = (await readCart()).lines[0]!
    expect(await check({ total: 28.58 }, `409 out_of_stock lines.${id}`)).toMatchObject({
      errors: [{ message: 'Only 1 left.' }],
    })
    await world.db.updateTable('items').set({ tracks_stock: false }).execute()
  })

  test('at a branch that is closed or takes no orders', async () => {
    await fill(blades())
    const set = (changes: object) => world.db.updateTable('branch_setup').set(changes).execute()
    await set({ takeaway_on: false })
    await check({}, '409 order_type_off')
    await set({ delivery_on: false })
    const problem = await check({}, '409 ordering_disabled')
    expect(problem.message).toBe('Delivery and takeaway is disable now. please wait sometime')
    await set({ takeaway_on: true, delivery_on: true, takeaway_minimum_minor: 1_300n })
    expect(await check({}, '409 minimum_order')).toMatchObject({ minimum: { amount: 13 }, missing: { amount: 0.01 } })
    await set({ takeaway_minimum_minor: 0n })
    const closure = { id: newId(), branch_id: branch.id, reason: 'Works', reason_fr: 'Travaux' }
    const hours = { starts_at: new Date('2026-11-21T12:00:00Z'), ends_at: new Date('2026-11-21T14:00:00Z') }
    await world.db
      .insertInto('branch_closures')
      .values({ ...closure, ...hours })
      .execute()
    await check({}, '409 branch_closed')
    await world.db.deleteFrom('branch_closures').execute()
    await world.db.updateTable('branches').set({ status: 'inactive' }).execute()
    await check({ total: 14.29 }, '409 branch_closed')
    await world.db.updateTable('branches').set({ status: 'active' }).execute()
  })

  test('with an item that is only collected, naming it', async () => {
    await fill(blades(), { item_id: ids['coffee']! })
    const address = { order_type: 'delivery', park: park.park_code }
    expect((await check(address, '409 order_type'))['item']).toBe('coffee')
  })

  test('without the vehicle or the key that the work needs, or for another class of vehicle', async () => {
    await fill(wash())
    await check({}, '422 validation_failed key')
    await check({ key: 'desk' }, '422 validation_failed plate')
    const { id } = await world.db
      .selectFrom('vehicle_types')
      .select('id')
      .where('vehicle_class', '=', 'large')
      .limit(1)
      .executeTakeFirstOrThrow()
    await check({ key: 'desk', plate: 'BIG 1', vehicle_type_id: id }, '422 variation_vehicle variation_id')
  })

  test('in a full slot, and told the three nearest', async () => {
    await fill(blades(2))
    await world.db.deleteFrom('slot_days').execute()
    const starts_at = new Date('2026-11-21T15:00:00Z')
    await world.db
      .insertInto('slot_days')
      .values({ branch_id: branch.id, work_group: 'counter', starts_at, cap: 40, used: 39 })
      .execute()
    const problem = await check({ slot: '2026-11-21T15:00:00Z' }, '409 slot_full')
    expect((problem['slots'] as { starts_at: string }[]).map((entry) => entry.starts_at.slice(11, 16))).toEqual([
      '14:00',
      '14:30',
      '15:30',
    ])
  })

  test('with a coupon that is used up or over', async () => {
    const { id } = await buildShopCoupon(world, { code: 'ONCE', limit_per_person: 1 })
    await fill(blades())
    await world.call(setCartCoupon, { token: driver.token, body: { promo_code: 'ONCE' } })
    const total = totalOf(await readCart())
    await world.db
      .insertInto('promo_uses')
      .values({ promo_code_id: id, user_id: driver.user_id, used: 1, most: 1 })
      .execute()
    await check({ total }, '409 promo_used')
    await world.db.deleteFrom('promo_uses').execute()
    await world.db.updateTable('promo_codes').set({ is_active: false }).where('id', '=', id).execute()
    await check({ total }, '422 validation_failed promo_code')
  })

  test('without enough money in this currency, whatever there is in another', async () => {
    driver = await world.buildDriver({ country_code: 'CA', balance_minor: 1_000n })
    await fill(blades())
    expect(await check({}, '402 insufficient_balance')).toMatchObject({ missing: { amount: 4.29, currency: 'CAD' } })
  })
})

describe('a coupon', () => {
  test('is counted in the order, and shared among its lines', async () => {
    const { id } = await buildShopCoupon(world, { code: 'TENOFF', limit_per_person: 2, most_uses: 5 })
    await fill(blades(2), wash())
    await world.call(setCartCoupon, { token: driver.token, body: { promo_code: 'TENOFF' } })
    const total = totalOf(await readCart())
    const { body } = await order(world, driver, { total, plate: 'ABC 1', key: 'desk' })
    expect(body).toMatchObject({ promo_code: 'TENOFF', amounts: { coupon: { amount: 5.09 } } })
    expect(body.lines.reduce((sum, { coupon }) => sum + coupon.amount, 0)).toBeCloseTo(5.09)
    const { used } = await world.db
      .selectFrom('promo_totals')
      .selectAll()
      .where('promo_code_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(used).toBe(1)
    const lines = await world.db
      .selectFrom('order_lines')
      .selectAll()
      .where('order_id', '=', body.id)
      .orderBy('position')
      .execute()
    expect(lines.map(({ goods_minor, promotion_minor }) => [goods_minor, promotion_minor])).toEqual([
      [2_598n, 259n],
      [2_500n, 250n],
    ])
    await world.expectBalancedLedger()
  })
})

test('numbers of the day count at each branch, and begin again after 999', async () => {
  const numbers: number[] = []
  await world.db.updateTable('branch_tokens').set({ last: 998 }).execute()
  for (const _ of [1, 2]) {
    await world.call(addCartLine, { token: driver.token, body: { branch: branch.slug, item_id: ids['coffee']! } })
    numbers.push((await order(world, driver, { total: 3.3 })).body.token)
  }
  expect(numbers).toEqual([999, 1])
})

test('a slot’s capacity never falls below what orders take, whose number is named, not their units', async () => {
  const { token } = await world.buildDriver({ role: 'admin' })
  const shop = await buildBranch(world, token, { name: 'Heavy work', capacity: 20 })
  const item_id = await buildItem(world, { slug: 'heavy', prices: { CAD: 300n }, work_units: 6 })
  const { id } = await world.db
    .selectFrom('time_slots')
    .select('id')
    .where('branch_id', '=', shop.id)
    .where('work_group', '=', 'counter')
    .where('weekday', '=', 6)
    .executeTakeFirstOrThrow()
  const params = { id }
  const read = async () => (await world.call(getTimeSlot, { token, params })).body
  expect(await read()).toMatchObject({ orders: 0, actions: ['update', 'remove'] })
  for (const orders of [1, 2]) {
    const customer = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
    await buildCart(world, customer, shop, { item_id })
    expect((await order(world, customer, { total: 3.3 })).status).toBe(201)
    expect(await read()).toMatchObject({ orders, actions: ['update'] })
  }
  const listed = await world.call(timeSlotList.endpoint, {
    token,
    query: { branch: shop.id, work_group: 'counter', weekday: 'saturday' },
  })
  expect(listed.body.items.find((row) => row.id === id)).toMatchObject({ orders: 2, capacity: 20 })
  const lower = async (capacity: number, language: 'en' | 'fr' = 'en') => {
    const { opening_time, closing_time, closes_next_day, order_type, interval, version } = await read()
    const body = { opening_time, closing_time, closes_next_day, order_type, interval, version, capacity }
    return world.call(updateTimeSlot, { token, params, body, headers: { 'accept-language': language } })
  }
  const refused = await lower(11)
  expect([refused.status, refused.problem.code, refused.problem['count']]).toEqual([409, 'slot_in_use', 2])
  expect(refused.problem.message).toBe('2 orders already take more than that. Keep enough capacity for them.')
  expect((await lower(11, 'fr')).problem.message).toBe(
    '2 commandes en occupent déjà davantage. Conservez une capacité suffisante.',
  )
  const { version } = await read()
  const removed = await world.call(deleteTimeSlot, { token, params, query: { version } })
  expect([removed.status, removed.problem.code, removed.problem['count']]).toEqual([409, 'slot_in_use', 2])
  expect((await lower(12)).body.capacity).toBe(12)
})
