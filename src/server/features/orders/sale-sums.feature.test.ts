import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getDashboard } from '#contract/desk/dashboard.ts'
import { rejectOrder } from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff } from '#contract/orders/desk/order-refunds.ts'
import { buildOrder } from '#test/kits/order-kit.ts'
import { buildBranch, buildItem } from '#test/kits/shop-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { recountSales } from './sale-sums.ts'
import { checkStock } from './stock-check.ts'

let world: World
let admin: Driver
let branch: Awaited<ReturnType<typeof buildBranch>>
let item_id: string
let customer: Driver
beforeAll(async () => {
  world = await createWorld()
  admin = await world.buildDriver({ role: 'admin' })
  branch = await buildBranch(world, admin.token, { name: 'Queen Street' })
  item_id = await buildItem(world, { slug: 'coffee', prices: { CAD: 1_000n } })
  customer = await world.buildDriver({ balance_minor: 1_000_000n })
})
afterAll(() => world.close())

const place = (quantity: number) =>
  buildOrder(world, customer, branch, { lines: [{ item_id, quantity, goods_minor: BigInt(1_000 * quantity) }] })

/** The same figures of everything, from the stored sums, and of the branch, from its orders. */
async function readBoth() {
  const read = async (query: object) => {
    const { body } = await world.call(getDashboard, { token: admin.token, query: query as never })
    const named = new Map(body.figures.map(({ name, value }) => [name, value]))
    const { states, top_items, days, hours } = body.shop!
    const counted = states.map(({ status, count }) => ({ status, count }))
    const figures = ['orders', 'sales', 'average_order'].map((name) => named.get(name as never))
    return { figures, counted, top_items, days, hours }
  }
  const [all, own] = [await read({}), await read({ branch: branch.id })]
  expect(all).toEqual(own)
  return all
}

test('sums follow their orders at once, and are the same once they are stored', async () => {
  const [first, second] = [await place(3), await place(1)]
  const before = await readBoth()
  expect(before.figures).toEqual([2, [{ amount: 44, currency: 'CAD' }], [{ amount: 22, currency: 'CAD' }]])
  expect(before.top_items).toMatchObject([{ quantity: 4 }])
  await recountSales(world.deps)
  expect(await world.db.selectFrom('changed_quarters').selectAll().execute()).toEqual([])
  expect(await readBoth()).toEqual(before)

  const { token } = admin
  const rejected = await world.call(rejectOrder, { token, params: { id: second.id }, body: { reason: 'closed' } })
  const refunded = await world.call(refundOrderByStaff, {
    token,
    params: { id: first.id },
    body: { lines: [{ id: first.line_ids[0]!, quantity: 1 }], cause: 'not_as_sold', reason: 'Cold' },
  })
  expect([rejected.status, refunded.status]).toEqual([200, 200])
  const after = await readBoth()
  expect(after.counted).toEqual([
    { status: 'pending', count: 1 },
    { status: 'rejected', count: 1 },
  ])
  expect(after.top_items).toMatchObject([{ quantity: 2 }])
  await recountSales(world.deps)
  expect(await readBoth()).toEqual(after)
  expect(await checkStock(world.db)).toEqual([])
})

test('several processes count once, and a sum that is wrong is found', async () => {
  await Promise.all([place(2), place(2), recountSales(world.deps), place(1), recountSales(world.deps)])
  await readBoth()
  await Promise.all([recountSales(world.deps), recountSales(world.deps)])
  await recountSales(world.deps)
  await readBoth()
  expect(await checkStock(world.db)).toEqual([])
  await sql`update sale_quarters set sales_minor = sales_minor + 1`.execute(world.db)
  await sql`update sold_items set quantity = quantity + 1`.execute(world.db)
  const found = await checkStock(world.db)
  expect(found.filter((sentence) => sentence.includes('their amounts differ')).length).toBeGreaterThan(0)
  expect(found.some((sentence) => sentence.includes(item_id))).toBe(true)
})
