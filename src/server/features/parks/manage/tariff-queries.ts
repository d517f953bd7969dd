import { sql } from 'kysely'
import type { ParkTariffs } from '#contract/parks/desk/tariffs.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getZoneDays } from '#server/features/pricing/tariff-days.ts'
import { toTariffRequest } from '#server/features/pricing/tariff-request.ts'
import { fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import type { Scope } from '#server/http/caller.ts'
import { getVehicleType } from '../offers.ts'
import { getManagedPark } from './managed-park.ts'
import { toDay } from './pool-days.ts'

const mostVersions = 20

/** Returns the tariffs of one vehicle type of a park. Throws `not_found`, and 422 for an unknown type. */
export async function getTariffs(
  db: Db | Tx,
  scope: Scope,
  id: string,
  vehicle_type_id: number,
  now: Date,
): Promise<ParkTariffs> {
  const { version, timezone, currency } = await getManagedPark(db, scope, id)
  await getVehicleType(db, vehicle_type_id)
  const rows = await db
    .selectFrom('tariffs as t')
    .selectAll('t')
    .select(({ selectFrom }) =>
      selectFrom('bookings as b')
        .whereRef('b.tariff_id', '=', 't.id')
        .where('b.status', 'in', ['pending', 'active', 'checked_in', 'overstayed'])
        .where('b.end_time', '>', now)
        .select(sql<number>`count(*)::int`.as('count'))
        .as('bookings'),
    )
    .where('t.park_id', '=', id)
    .where('t.vehicle_type_id', '=', vehicle_type_id)
    .where('t.currency', '=', currency)
    .orderBy('t.version', 'desc')
    .limit(mostVersions)
    .execute()
  const planned = await db
    .selectFrom('planned_tariffs')
    .selectAll()
    .where('park_id', '=', id)
    .where('vehicle_type_id', '=', vehicle_type_id)
    .orderBy('starts_at')
    .execute()
  const priced = await db
    .selectFrom('tariffs')
    .select('vehicle_type_id')
    .distinct()
    .where('park_id', '=', id)
    .where('currency', '=', currency)
    .orderBy('vehicle_type_id')
    .execute()
  const zone = getZoneDays(timezone)
  const toTariff = (row: (typeof rows)[number] | (typeof planned)[number]) => ({
    tariff: toTariffRequest({ ...row, ...fromStoredTerms(row.terms) }, currency),
    created_at: row.created_at.toISOString(),
  })
  return {
    version,
    timezone,
    currency,
    vehicle_type_id,
    priced_type_ids: priced.map((entry) => entry.vehicle_type_id),
    versions: rows.map((row) => ({
      ...toTariff(row),
      version: row.version,
      source: row.source,
      is_example: row.is_example,
      bookings: row.bookings ?? 0,
    })),
    planned: planned.map((row) => ({
      ...toTariff(row),
      id: row.id,
      from: toDay(new Date(zone.dayOf(row.starts_at.getTime()) * day_ms)),
    })),
  }
}
