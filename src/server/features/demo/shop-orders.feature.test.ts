import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderStatuses } from '#contract/orders/order-states.ts'
import { checkStock } from '#server/features/orders/stock-check.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { createWorld, type World } from '#test/kits/world.ts'
import { resetDemo } from './reset.ts'
import { exampleOrderCount, exampleOrders, writeExampleOrders } from './shop-orders.ts'
import { writeExampleShop } from './shop.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
  world.clock.now = new Date('2026-11-21T15:00:00.000Z')
  await writeExampleShop(world.db, world.clock.now)
  const park = await world.buildPark({ country_code: 'CA' })
  // Brought to the bay everywhere: where the car park is makes no difference here.
  await sql`insert into branch_parks (branch_id, park_id) select id, ${park.id} from branches`.execute(world.db)
})
afterAll(() => world.close())

const readSums = async () => {
  const { rows } = await sql<{ orders: number; customers: number; mails: number; on_hand: number; carts: number }>`
    select (select count(*)::int from orders where is_example) as orders, (select count(*)::int from mails) as mails,
      (select count(*)::int from users where email like 'example-customer-%') as customers,
      (select count(*)::int from carts) as carts, (select sum(on_hand)::int from stock_levels) as on_hand`.execute(
    world.db,
  )
  return rows[0]!
}
/** What example customers said afterwards. */
const readCare = async () => {
  const { rows } = await sql<{
    reviews: number
    threads: number
    returns: number
    problems: string[]
    unmarked: number
    to_mail: number
    languages: string[]
  }>`
    select (select count(*)::int from item_reviews) as reviews, (select count(*)::int from threads) as threads,
      (select count(*)::int from order_returns) as returns,
      (select coalesce(jsonb_agg(distinct status), '[]') from order_problems) as problems,
      (select count(*)::int from item_reviews r join orders o on o.id = r.order_id where not o.is_example) as unmarked,
      (select count(*)::int from threads where mail_customer_at is not null) as to_mail,
      (select jsonb_agg(distinct c.code || ' ' || r.language) from item_reviews r join branches b on b.id = r.branch_id
        join countries c on c.id = b.country_id) as languages`.execute(world.db)
  return rows[0]!
}
/** What the orders are, without what is random in them. */
const readOrders = async () => {
  const { rows } = await sql<{ facts: string }>`
    select concat_ws(' ', b.slug, o.status, o.refund_status, o.order_type, o.total_minor, o.created_at) as facts
    from orders o join branches b on b.id = o.branch_id order by o.created_at, b.slug`.execute(world.db)
  return rows.map(({ facts }) => facts)
}

/** Orders of the past are written in shares, one in turn, from its first; the last, which are open, in each run. */
const share = 70
const starts = inTurn([0, 70, 140, 210], 1)().toSorted((a, b) => a - b)
const areAllWritten = starts.length === 4
const firstOpen = 4 * share
/** Leaves examples out up to this one, if there are not as many yet. */
const skipTo = (done: number) =>
  sql`update settings set value = value || jsonb_build_object('done', greatest((value ->> 'done')::int, ${done}::int))
    where key = ${exampleOrders.key}`.execute(world.db)

test(
  'orders of 30 days in every state, whose ledger and stock agree, the same after each reset',
  { timeout: 180_000 },
  async () => {
    const before = await readSums()
    // A few at a time, and nothing more once all are there.
    expect(await writeExampleOrders(world.deps)).toBe(2)
    for (const start of starts) {
      await skipTo(start)
      await writeExampleOrders(world.deps, share)
    }
    await skipTo(firstOpen)
    expect(await writeExampleOrders(world.deps, exampleOrderCount)).toBe(exampleOrderCount)
    expect(await writeExampleOrders(world.deps)).toBe(exampleOrderCount)
    await world.expectBalancedLedger()
    expect(await checkStock(world.db)).toEqual([])
    const after = await readSums()
    expect(after).toMatchObject({ mails: 0, carts: 0 })
    expect(after.orders).toBeGreaterThan(20 + 65 * starts.length)
    expect(after.on_hand).toBeGreaterThanOrEqual(before.on_hand)
    const { rows } = await sql<{ status: string; count: number; oldest: number }>`
    select status, count(*)::int as count, (extract(epoch from max(${world.clock.now}::timestamptz - created_at)) / 86400)::int as oldest
    from orders group by 1`.execute(world.db)
    const expected = orderStatuses.filter((status) => areAllWritten || status !== 'returned')
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(expected))
    expect(Math.max(...rows.map(({ oldest }) => oldest))).toBe(30)
    expect(rows.find(({ status }) => status === 'completed')!.count).toBeGreaterThan(38 * starts.length)
    const care = await readCare()
    expect(care.reviews).toBeGreaterThan(15 * starts.length)
    expect(care.threads).toBeGreaterThan(1.25 * starts.length)
    expect(care.returns).toBeGreaterThan(0)
    const problems = ['open', 'refunded', ...(areAllWritten ? ['refused'] : [])]
    expect(care.problems).toEqual(expect.arrayContaining(problems))
    expect(care).toMatchObject({ unmarked: 0, to_mail: 0 })
    expect(care.languages.toSorted()).toEqual(['CA en', 'NG en', 'SN fr', 'US en'])
    const [first, parks] = [await readOrders(), await world.db.selectFrom('branch_parks').selectAll().execute()]
    await resetDemo(world.deps)
    expect(await readSums()).toEqual(before)
    await world.db.insertInto('branch_parks').values(parks).execute()
    await writeExampleOrders(world.deps)
    await skipTo(starts[0]!)
    await writeExampleOrders(world.deps, 20)
    const again = await readOrders()
    expect(again).toEqual(first.slice(0, again.length))
    expect(again.length).toBeGreaterThan(18)
    await world.expectBalancedLedger()
  },
)
