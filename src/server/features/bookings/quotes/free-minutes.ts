import { sql } from 'kysely'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { PricedWindow } from '#server/features/availability/window.ts'
import { findTariffDays, type TariffTerms } from '#server/features/pricing/tariff.ts'

type PricedPart = Pick<PricedWindow, 'priced_from' | 'end'>

/** The booking whose price is calculated again, with its current window. */
type ExistingBooking = PricedPart & { id: string }

/**
 * Returns the tariff days of a window whose free minutes the plate has used with another booking of the pool: they
 * count once per plate, pool and day. Undefined if the tariff has none, the plate is unknown, or no day is used up.
 */
export async function findUsedFreeDays(
  db: Db | Tx,
  request: {
    pool_id: number
    plate: string | undefined
    tariff: TariffTerms
    timezone: string
    existing?: ExistingBooking
    /** The booking that is cancelled for this one, so that its free minutes are free again. */
    replaces?: string | undefined
  },
  window: PricedPart,
): Promise<((day_start: Date) => boolean) | undefined> {
  const { pool_id, plate, tariff, timezone, existing, replaces } = request
  if (plate === undefined || tariff.free_minutes === 0) return undefined
  const days = findTariffDays(tariff, window.priced_from, window.end, timezone)
  const { rows } = await sql<PricedPart & { id: string }>`
    select id, priced_from, end_time as "end" from bookings
    where pool_id = ${pool_id} and plate_key = ${normalizePlate(plate)} and status not in ('cancelled', 'expired')
      and end_time > ${days[0]!} and start_time < ${window.end} and id is distinct from ${existing?.id ?? replaces ?? null}::uuid`.execute(
    db,
  )
  const daysIn = ({ priced_from, end }: PricedPart) =>
    findTariffDays(tariff, priced_from, end, timezone).map((day) => day.getTime())
  const ownDays = new Set(existing === undefined ? [] : daysIn(existing))
  // A booking keeps the free minutes of its days from later bookings; ids are in the order of creation.
  const used = new Set(
    rows.flatMap((row) =>
      daysIn(row).filter((day) => existing === undefined || row.id < existing.id || !ownDays.has(day)),
    ),
  )
  return used.size === 0 ? undefined : (day_start) => used.has(day_start.getTime())
}
