import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Database } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { priceCart } from '#server/features/cart/price.ts'
import { findCart } from '#server/features/cart/store.ts'
import { rewriteShop } from '#server/features/demo/shop.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'

/** Branches that sell the items of the example shop, for the benchmark of orders. */

export interface Customer {
  user_id: string
  email: string
  cart_id: string
  /** Of a session. */
  token: string
}
export interface Shops {
  branches: { id: string }[]
  customers: Customer[]
  /** Starts of free slots of the coming days, the same at every branch. */
  slots: Date[]
  /** Of one in a cart, with tax, in dollars. */
  total: number
  /** Ids that every order of a branch has in common. */
  fixed_ids: string[]
}

const timezone = 'America/Toronto'
/** More than all orders of a run take. */
const plenty = 1_000_000

/** Writes the example shop and opens copies of one of its branches, with stock and slots for every order. */
export async function buildShops(
  { db }: Database,
  { branches: count, customers: people }: { branches: number; customers: number },
): Promise<Shops> {
  await transact(db, async (tx) => {
    await sql`set local parkwell.demo_reset = 'on'`.execute(tx)
    await rewriteShop(tx, new Date())
  })
  const { id: first } = await db
    .selectFrom('branches')
    .select('id')
    .where('slug', '=', 'front-street')
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: count }, () => newId())
  await sql`insert into branches (id, slug, name, country_id, currency, state_id, city, address, timezone, lat, lng,
      opening_hours, includes_tax, distance_unit, status, created_at)
    select n.id, 'bench-' || n.id, 'Branch', country_id, currency, state_id, city, address, timezone, lat, lng,
      opening_hours, includes_tax, distance_unit, 'active', now()
    from branches, unnest(${ids}::uuid[]) n (id) where branches.id = ${first}`.execute(db)
  await sql`insert into branch_setup (branch_id) select unnest(${ids}::uuid[])`.execute(db)
  await sql`insert into time_slots (id, branch_id, work_group, weekday, opens_min, closes_min, order_type, interval_min, capacity)
    select gen_random_uuid(), n.id, work_group, weekday, opens_min, closes_min, order_type, interval_min, 9999
    from time_slots, unnest(${ids}::uuid[]) n (id) where branch_id = ${first}`.execute(db)
  await sql`insert into stock_levels (id, branch_id, item_id, variation_id, on_hand)
    select gen_random_uuid(), n.id, item_id, variation_id, ${plenty}::integer
    from stock_levels, unnest(${ids}::uuid[]) n (id) where branch_id = ${first}`.execute(db)
  await sql`insert into stock_movements (id, stock_level_id, at, kind, on_hand)
    select gen_random_uuid(), id, now(), 'received', on_hand from stock_levels where branch_id = any(${ids})`.execute(
    db,
  )
  const slots = listSlots()
  // The first order of a slot writes its counter; later ones are the rule.
  await sql`insert into slot_days (branch_id, work_group, starts_at, cap, used)
    select b, 'counter', s, 9999, 0 from unnest(${ids}::uuid[]) b, unnest(${slots}::timestamptz[]) s`.execute(db)
  const customers = await writeCustomers(db, people)
  const branches = ids.map((id) => ({ id }))
  const shops = { branches, customers, slots, total: 0, fixed_ids: await listFixedIds(db, ids) }
  await fillCarts({ db }, shops, [{ branch: branches[0]!, slot: shops.slots[0]! }])
  const { user_id } = customers[0]!
  const { sale } = await priceCart(db, (await findCart(db, { user_id }))!, {}, user_id, new Date())
  await sql`analyze`.execute(db)
  return { ...shops, total: Number(sale.total_minor) / 100 }
}

/** Writes customers who are signed in and have plenty of money. */
export async function writeCustomers(db: Database['db'], count: number): Promise<Customer[]> {
  const customers = Array.from({ length: count }, (_, n) => ({
    user_id: newId(),
    email: `bench-${n}@example.com`,
    cart_id: newId(),
    token: `bench-${n}`,
  }))
  const ids = customers.map(({ user_id }) => user_id)
  await sql`insert into users (id, email, first_name, country_id, language, email_verified_at, terms_accepted_at, created_at)
    select u.id, u.email, 'Ada', c.id, 'en', now(), now(), now()
    from unnest(${ids}::uuid[], ${customers.map(({ email }) => email)}::text[]) u (id, email) join countries c on c.code = 'CA'`.execute(
    db,
  )
  await sql`insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
    select s.id, s.id, sha256(convert_to(s.token, 'UTF8')), now(), now(), now() + interval '30 days'
    from unnest(${ids}::uuid[], ${customers.map(({ token }) => token)}::text[]) s (id, token)`.execute(db)
  await transact(db, async (tx) => {
    for (const id of ids)
      await postTransfer(tx, {
        kind: 'adjustment',
        reference: id,
        description: 'bench',
        currency: 'CAD',
        at: new Date(),
        postings: [
          { account: { kind: 'customer', owner: id }, amount_minor: BigInt(plenty) * 100n },
          { account: { kind: 'adjustment', owner: '' }, amount_minor: BigInt(-plenty) * 100n },
        ],
      })
  })
  return customers
}

/** Every quarter hour from 9:00 to 20:00 of the coming five days. */
function listSlots(): Date[] {
  const today = Temporal.Now.plainDateISO(timezone)
  return [1, 2, 3, 4, 5].flatMap((days) =>
    Array.from({ length: 44 }, (_, quarter) => {
      const at = today.add({ days }).toZonedDateTime({ timeZone: timezone, plainTime: '09:00' })
      return new Date(at.add({ minutes: quarter * 15 }).epochMilliseconds)
    }),
  )
}

async function listFixedIds(db: Database['db'], branches: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from branches where id = any(${[...branches]}) union all
    select id from items union all select id from stock_levels union all select id from time_slots`.execute(db)
  return rows.map(({ id }) => id)
}

/** Puts `lines` different things into the cart of one customer for each place, at the price that they see now. */
export async function fillCarts(
  { db }: Pick<Database, 'db'>,
  { customers }: Pick<Shops, 'customers'>,
  places: readonly { branch: { id: string }; slot: Date }[],
  lines = 1,
): Promise<void> {
  const filled = customers.slice(0, places.length)
  await sql`delete from carts`.execute(db)
  await sql`insert into carts (id, user_id, branch_id, created_at, touched_at)
    select c.id, c.user_id, c.branch_id, now(), now()
    from unnest(${filled.map(({ cart_id }) => cart_id)}::uuid[], ${filled.map(({ user_id }) => user_id)}::uuid[],
      ${places.map(({ branch }) => branch.id)}::uuid[]) c (id, user_id, branch_id)`.execute(db)
  // Of a phone holder one costs 19.99 and 13 % tax.
  await sql`insert into cart_lines (id, cart_id, item_id, variation_id, quantity, seen_unit_minor, position)
    select gen_random_uuid(), c.id, l.item_id, l.variation_id, 1, 2259, l.position from carts c, (
      select i.id as item_id, v.id as variation_id,
        row_number() over (order by i.slug <> 'phone-holder', i.slug, v.position) as position
      from items i left join item_variations v on v.item_id = i.id order by position limit ${lines}) l`.execute(db)
}
