import { sql } from 'kysely'
import { day_ms, quarter_ms } from '#contract/time.ts'
import type { Database } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Window } from '#server/features/availability/window.ts'
import type { Sale } from '#server/features/bookings/create/sale.ts'
import { getPricedOffer } from '#server/features/bookings/quotes/priced-offers.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { codeOf } from '#test/kits/files/readable-codes.ts'

/*
 * Generated data: identical parks, drivers with a balance and, optionally, past bookings. Rows are inserted with triggers
 * disabled.
 */

export const drivers = 20_000

const uuid = (group: string) => sql`('00000000-0000-7000-${sql.raw(group)}-' || lpad(to_hex(n), 12, '0'))::uuid`
const parkId = uuid('8000')
const tariffId = uuid('8001')
const userId = uuid('8002')
const idOf = (group: string, n: number) => `00000000-0000-7000-${group}-${n.toString(16).padStart(12, '0')}`

/** Creates parks with 500 spaces each; pool `n` belongs to park `n`. */
export async function buildTown({ db, exec }: Database, parks: number): Promise<void> {
  // Only searches use these indexes, and they slow each insert down.
  await exec('drop index if exists parks_folded_trgm, parks_country')
  await db.connection().execute(async (value) => {
    await sql`set session_replication_role = replica`.execute(value)
    await sql`delete from pools`.execute(value)
    await sql`
      insert into sources (code, title, licence, attribution) values ('bench', 'bench', 'CC0', 'bench')`.execute(value)
    const partner_id = await findOrCreatePartner(value, 'CA', 'Bench Parking')
    await sql`
      insert into parks (id, source, source_id, park_code, slug, name, kind, country_id, city, lat, lng, timezone, opening_hours,
        capacity, partner_id, imported_at, fingerprint, folded)
      select ${parkId}, 'bench', n::text, ${codeOf(sql`n`)}, 'bench-' || n, 'Park ' || n, 'garage', 2, 'Toronto',
        43.6 + (n % 700) * 0.0005, -79.4 + (n / 700) * 0.0005, 'America/Toronto', '24/7', 500, ${partner_id}, now(), '', 'park ' || n
      from generate_series(1, ${parks}::int) n`.execute(value)
    await sql`
      insert into park_handles (handle, park_id) select 'bench-' || n, ${parkId} from generate_series(1, ${parks}::int) n`.execute(
      value,
    )
    await sql`
      insert into tariffs (id, park_id, vehicle_type_id, version, currency, increment_minutes, increment_minor, day_cap_minor,
        is_example, source, created_at)
      select ${tariffId}, ${parkId}, 1, 1, 'CAD', 60, 200, 1000, false, 'bench', now() from generate_series(1, ${parks}::int) n`.execute(
      value,
    )
    await sql`
      insert into pools (id, park_id, vehicle_class, capacity, is_example) overriding system value
      select n, ${parkId}, 'car', 500, false from generate_series(1, ${parks}::int) n`.execute(value)
    await sql`
      insert into users (id, email, email_verified_at, first_name, country_id, language, terms_accepted_at, created_at)
      select ${userId}, 'driver-' || n || '@bench.example', now(), 'Ada', 2, 'en', now(), now()
      from generate_series(1, ${drivers}::int) n`.execute(value)
    await sql`
      insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
      select ${userId}, ${userId}, sha256(convert_to('bench-' || n, 'UTF8')), now(), now(), now() + interval '30 days'
      from generate_series(1, ${drivers}::int) n`.execute(value)
    await sql`
      insert into ledger_accounts (id, kind, owner, currency, balance_minor, entry_count)
      select ${userId}, 'customer', (${userId})::text, 'CAD', 1000000000, 1 from generate_series(1, ${drivers}::int) n`.execute(
      value,
    )
    await sql`
      insert into ledger_accounts (id, kind, owner, currency) values (${idOf('8003', 0)}, 'adjustment', '', 'CAD')`.execute(
      value,
    )
    await sql`
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select ${userId}, 'adjustment', 'bench-' || n, 'bench', now() from generate_series(1, ${drivers}::int) n`.execute(
      value,
    )
    await sql`
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
      select ${userId}, case when side = 1 then ${userId} else ${idOf('8003', 0)}::uuid end, 'CAD', side * 1000000000,
        case when side = 1 then 1000000000 end, case when side = 1 then 1 end, now()
      from generate_series(1, ${drivers}::int) n, (values (1), (-1)) s(side)`.execute(value)
    await sql`set session_replication_role = origin`.execute(value)
  })
  await exec('vacuum analyze')
}

/** Creates past bookings number `from + 1` to `to` over all parks and drivers, with their history and transfers. */
export async function buildPast({ db, exec }: Database, parks: number, from: number, to: number): Promise<void> {
  const at = (group: string, n: ReturnType<typeof sql>) =>
    sql`('00000000-0000-7000-${sql.raw(group)}-' || lpad(to_hex(${n}), 12, '0'))::uuid`
  const park = sql`1 + n % ${sql.lit(parks)}`
  const driver = sql`1 + n % ${sql.lit(drivers)}`
  const hours = (more: number) => sql`now() - interval '1 hour' * (n % 20000 + ${sql.lit(more)})`
  const most = 500_000
  for (let first = from + 1; first <= to; first += most)
    await db.connection().execute(async (value) => {
      const numbers = sql`generate_series(${first}::int, ${Math.min(to, first + most - 1)}::int) n`
      await sql`set session_replication_role = replica`.execute(value)
      await sql`
        insert into bookings (id, booking_code, user_id, park_id, pool_id, vehicle_type_id, tariff_id, plate, start_time, priced_from, end_time,
          status, payment_status, refund_status, lines, total_minor, currency, cancellation, created_at, space_until)
        select ${uuid('8004')}, ${codeOf(sql`n`)}, ${at('8002', driver)}, ${at('8000', park)}, ${park}, 1, ${at('8001', park)},
          'OLD ' || n % 100000, ${hours(4)}, ${hours(4)}, ${hours(2)}, 'completed', 'paid', 'none',
          '[{"code": "parking", "kind": "parking", "fee_id": null, "percent_thousandths": null, "amount_minor": "400"}]',
          400, 'CAD', 'flexible', ${hours(5)}, null
        from ${numbers}`.execute(value)
      await sql`
        insert into booking_history (id, booking_id, from_status, to_status, cause, actor, at)
        select ${uuid('8005')}, ${uuid('8004')}, null, 'active', 'booked', 'driver', ${hours(5)} from ${numbers}`.execute(
        value,
      )
      await sql`
        insert into ledger_transfers (id, kind, reference, description, created_at)
        select ${uuid('8004')}, 'order', 'old-' || n, 'bench', ${hours(5)} from ${numbers}`.execute(value)
      // Debit and credit the same account, so that balances do not change.
      await sql`
        insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
        select ${uuid('8004')}, ${idOf('8003', 0)}::uuid, 'CAD', side * 400, ${hours(5)}
        from ${numbers}, (values (1), (-1)) s(side)`.execute(value)
      await sql`set session_replication_role = origin`.execute(value)
    })
  await exec('vacuum analyze bookings, booking_history, ledger_transfers, ledger_entries')
}

/** Leaves `spaces` of 500 free at every park on these days. */
export async function fillTown({ db }: Database, parks: number, days: readonly Date[], spaces: number): Promise<void> {
  const texts = days.map((day) => day.toISOString().slice(0, 10))
  await sql`
    insert into pool_days (pool_id, day, cap, used)
    select n, day, 500, array_fill(${500 - spaces}::smallint, array[96])
    from generate_series(1, ${parks}::int) n, unnest(${texts}::date[]) day`.execute(db)
}

/** Midnight UTC, this many days from today. */
export const dayAhead = (days: number): Date => new Date(Math.floor(Date.now() / day_ms) * day_ms + days * day_ms)

export const parkIdOf = (park: number): string => idOf('8000', park)

/** Creates sales in this town from the first park's offer; the other parks' offers differ only in their ids. */
export async function createSaleFactory(deps: Deps): Promise<(park: number, driver: number, window: Window) => Sale> {
  const start = dayAhead(2).getTime()
  const at = (hour: number) => new Date(start + hour * 3_600_000)
  const firstWindow = { start: at(10), priced_from: at(10), end: at(12) }
  const request = { park_id: 'bench-1', vehicle_type_id: 1 }
  const first = await getPricedOffer(deps.db, request, () => firstWindow, new Date())
  return (park, driver, window) => ({
    kind: 'booked',
    user: {
      user_id: idOf('8002', driver),
      email: `driver-${driver}@bench.example`,
      language: 'en',
      country_code: 'CA',
    },
    language: 'en',
    priced_offer: {
      ...first,
      offer: { ...first.offer, id: parkIdOf(park), pool: { id: park, capacity: 500 } },
      window: { ...window, priced_from: window.start },
      terms: { ...first.terms, tariff_id: idOf('8001', park) },
    },
    plate: `B ${driver}`,
    notes: null,
  })
}

/** Two hours in the daytime (UTC) of a day, starting on a quarter hour. */
export function randomWindow(day: Date): Window {
  const start = new Date(day.getTime() + (32 + Math.floor(Math.random() * 32)) * quarter_ms)
  return { start, end: new Date(start.getTime() + 8 * quarter_ms) }
}

export const randomUpTo = (most: number): number => 1 + Math.floor(Math.random() * most)

/**
 * Checks what the runs wrote: the counters of every pool and quarter hour match the bookings (plus `filled`, where parks
 * started nearly full), and each booking is paid once. Returns the violations as JSON, at most 20.
 */
export async function sweepTown(
  { db }: Database,
  filled: { from: Date; to: Date; used: number } | undefined,
): Promise<string[]> {
  const { from, to, used } = filled ?? { from: new Date(0), to: new Date(0), used: 0 }
  const { rows: slots } = await sql<{
    pool_id: number
    day: string
    slot: number
    made: number
    said: number
    cap: number
  }>`
    with made as (
      select pool_id, (at at time zone 'UTC')::date as day,
        (extract(epoch from at)::bigint % 86400 / 900)::int + 1 as slot, count(*)::int as made
      from bookings, generate_series(start_time, space_until - interval '15 minutes', interval '15 minutes') at
      where space_until is not null group by 1, 2, 3),
    said as (
      select pool_id, day, slot::int, cap, u - case when day >= ${from}::timestamptz::date and day < ${to}::timestamptz::date then ${used}::int else 0 end as said
      from pool_days, unnest(used) with ordinality as s(u, slot))
    select pool_id, day, slot, coalesce(made, 0) as made, coalesce(said, 0) as said, cap
    from said full join made using (pool_id, day, slot)
    where coalesce(made, 0) <> coalesce(said, 0) or cap is null or made > cap limit 10`.execute(db)
  const { rows: unpaid } = await sql<{ id: string }>`
    select b.id from bookings b
    left join ledger_transfers t on t.kind = 'booking' and t.reference = b.id::text
    left join ledger_entries e on e.transfer_id = t.id and e.amount_minor = -b.total_minor
    where b.space_until is not null group by b.id having count(e.id) <> 1 limit 10`.execute(db)
  return [...slots, ...unpaid].map((row) => JSON.stringify(row))
}
