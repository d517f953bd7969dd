import { sql } from 'kysely'
import { toMajor, type Currency } from '#contract/money.ts'
import type { AffectedBooking } from '#contract/parks/desk/capacity.ts'
import type { Db } from '#server/database/connect.ts'
import { getManagedPark } from '#server/features/parks/manage/managed-park.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

type Row = Omit<AffectedBooking, 'start_time' | 'end_time' | 'total'> & {
  start_time: Date
  end_time: Date
  total_minor: bigint
  currency: Currency
}

/** Returns the bookings that overlap a closure and are not over, by their start. Throws `not_found`. */
export async function findAffectedBookings(
  db: Db,
  scope: Scope,
  { id, closure_id }: { id: string; closure_id: string },
  now: Date,
): Promise<AffectedBooking[]> {
  await getManagedPark(db, scope, id)
  const closure = await db
    .selectFrom('pool_closures')
    .select(['vehicle_class', 'starts_at', 'ends_at'])
    .where('id', '=', closure_id)
    .where('park_id', '=', id)
    .executeTakeFirst()
  if (closure === undefined) throw new AppError('not_found')
  const { vehicle_class, starts_at, ends_at } = closure
  const { rows } = await sql<Row>`
    select b.id, b.booking_code, b.status, b.plate, b.start_time, b.end_time, b.total_minor, b.currency
    from bookings b join pools o on o.id = b.pool_id
    where o.park_id = ${id} and (${vehicle_class}::text is null or o.vehicle_class = ${vehicle_class})
      and b.status in ('pending', 'active', 'checked_in', 'overstayed')
      and b.start_time < ${ends_at} and b.end_time > greatest(${starts_at}::timestamptz, ${now}::timestamptz)
    order by b.start_time, b.id`.execute(db)
  return rows.map(({ total_minor, currency, ...row }) => ({
    ...row,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    total: { amount: toMajor(total_minor, currency), currency },
  }))
}
