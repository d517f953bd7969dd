import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { codeOf } from '#test/kits/files/readable-codes.ts'

/**
 * Copies all parks with their tariffs and pools, up to 11 km displaced, until there are about `parks`. Rows are inserted
 * with triggers and foreign keys disabled, and the indexes made again.
 */
export async function multiplyParks(pool: Db, parks: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from parks`.execute(pool)
  const times = Math.max(0, Math.ceil((parks - rows[0]!.n) / rows[0]!.n))
  await pool.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    const { rows: indexes } = await sql<{ name: string; made: string }>`
      select indexname as name, indexdef as made from pg_indexes where tablename = 'parks' and indexdef !~ 'UNIQUE'`.execute(
      db,
    )
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(db)
    await copyParks(db, times)
    for (const { made } of indexes) await sql.raw(made).execute(db)
    await sql`set session_replication_role = default`.execute(db)
  })
  await sql`vacuum analyze parks, park_handles, tariffs, pools`.execute(pool)
}

/** The number of a code that is longer than those of real parks. */
const unused = sql.lit(30 ** 7)

/** Copies each park `times` times. */
async function copyParks(db: Db, times: number): Promise<void> {
  await sql`
    with made as materialized (
      select gen_random_uuid() as new_id, p.id as old_id, n, row_number() over () as number from parks p, generate_series(1, ${times}::int) n
    ), parks_made as (
      insert into parks (id, source, source_id, park_code, slug, name, kind, country_id, state_id, city, address, lat, lng,
        timezone, opening_hours, amenities, max_height_cm, max_length_cm, max_width_cm, capacity, capacity_is_estimate,
        partner_id, examples, imported_at, fingerprint, folded)
      select m.new_id, p.source, p.source_id || '-' || n, ${codeOf(sql`${unused} + m.number`)}, p.slug || '-' || n, p.name, p.kind, p.country_id,
        p.state_id, p.city, p.address, greatest(-89, least(89, p.lat + (random() - 0.5) / 5)),
        greatest(-179, least(179, p.lng + (random() - 0.5) / 5)),
        p.timezone, p.opening_hours, p.amenities, p.max_height_cm, p.max_length_cm, p.max_width_cm, p.capacity,
        p.capacity_is_estimate, p.partner_id, p.examples, p.imported_at, p.fingerprint, p.folded
      from made m join parks p on p.id = m.old_id
    ), handles_made as (
      insert into park_handles (handle, park_id) select p.slug || '-' || n, m.new_id from made m join parks p on p.id = m.old_id
    ), tariffs_made as (
      insert into tariffs (id, park_id, vehicle_type_id, version, currency, free_minutes, increment_minutes, increment_minor,
        day_cap_minor, day_cap_reset_hour, is_example, source, created_at, terms)
      select gen_random_uuid(), m.new_id, t.vehicle_type_id, t.version, t.currency, t.free_minutes, t.increment_minutes,
        t.increment_minor, t.day_cap_minor, t.day_cap_reset_hour, t.is_example, t.source, t.created_at, t.terms
      from tariffs t join made m on m.old_id = t.park_id
    )
    insert into pools (park_id, vehicle_class, capacity, is_example)
    select m.new_id, o.vehicle_class, o.capacity, o.is_example from pools o join made m on m.old_id = o.park_id`.execute(
    db,
  )
}
