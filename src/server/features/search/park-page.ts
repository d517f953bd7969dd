import type { Language } from '#contract/places/places.ts'
import { findWindow } from '#server/features/availability/window.ts'
import { getParkDetails, type ParkQuery } from '#server/features/parks/queries.ts'
import { type SearchDeps, writeNearbyParks } from './list.ts'

/**
 * Returns a park with the bookable parks nearby as JSON bytes. Throws `park_not_found`, and 422 for an invalid window or vehicle
 * type.
 */
export async function getParkPage(
  { db, clock, search }: SearchDeps,
  handle: string,
  query: ParkQuery,
  language: Language,
): Promise<Buffer> {
  const index = await search.current()
  const { reference, spaces } = index
  const now = clock()
  const window = findWindow(query, now)
  const vehicle = reference.getVehicleType(query.vehicle_type_id)
  const view = { vehicle, window, centre: undefined, now, language }
  const { details, country_id } = await getParkDetails(db, handle, view, {
    fees: reference.rows.fees,
    vehicles: reference.rows.vehicles,
    findLeft: (pools, during) => spaces.findLeft(db, pools, during),
  })
  const nearby = await writeNearbyParks(db, index, { ...details, country_id }, view)
  return Buffer.concat([Buffer.from(`${JSON.stringify(details).slice(0, -1)},"nearby":`), nearby, Buffer.from('}')])
}
