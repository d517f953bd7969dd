import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportTransactions, listTransactions } from '#contract/wallet/wallet.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { mailsOf, buildPromo, sumLedgerEntries } from '#test/kits/bookings-kit.ts'
import { buildStock, readOrder, readStock, buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { acceptOrder, advanceOrders } from './advance-orders.ts'
import { changeOrderStatus, lockOrder, type OrderRow } from './change-status.ts'
import { completeOrder, endOrder, type OrderAuthor, type OrderEnd } from './end-order.ts'
import { scheduleNextStep } from './next-step.ts'
import { loadOrderParts, planRefund, refundOrder, type RefundRequest } from './refund-order.ts'

let world: World
let branch: { id: string; currency: string }
let good: string
let food: string
let customer: Driver
let goods: string
let foods: string
let count = 0
beforeAll(async () => {
  world = await createWorld()
  const { token } = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, token)
})
afterAll(() => world.close())
beforeEach(async () => {
  count += 1
  // Saturday, 12:00 in Toronto.
  world.clock.now = new Date('2026-11-21T17:00:00.000Z')
  customer = await world.buildDriver({ balance_minor: 100_000n })
  good = await buildItem(world, { slug: `wipers-${count}`, prices: { CAD: 1_000n } })
  food = await buildItem(world, { slug: `soup-${count}`, kind: 'food', work_group: 'kitchen', prices: { CAD: 500n } })
  goods = await buildStock(world, branch.id, good, 10)
  foods = await buildStock(world, branch.id, food, 10)
})

const both = () => [
  { item_id: good, quantity: 2, goods_minor: 2_000n, stock_level_id: goods },
  { item_id: food, quantity: 1, goods_minor: 500n, stock_level_id: foods, kind: 'food' as const },
]
const place = (options: Partial<Parameters<typeof buildOrder>[3]> = {}) =>
  buildOrder(world, customer, branch, { lines: both(), ...options })
const asStaff = (): OrderAuthor => ({ actor: 'manager', actor_id: null, at: world.clock.now })
const asCustomer = (): OrderAuthor => ({ actor: 'customer', actor_id: customer.user_id, at: world.clock.now })
const run = <T>(id: string, work: (tx: Parameters<typeof lockOrder>[0], order: OrderRow) => Promise<T>) =>
  transact(world.db, async (tx) => work(tx, await lockOrder(tx, id)))
const end = (id: string, how: OrderEnd, author = asStaff()) =>
  run(id, (tx, order) => endOrder(tx, world.deps, order, how, author))
const accept = (id: string, delay = 0) => run(id, (tx, order) => acceptOrder(tx, world.deps, order, asStaff(), delay))
const move = (id: string, to: 'ready' | 'preparing' | 'delivered' | 'processing', cause: string) =>
  run(id, async (tx, { id: order_id }) => {
    const change = { order_id, to, cause: cause as 'ready', ...asStaff() }
    return scheduleNextStep(tx, await changeOrderStatus(tx, change), world.clock.now)
  })
const complete = (id: string, cause: 'collected' | 'confirmed' = 'collected') =>
  run(id, (tx, order) => completeOrder(tx, order, cause, { ...asStaff(), ...(cause === 'confirmed' && asCustomer()) }))
const refund = (id: string, request: Partial<RefundRequest>) =>
  run(id, async (tx, order) => {
    const parts = await loadOrderParts(tx, order)
    const planned = planRefund(parts, { lines: [], delivery: false, amount_minor: 0n, ...request }, 'CAD')
    return refundOrder(tx, order, parts, planned, { cause: 'staff', reason: null, actor_id: null, at: world.clock.now })
  })
const balance = () => sumLedgerEntries(world, 'customer', customer.user_id)
const held = () => sumLedgerEntries(world, 'order_held', branch.id)
const stock = async () => `${await readStock(world, goods)} ${await readStock(world, foods)}`
const slotUse = async (id: string) =>
  (await world.db.selectFrom('order_slots').selectAll().where('order_id', '=', id).execute()).length
const lastEntry = async (id: string) =>
  world.db
    .selectFrom('order_history')
    .select(['cause', 'actor', 'at', 'due_at'])
    .where('order_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

describe('an order that ends before it is handed over', () => {
  test('pays everything back, releases stock and slots, and restores its coupon', async () => {
    const promo = await buildPromo(world)
    const use = { promo_code_id: promo.id, user_id: customer.user_id }
    await world.db
      .insertInto('promo_uses')
      .values({ ...use, used: 1, most: 1 })
      .execute()
    await world.db.insertInto('promo_totals').values({ promo_code_id: promo.id, used: 3, most: 3 }).execute()
    const before = await held()
    const { id, total_minor } = await place({ promo_code_id: promo.id })
    expect([total_minor, await balance(), await stock(), await slotUse(id)]).toEqual([2_750n, 97_250n, '10/2 10/1', 1])
    await end(id, { to: 'canceled', cause: 'customer' }, asCustomer())
    expect([await balance(), await stock(), await slotUse(id)]).toEqual([100_000n, '10/0 10/0', 0])
    expect(await held()).toBe(before)
    expect(await readOrder(world, id)).toMatchObject({
      status: 'canceled',
      refund_status: 'full',
      refunded_minor: 2_750n,
    })
    const promoUses = await world.db
      .selectFrom('promo_uses')
      .select('used')
      .where('promo_code_id', '=', promo.id)
      .execute()
    const totals = await world.db
      .selectFrom('promo_totals')
      .select('used')
      .where('promo_code_id', '=', promo.id)
      .execute()
    expect([promoUses, totals]).toEqual([[{ used: 0 }], [{ used: 2 }]])
    expect(await mailsOf(world, customer)).toEqual([expect.stringContaining('Order cancelled')])
    await world.expectBalancedLedger()
  })

  test('loses food that is being prepared, and keeps the goods', async () => {
    const { id } = await place()
    await accept(id)
    await move(id, 'preparing', 'prepared')
    await end(id, { to: 'canceled', cause: 'branch' })
    expect([await balance(), await stock()]).toEqual([100_000n, '10/0 9/0'])
  })

  test('a second end is refused and pays nothing', async () => {
    const { id } = await place()
    await end(id, { to: 'rejected', cause: 'rejected' })
    await expect(end(id, { to: 'canceled', cause: 'customer' }, asCustomer())).rejects.toMatchObject({
      code: 'order_state',
    })
    expect(await balance()).toBe(100_000n)
  })

  test('after a partial refund pays back what is left', async () => {
    const { id, line_ids } = await place()
    await refund(id, { lines: [{ id: line_ids[0]!, quantity: 1 }], amount_minor: 0n })
    expect(await balance()).toBe(98_350n)
    await accept(id)
    // What was refunded before is released by the refund's own command.
    await world.db.updateTable('stock_levels').set({ reserved: 1 }).where('id', '=', goods).execute()
    await end(id, { to: 'canceled', cause: 'branch' })
    expect([await balance(), await stock()]).toEqual([100_000n, '10/0 10/0'])
    await world.expectBalancedLedger()
  })
})

describe('a completed order', () => {
  test('releases its money once and sells its stock', async () => {
    const start = await sumLedgerEntries(world, 'branch_payable', branch.id)
    const { id } = await place()
    await accept(id)
    await move(id, 'ready', 'ready')
    await complete(id)
    expect(await stock()).toBe('8/0 9/0')
    // 25.00 of goods less 10 % for us.
    expect((await sumLedgerEntries(world, 'branch_payable', branch.id)) - start).toBe(2_250n)
    expect((await readOrder(world, id)).released_at).toEqual(world.clock.now)
    await expect(complete(id)).rejects.toMatchObject({ code: 'order_state' })
    await refund(id, { amount_minor: 275n })
    expect(await balance()).toBe(97_525n)
    await world.expectBalancedLedger()
  })

  test('is in its customer’s transactions as paid and refunded, with its number, and its release is not', async () => {
    const { id, order_number } = await place()
    await accept(id)
    await move(id, 'ready', 'ready')
    await complete(id)
    await refund(id, { amount_minor: 275n })
    const { token } = customer
    const { items } = (await world.call(listTransactions, { token, query: {} })).body
    expect(items.map(({ kind, amount, reference }) => [kind, amount, reference]).slice(0, -1)).toEqual([
      ['refund', 2.75, order_number],
      ['order', -27.5, order_number],
    ])
    const headers = { 'accept-language': 'fr' }
    const file = (await world.call(exportTransactions, { token, headers })).raw.toString('utf8').split('\r\n')
    expect(file.filter((row) => row.includes(order_number)).map((row) => row.slice(row.indexOf(',') + 1))).toEqual([
      `Remboursement,"Remboursement, commande ${order_number}",${order_number},2.75,CAD,975.25`,
      `Commande,Commande ${order_number},${order_number},-27.5,CAD,972.5`,
    ])
  })

  test('is refunded no more than was paid', async () => {
    const { id, line_ids } = await place()
    await accept(id)
    await refund(id, { amount_minor: 2_000n })
    await expect(refund(id, { amount_minor: 751n })).rejects.toMatchObject({ code: 'refund_too_much' })
    await expect(refund(id, { lines: [{ id: line_ids[0]!, quantity: 3 }] })).rejects.toMatchObject({
      code: 'refund_too_much',
    })
    await expect(refund(id, { lines: [{ id: newId(), quantity: 1 }] })).rejects.toMatchObject({
      code: 'validation_failed',
    })
    await refund(id, { amount_minor: 750n })
    expect(await readOrder(world, id)).toMatchObject({ refund_status: 'full', refunded_minor: 2_750n })
    expect(await balance()).toBe(100_000n)
  })
})

describe('the clock', () => {
  const schedule = (id: string) => run(id, (tx, order) => scheduleNextStep(tx, order, world.clock.now))

  test('rejects an order that nobody answered, when it was due and once', async () => {
    const { id } = await place()
    await schedule(id)
    world.clock.advance(9)
    await advanceOrders(world.deps)
    expect((await readOrder(world, id)).status).toBe('pending')
    world.clock.advance(120)
    await advanceOrders(world.deps)
    await advanceOrders(world.deps)
    expect(await readOrder(world, id)).toMatchObject({ status: 'rejected', refund_status: 'full', next_step_at: null })
    expect(await lastEntry(id)).toEqual({
      cause: 'not_answered',
      actor: 'clock',
      at: world.clock.now,
      due_at: new Date('2026-11-21T17:10:00.000Z'),
    })
    expect([await balance(), await stock()]).toEqual([100_000n, '10/0 10/0'])
  })

  test('counts the time to answer in opening hours, and longer for another day', async () => {
    // 20:55 in Toronto; the branch closes at 20:00 and opens at 8:00.
    world.clock.now = new Date('2026-11-22T01:55:00.000Z')
    const { id } = await place({ slot_starts_at: new Date('2026-11-22T18:00:00.000Z') })
    await schedule(id)
    expect((await readOrder(world, id)).next_step_at).toEqual(new Date('2026-11-22T14:00:00.000Z'))
    const early = await place({ slot_starts_at: new Date('2026-11-22T13:30:00.000Z') })
    await schedule(early.id)
    expect((await readOrder(world, early.id)).next_step_at).toEqual(new Date('2026-11-22T13:30:00.000Z'))
  })

  test('accepts at once where the branch does so', async () => {
    const setup = world.db.updateTable('branch_setup').where('branch_id', '=', branch.id)
    await setup.set({ accepts_automatically: true }).execute()
    const { id } = await place()
    await schedule(id)
    await advanceOrders(world.deps)
    expect((await readOrder(world, id)).status).toBe('accepted')
    expect(await lastEntry(id)).toMatchObject({ cause: 'accepted', actor: 'clock' })
    await setup.set({ accepts_automatically: false }).execute()
  })

  test('ends a hold that is over and pays nothing back', async () => {
    const { id } = await place({ held_until: new Date(world.clock.now.getTime() + 600_000) })
    expect([await balance(), await stock()]).toEqual([100_000n, '10/2 10/1'])
    await schedule(id)
    world.clock.advance(11)
    await advanceOrders(world.deps)
    expect(await readOrder(world, id)).toMatchObject({
      status: 'canceled',
      payment_status: 'unpaid',
      refunded_minor: 0n,
    })
    expect([await balance(), await stock(), await slotUse(id)]).toEqual([100_000n, '10/0 10/0', 0])
    await world.expectBalancedLedger()
  })

  test('keeps food and a tenth of goods that nobody collects, for the branch', async () => {
    const { id } = await place()
    await accept(id)
    await move(id, 'ready', 'ready')
    // 24 hours after it closes at 20:00.
    expect((await readOrder(world, id)).next_step_at).toEqual(new Date('2026-11-23T01:00:00.000Z'))
    world.clock.now = new Date('2026-11-23T01:00:01.000Z')
    await advanceOrders(world.deps)
    expect(await readOrder(world, id)).toMatchObject({ status: 'canceled', refund_status: 'partial' })
    // 22.00 with tax, of which 2.20 are kept; 5.50 of food are kept whole.
    expect([await balance(), await stock()]).toEqual([100_000n - 2_750n + 1_980n, '10/0 9/0'])
    expect((await readOrder(world, id)).released_at).toEqual(world.clock.now)
    await world.expectBalancedLedger()
  })

  test('keeps as much of goods that nobody collects as the branch has set, and says so', async () => {
    const setup = (uncollected_percent: number) =>
      world.db.updateTable('branch_setup').set({ uncollected_percent }).where('branch_id', '=', branch.id).execute()
    const { id } = await place()
    await accept(id)
    await move(id, 'ready', 'ready')
    await setup(25)
    world.clock.now = new Date('2026-11-23T01:00:01.000Z')
    await advanceOrders(world.deps)
    await setup(10)
    // 22.00 with tax, of which 5.50 are kept.
    expect(await balance()).toBe(100_000n - 2_750n + 1_650n)
    const mail = world.db.selectFrom('mails').select('text').where('to_address', '=', customer.email)
    expect((await mail.orderBy('created_at', 'desc').execute())[0]!.text).toContain('less 25%')
  })

  test('completes a delivery after two hours', async () => {
    const { id } = await place({ order_type: 'delivery', delivery_minor: 400n })
    await accept(id)
    await move(id, 'processing', 'started')
    await move(id, 'delivered', 'done_at_bay')
    world.clock.advance(119)
    await advanceOrders(world.deps)
    expect((await readOrder(world, id)).status).toBe('delivered')
    world.clock.advance(2)
    await advanceOrders(world.deps)
    expect((await readOrder(world, id)).status).toBe('completed')
    expect(await lastEntry(id)).toMatchObject({ cause: 'confirmed', actor: 'clock' })
    await world.expectBalancedLedger()
  })

  test('tries an order that failed again later, without stopping the others', async () => {
    const broken = await place()
    const fine = await place()
    for (const { id } of [broken, fine]) await schedule(id)
    await world.db
      .updateTable('order_lines')
      .set({ stock_level_id: foods, quantity: 9 })
      .where('order_id', '=', broken.id)
      .execute()
    world.clock.advance(11)
    await advanceOrders(world.deps)
    expect([(await readOrder(world, broken.id)).status, (await readOrder(world, fine.id)).status]).toEqual([
      'pending',
      'rejected',
    ])
    const failure = world.db.selectFrom('failed_work').select(['queue', 'tries', 'set_aside_at'])
    expect(await failure.where('key', '=', broken.id).executeTakeFirst()).toEqual({
      queue: 'orders',
      tries: 1,
      set_aside_at: null,
    })
    await world.db.deleteFrom('orders').where('id', '=', broken.id).execute()
  })
})
