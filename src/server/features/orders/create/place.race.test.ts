import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivateBranch, type Branch } from '#contract/branches/desk/branches.ts'
import { getTimeSlot, updateTimeSlot } from '#contract/branches/desk/time-slots.ts'
import { getCart, setCartCoupon } from '#contract/cart/cart.ts'
import { recountStock } from '#contract/catalogue/desk/stock.ts'
import { payOrder } from '#contract/orders/orders.ts'
import { newId } from '#server/database/ids.ts'
import { resetDemo } from '#server/features/demo/reset.ts'
import { balanceOf, bookingCallsOf, setBalance } from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { buildCart, buildBranch, buildItem, buildShopCoupon, order, setStock } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { checkStock } from '../stock-check.ts'

let world: World
let admin: string
beforeAll(async () => {
  world = await createWorld({ engine: 'server', pool: 24 })
  admin = (await world.buildDriver({ role: 'admin' })).token
})
afterAll(() => world.close())

let shops = 0
/** A shop of its own with one item, and customers whose carts hold one of it. Its price with tax is 11.00. */
async function openShop(customers: number, { capacity = 200, on_hand }: { capacity?: number; on_hand?: number } = {}) {
  shops += 1
  const branch = await buildBranch(world, admin, { name: `Shop ${shops}`, capacity })
  const item_id = await buildItem(world, { slug: `item-${shops}`, prices: { CAD: 1_000n } })
  const stock = on_hand === undefined ? undefined : await setStock(world, branch.id, item_id, on_hand)
  const drivers = await Promise.all(
    Array.from({ length: customers }, () => world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })),
  )
  await Promise.all(drivers.map((driver) => buildCart(world, driver, branch, { item_id })))
  return { branch, item_id, stock, drivers }
}
const place = (driver: Driver, changes: object = {}) => order(world, driver, { total: 11, ...changes })
const outcomes = (answers: readonly { status: number; problem: { code: string } }[]) => {
  const counts: Record<string, number> = {}
  for (const { status, problem } of answers) {
    const key = status < 300 ? String(status) : `${status} ${problem.code}`
    counts[key] = (counts[key] ?? 0) + 1
  }
  return counts
}
/** How many orders a branch has, what is taken of its counters, and how often more is taken than there is. */
async function countAt({ id }: Branch) {
  const { rows } = await sql<{ orders: number; paid: number; counter: number; over: number; transfers: number }>`
    select (select count(*)::int from orders where branch_id = ${id}) as orders,
      (select count(*)::int from order_payments p join orders o on o.id = p.order_id where o.branch_id = ${id}) as paid,
      (select coalesce(sum(used), 0)::int from slot_days where branch_id = ${id} and work_group = 'counter') as counter,
      (select count(*)::int from slot_days where branch_id = ${id} and used > cap) as over,
      (select count(*)::int from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.kind = 'order_held' and a.owner = ${id}::text) as transfers`.execute(world.db)
  return rows[0]!
}
const expectSound = async () => {
  await world.expectBalancedLedger()
  expect(await checkStock(world.db)).toEqual([])
}

/** How many customers order at once. */
const many = Math.min(20, 8 * rounds)

describe('many at once', () => {
  test('for the last unit: one gets it, the others are told that none is left', async () => {
    const { branch, drivers, stock } = await openShop(many, { on_hand: 1 })
    const answers = await Promise.all(drivers.map((driver) => place(driver)))
    expect(outcomes(answers)).toEqual({ '201': 1, '409 out_of_stock': many - 1 })
    for (const { status, problem } of answers)
      if (status !== 201) expect(problem.errors).toMatchObject([{ field: expect.stringMatching(/^lines\./) as string }])
    expect(await countAt(branch)).toEqual({ orders: 1, paid: 1, counter: 1, over: 0, transfers: 1 })
    const level = await world.db
      .selectFrom('stock_levels')
      .selectAll()
      .where('id', '=', stock!)
      .executeTakeFirstOrThrow()
    expect([level.on_hand, level.reserved]).toEqual([1, 1])
    // Those who got nothing keep their money and their cart.
    for (const [index, driver] of drivers.entries())
      if (answers[index]!.status !== 201) {
        expect(await balanceOf(world, driver)).toBe(10_000n)
        expect((await world.call(getCart, { token: driver.token })).body.count).toBe(1)
      }
    await world.expectBalancedLedger()
  })

  test('for one slot with room for one', async () => {
    const { branch, drivers } = await openShop(many, { capacity: 1 })
    const answers = await Promise.all(drivers.map((driver) => place(driver)))
    expect(outcomes(answers)).toEqual({ '201': 1, '409 slot_full': many - 1 })
    for (const { status, problem } of answers) if (status !== 201) expect(problem['slots']).toHaveLength(3)
    expect(await countAt(branch)).toEqual({ orders: 1, paid: 1, counter: 1, over: 0, transfers: 1 })
    await world.expectBalancedLedger()
  })

  test('with one key: one order, and the same response every time', async () => {
    const { branch, drivers } = await openShop(1)
    const body = { total: 11 }
    const answers = await Promise.all(
      Array.from({ length: many }, () => order(world, drivers[0]!, body, { 'idempotency-key': 'one' })),
    )
    expect(outcomes(answers)).toEqual({ '201': many })
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(await countAt(branch)).toMatchObject({ orders: 1, paid: 1 })
  })

  test('of one cart without a key: one order', async () => {
    const { branch, drivers } = await openShop(1)
    const answers = await Promise.all(Array.from({ length: many }, () => place(drivers[0]!)))
    expect(outcomes(answers)).toEqual({ '201': 1, '409 cart_empty': many - 1 })
    expect(await countAt(branch)).toMatchObject({ orders: 1, paid: 1 })
  })
})

test('two orders and money for one: one is paid', async () => {
  const { branch, item_id, drivers } = await openShop(1)
  const [driver] = drivers as [Driver]
  await setBalance(world, driver, 0n)
  const held = await place(driver, { hold: true })
  await buildCart(world, driver, branch, { item_id })
  await setBalance(world, driver, 1_500n)
  const answers = await Promise.all([
    world.call(payOrder, { token: driver.token, params: { id: held.body.id } }),
    place(driver),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([answers[0].status === 200 ? 200 : 201, 402])
  expect(await balanceOf(world, driver)).toBe(400n)
  await world.expectBalancedLedger()
})

test('holds at once are three at most', async () => {
  const { branch, item_id, drivers } = await openShop(1)
  const [driver] = drivers as [Driver]
  await setBalance(world, driver, 0n)
  for (const _ of [1, 2]) {
    await place(driver, { hold: true })
    await buildCart(world, driver, branch, { item_id })
  }
  const answers = await Promise.all(Array.from({ length: 6 }, () => place(driver, { hold: true })))
  expect(outcomes(answers)).toEqual({ '201': 1, '409 cart_empty': 5 })
  await buildCart(world, driver, branch, { item_id })
  expect(outcomes([await place(driver, { hold: true })])).toEqual({ '409 too_many_held_orders': 1 })
})

describe('very many at once with what can be used once', () => {
  const most = Math.min(50, 15 * rounds)

  test('a coupon: one gets it', async () => {
    const { branch, drivers } = await openShop(most)
    await buildShopCoupon(world, { code: 'LAST', most_uses: 1 })
    for (const { token } of drivers) await world.call(setCartCoupon, { token, body: { promo_code: 'LAST' } })
    const answers = await Promise.all(drivers.map((driver) => place(driver, { total: 9.9 })))
    expect(outcomes(answers)).toEqual({ '201': 1, '409 promo_used': most - 1 })
    expect(await countAt(branch)).toMatchObject({ orders: 1, paid: 1 })
    await world.expectBalancedLedger()
  })

  test('an offer: one gets it, and nobody else pays more than they saw', async () => {
    const { branch, item_id, drivers } = await openShop(most)
    const offer = { id: newId(), slug: 'last', name: 'Last', name_fr: 'Dernier', created_at: new Date() }
    const terms = { discount_type: 'percentage', value: 10_000n, most_uses: 1 }
    const dates = { starts_at: new Date('2026-11-01T00:00:00Z'), ends_at: new Date('2026-12-01T00:00:00Z') }
    await world.db
      .insertInto('offers')
      .values({ ...offer, ...terms, ...dates })
      .execute()
    await world.db.insertInto('offer_items').values({ offer_id: offer.id, item_id }).execute()
    // Put in again, at the price with the offer.
    for (const driver of drivers) await buildCart(world, driver, branch, { item_id })
    const answers = await Promise.all(drivers.map((driver) => place(driver, { total: 19.8 })))
    const counts = outcomes(answers)
    expect(counts['201']).toBe(1)
    expect((counts['409 promo_used'] ?? 0) + (counts['409 price_changed'] ?? 0)).toBe(most - 1)
    expect(await countAt(branch)).toMatchObject({ orders: 1, paid: 1 })
  })
})

describe('while the branch changes', () => {
  test('a price: each order is at the price that its customer saw, or refused', async () => {
    const { item_id, branch, drivers } = await openShop(many)
    const change = async () => {
      for (let price = 1_001n; price < 1_010n; price += 1n)
        await world.db.updateTable('prices').set({ amount_minor: price }).where('item_id', '=', item_id).execute()
    }
    const [answers] = await Promise.all([Promise.all(drivers.map((driver) => place(driver))), change()])
    const { '201': placed = 0, '409 price_changed': refused = 0 } = outcomes(answers)
    expect(placed + refused).toBe(many)
    const totals = await world.db
      .selectFrom('orders')
      .select('total_minor')
      .where('branch_id', '=', branch.id)
      .execute()
    expect(totals.map(({ total_minor }) => total_minor)).toEqual(Array.from({ length: placed }, () => 1_100n))
  })

  test.each(['an offer that ends', 'a tax that changes'] as const)(
    '%s: nobody pays more than they saw',
    async (what) => {
      const { item_id, branch, drivers } = await openShop(many)
      const id = newId()
      const isOffer = what === 'an offer that ends'
      if (isOffer) {
        const offer = { id, slug: `ends-${shops}`, name: 'Ends', name_fr: 'Finit', created_at: new Date() }
        const terms = { discount_type: 'percentage', value: 10_000n }
        const dates = { starts_at: new Date('2026-11-01T00:00:00Z'), ends_at: new Date('2026-12-01T00:00:00Z') }
        await world.db
          .insertInto('offers')
          .values({ ...offer, ...terms, ...dates })
          .execute()
        await world.db.insertInto('offer_items').values({ offer_id: id, item_id }).execute()
      } else {
        // Of a city of its own, so that other shops keep their rate.
        await sql`insert into tax_rates (id, code, name, name_fr, class, country_id, city, kind, value, valid_from, source, source_date, created_at)
        select ${id}, 'levy', 'Levy', 'Taxe', class, country_id, 'Raced', kind, 0, valid_from, source, source_date, created_at
        from tax_rates where class = 'standard' and city is null limit 1`.execute(world.db)
        await world.db.updateTable('branches').set({ city: 'Raced' }).where('id', '=', branch.id).execute()
      }
      // Put in again, at the price of now.
      for (const driver of drivers) await buildCart(world, driver, branch, { item_id })
      const change = () =>
        isOffer
          ? world.db.updateTable('offers').set({ status: 'inactive' }).where('id', '=', id).execute()
          : world.db.updateTable('tax_rates').set({ value: 5_000n }).where('id', '=', id).execute()
      const seen = isOffer ? 19.8 : 22
      const [answers] = await Promise.all([
        Promise.all(drivers.map((driver) => place(driver, { total: seen }))),
        change(),
      ])
      const { '201': placed = 0, '409 price_changed': refused = 0 } = outcomes(answers)
      expect(placed + refused).toBe(many)
      const late = await world.buildDriver({ country_code: 'CA', balance_minor: 10_000n })
      await buildCart(world, late, branch, { item_id })
      expect(outcomes([await place(late, { total: seen })])).toEqual({ '409 price_changed': 1 })
      const totals = await world.db
        .selectFrom('orders')
        .select('total_minor')
        .where('branch_id', '=', branch.id)
        .execute()
      expect(totals.map(({ total_minor }) => total_minor)).toEqual(
        Array.from({ length: placed }, () => BigInt(Math.round(seen * 100))),
      )
      await world.expectBalancedLedger()
    },
  )

  test.each(['a pause', 'closing the branch'] as const)(
    '%s: whatever was not placed before is refused',
    async (what) => {
      const { item_id, branch, drivers } = await openShop(many + 1)
      const late = drivers.pop()!
      const paused_until = new Date('2026-11-22T00:00:00Z')
      const isPause = what === 'a pause'
      const change = async () =>
        isPause
          ? world.db
              .insertInto('branch_items')
              .values({ id: newId(), branch_id: branch.id, item_id, paused_until })
              .execute()
          : world.call(deactivateBranch, { token: admin, params: { id: branch.id } })
      const code = isPause ? '409 item_unavailable' : '409 branch_closed'
      const [answers] = await Promise.all([Promise.all(drivers.map((driver) => place(driver))), change()])
      const { '201': placed = 0, [code]: refused = 0 } = outcomes(answers)
      expect(placed + refused).toBe(many)
      expect(outcomes([await place(late)])).toEqual({ [code]: 1 })
      expect(await countAt(branch)).toMatchObject({ orders: placed, paid: placed, counter: placed })
      await world.expectBalancedLedger()
    },
  )

  test('its capacity: never below what is taken', async () => {
    const { branch, drivers } = await openShop(many, { capacity: 20 })
    const { id } = await world.db
      .selectFrom('time_slots')
      .select('id')
      .where('branch_id', '=', branch.id)
      .where('work_group', '=', 'counter')
      .where('weekday', '=', 6)
      .executeTakeFirstOrThrow()
    const lower = async () => {
      const { body } = await world.call(getTimeSlot, { token: admin, params: { id } })
      const { opening_time, closing_time, closes_next_day, order_type, interval, version } = body
      const terms = { opening_time, closing_time, closes_next_day, order_type, interval, version, capacity: 3 }
      return world.call(updateTimeSlot, { token: admin, params: { id }, body: terms })
    }
    const [answers, lowered] = await Promise.all([Promise.all(drivers.map((driver) => place(driver))), lower()])
    const { '201': placed = 0, '409 slot_full': refused = 0 } = outcomes(answers)
    expect(placed + refused).toBe(many)
    expect(await countAt(branch)).toMatchObject({ counter: placed, over: 0 })
    if (lowered.status === 200) expect(placed).toBeLessThanOrEqual(3)
    else {
      expect([lowered.status, lowered.problem.code]).toEqual([409, 'slot_in_use'])
      expect(lowered.problem['count']).toBeGreaterThan(3)
    }
  })

  test('a recount: never below what is reserved', async () => {
    const { branch, item_id, drivers, stock } = await openShop(many, { on_hand: 20 })
    const recount = () =>
      world.call(recountStock, {
        token: admin,
        params: { id: `${branch.id}_${item_id}` },
        body: { counted: 5, note: 'Counted' },
      })
    const [answers, recounted] = await Promise.all([Promise.all(drivers.map((driver) => place(driver))), recount()])
    const { '201': placed = 0, '409 out_of_stock': refused = 0 } = outcomes(answers)
    expect(placed + refused).toBe(many)
    const { on_hand, reserved } = await world.db
      .selectFrom('stock_levels')
      .selectAll()
      .where('id', '=', stock!)
      .executeTakeFirstOrThrow()
    expect(reserved).toBe(placed)
    expect([200, 409]).toContain(recounted.status)
    expect(on_hand).toBe(recounted.status === 200 ? 5 : 20)
    expect(reserved).toBeLessThanOrEqual(on_hand)
  })
})

test('a booking that is cancelled while its order is placed takes the order with it, or refuses it', async () => {
  for (let round = 0; round < Math.min(5, 2 * rounds); round += 1) {
    const { branch, drivers } = await openShop(1)
    const [driver] = drivers as [Driver]
    const park = await world.buildPark({ country_code: 'CA', timezone: 'America/Toronto' })
    await world.db.insertInto('branch_parks').values({ branch_id: branch.id, park_id: park.id }).execute()
    const calls = bookingCallsOf(world, driver)
    const times = { start_time: '2026-11-21T13:00:00Z', end_time: '2026-11-21T18:00:00Z' }
    const { body: booking } = await calls.book({ park_id: park.id, plate: 'ABC 1', ...times })
    const bay = { order_type: 'delivery', park: park.park_code, booking_code: booking.booking_code }
    const [placed, cancelled] = await Promise.all([place(driver, bay), calls.cancel(booking.id)])
    expect(cancelled.status).toBe(200)
    expect(['201', '404 booking_not_found']).toContain(Object.keys(outcomes([placed]))[0])
    const open = await world.db
      .selectFrom('orders')
      .select('status')
      .where('branch_id', '=', branch.id)
      .where('status', '<>', 'canceled')
      .execute()
    expect(open).toEqual([])
    expect((await countAt(branch)).counter).toBe(0)
    expect(await balanceOf(world, driver)).toBe(10_000n)
  }
  await world.expectBalancedLedger()
})

test('the demo’s reset in the middle leaves orders whole or not at all', async () => {
  const { drivers } = await openShop(many, { on_hand: 100 })
  const [answers] = await Promise.all([Promise.all(drivers.map((driver) => place(driver))), resetDemo(world.deps)])
  expect(answers.every(({ status }) => [201, 401, 404, 409].includes(status))).toBe(true)
  const { rows } = await sql<{ torn: number }>`select count(*)::int as torn from orders o
    where not exists (select from order_lines where order_id = o.id)
      or not exists (select from order_history where order_id = o.id)
      or (o.payment_status = 'paid' and o.total_minor > 0 and not exists (select from order_payments where order_id = o.id))`.execute(
    world.db,
  )
  expect(rows[0]!.torn).toBe(0)
  await expectSound()
})
