import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { previewTariff as endpoint, TariffPreview } from '#contract/parks/desk/tariffs.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { getWindow } from '#server/features/availability/window.ts'
import { findFees } from '#server/features/pricing/fees-and-taxes.ts'
import { listSampleWindows, listWorkingHours } from '#server/features/pricing/sample-windows.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { parseTariff } from '#server/features/pricing/tariff-request.ts'
import type { TariffTerms } from '#server/features/pricing/tariff.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findOffers, getVehicleType } from '../offers.ts'
import { calculatePrice } from '../rules.ts'
import { getManagedPark } from './managed-park.ts'

/**
 * Compares a proposed tariff with the one in force: totals with fees and taxes, calculated as for quotes. Throws `not_found`,
 * and 422 for an invalid tariff, day or window.
 */
export async function previewTariff(
  db: Db,
  scope: Scope,
  id: string,
  { vehicle_type_id, tariff, from, windows = [], stay_min = 240 }: ParsedBody<typeof endpoint>,
  now: Date,
): Promise<TariffPreview> {
  const { timezone, currency } = await getManagedPark(db, scope, id)
  const after = parseTariff(tariff, currency)
  const vehicle = await getVehicleType(db, vehicle_type_id)
  const [offer] = await findOffers(db, vehicle, sql<boolean>`p.id = ${id}::uuid`, sql`null as nothing`)
  const fees = await findFees(db, offer!.country_id)
  // Fees are those of a park that can be booked, also while this is its first tariff.
  const totalOf = (terms: TariffTerms | null, start: Date, end: Date) => {
    const price = calculatePrice({ ...offer!, bookable: true, tariff: terms }, fees, { priced_from: start, end })
    return price === null ? null : toMajor(price.total_minor, currency)
  }
  const compare = (start: Date, end: Date) => ({
    before: totalOf(offer!.tariff, start, end),
    after: totalOf(after, start, end)!,
  })
  const compareWindow = (start: Date, end: Date) => ({
    start_time: start.toISOString(),
    end_time: end.toISOString(),
    ...compare(start, end),
  })
  const first = from === undefined ? now : new Date(getZoneDays(timezone).instantOf(Date.parse(from) / day_ms - 1, 0))
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bookings b join pools o on o.id = b.pool_id
    where o.park_id = ${id} and b.vehicle_type_id = ${vehicle_type_id} and b.status in ('pending', 'active') and b.start_time > ${now}`.execute(
    db,
  )
  return {
    currency,
    samples: listSampleWindows(timezone, first).map(({ code, start, end }) => ({ code, ...compareWindow(start, end) })),
    windows: windows.map(({ start_time, end_time }, n) => {
      const { start, end } = readWindow(start_time, end_time, now, timezone, n)
      return compareWindow(start, end)
    }),
    chart: listWorkingHours(timezone, first).map((start) => ({
      start_time: start.toISOString(),
      hour: compare(start, new Date(start.getTime() + 60 * minute_ms)),
      stay: compare(start, new Date(start.getTime() + stay_min * minute_ms)),
    })),
    keeping: rows[0]!.count,
  }
}

/** Parses a window as for a quote; a problem names the window. */
function readWindow(start_time: string, end_time: string, now: Date, timezone: string, n: number) {
  try {
    return getWindow(start_time, end_time, now, timezone)
  } catch (error) {
    if (!(error instanceof AppError) || error.fields.length === 0) throw error
    const { field, key } = error.fields[0]!
    throw fieldError(`windows.${n}.${field}`, key)
  }
}
