import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** The time in which work on a parked vehicle must lie, with its booking and where it stands. */
export interface WorkWindow {
  booking_id: string
  park_id: string
  park_code: string
  plate: string
  vehicle_type_id: number
  starts_at: Date
  ends_at: Date
}

/** The vehicle is not touched in the last minutes before the booking ends. */
const spare_ms = 10 * minute_ms

/**
 * Returns the time of a parking booking in which a branch can work on the vehicle: from its start to ten minutes before its
 * end. Throws `booking_not_found` for a booking of somebody else, one that is over or cancelled, or one at a car
 * park that the branch does not serve.
 */
export async function findWorkWindow(
  db: Db | Tx,
  user_id: string,
  booking_code: string,
  branch: { id: string },
): Promise<WorkWindow> {
  const { rows } = await sql<Omit<WorkWindow, 'ends_at'> & { end_time: Date }>`
    select b.id as booking_id, b.park_id, p.park_code, b.plate, b.vehicle_type_id, b.start_time as starts_at, b.end_time from bookings b
      join branch_parks s on s.park_id = b.park_id and s.branch_id = ${branch.id} join parks p on p.id = b.park_id
    where b.booking_code = ${normalizeCode(booking_code)} and b.user_id = ${user_id}
      and b.status in ('active', 'checked_in')`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('booking_not_found')
  const { end_time, ...window } = row
  return { ...window, ends_at: new Date(end_time.getTime() - spare_ms) }
}
