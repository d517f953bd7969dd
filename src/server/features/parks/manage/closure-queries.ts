import { sql } from 'kysely'
import type { Closure } from '#contract/parks/desk/capacity.ts'
import type { VehicleClass } from '#contract/parks/park-lists.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Window } from '#server/features/availability/window.ts'

/** Returns when a class is closed, as far as it is not over. */
export async function findClosedTimes(
  db: Db | Tx,
  park_id: string,
  vehicle_class: VehicleClass,
  from: Date,
): Promise<Window[]> {
  const { rows } = await sql<Window>`
    select starts_at as start, ends_at as "end" from pool_closures
    where park_id = ${park_id} and (vehicle_class is null or vehicle_class = ${vehicle_class}) and ends_at > ${from}`.execute(
    db,
  )
  return rows
}

/** Returns the closures of a park that are not over, with the number of bookings that overlap them. */
export async function findClosures(db: Db | Tx, park_id: string, now: Date): Promise<Closure[]> {
  type Row = Omit<Closure, 'starts_at' | 'ends_at'> & { starts_at: Date; ends_at: Date }
  const { rows } = await sql<Row>`
    select l.id, l.vehicle_class, l.starts_at, l.ends_at, l.reason, l.notice_en, l.notice_fr, (
      select count(*)::int from bookings b join pools o on o.id = b.pool_id
      where o.park_id = l.park_id and (l.vehicle_class is null or o.vehicle_class = l.vehicle_class)
        and b.status in ('pending', 'active', 'checked_in', 'overstayed') and b.start_time < l.ends_at and b.end_time > greatest(l.starts_at, ${now})
    ) as bookings
    from pool_closures l where l.park_id = ${park_id} and l.ends_at > ${now} order by l.starts_at, l.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
  }))
}
