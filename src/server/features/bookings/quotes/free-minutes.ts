import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { tariffDaysOf, type TariffTerms } from '#server/features/pricing/tariff.ts'
import type { Window } from '#server/features/availability/window.ts'

/** As plates are compared: without spaces and hyphens. */
export const normalizePlate = (plate: string): string => plate.replaceAll(/[ -]/g, '')

/** A booking that was made already, with its window as it is. */
type BookedWindow = Window & { id: string }

/**
 * The tariff days of a stay whose free minutes the same plate has had already by another booking in the same pool; they
 * count once for a plate, a park and a day. Undefined where the tariff gives none or the plate is not known.
 */
export async function findUsedFreeDays(
  db: Db | Tx,
  want: { pool_id: number; plate: string | undefined; tariff: TariffTerms; timezone: string; of?: BookedWindow },
  window: Window,
): Promise<((day_start: Date) => boolean) | undefined> {
  const { pool_id, plate, tariff, timezone, of } = want
  if (plate === undefined || tariff.free_minutes === 0) return undefined
  const days = tariffDaysOf(tariff, window.start, window.end, timezone)
  const { rows } = await sql<Window & { id: string }>`
    select id, start_time as start, end_time as "end" from bookings
    where pool_id = ${pool_id} and plate_key = ${normalizePlate(plate)} and status not in ('cancelled', 'expired')
      and end_time > ${days[0]!} and start_time < ${window.end} and id is distinct from ${of?.id ?? null}::uuid`.execute(
    db,
  )
  const daysIn = ({ start, end }: Window) => tariffDaysOf(tariff, start, end, timezone).map((day) => day.getTime())
  const own = new Set(of === undefined ? [] : daysIn(of))
  // Of its own days a booking had them before those that were made later: their ids are in the order of time.
  const taken = new Set(
    rows.flatMap((row) => daysIn(row).filter((day) => of === undefined || row.id < of.id || !own.has(day))),
  )
  return taken.size === 0 ? undefined : (day_start) => taken.has(day_start.getTime())
}
