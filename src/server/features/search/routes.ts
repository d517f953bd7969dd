import type { FastifyInstance } from 'fastify'
import { listChosenParks } from '#contract/parks/chosen-parks.ts'
import { getPark, listParks, mapParks } from '#contract/parks/parks.ts'
import { browseParks, getPlace, listPlaces } from '#contract/places/browse.ts'
import { listDestinations, listKnownPlaces, suggest, type Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { findWindow } from '#server/features/availability/window.ts'
import { getParkDetails, type ParkQuery } from '#server/features/parks/queries.ts'
import { findPlaces } from '#server/features/places/listing.ts'
import { mount } from '#server/http/mount.ts'
import { findDestinations } from './destinations.ts'
import { findDirectory } from './directory.ts'
import { searchParks, type SearchDeps, writeChosenParks, writeNearbyParks } from './list.ts'
import { searchMap } from './map.ts'
import { countParks, findOfferedIds } from './offered-places.ts'
import { getPlacePage } from './place-page.ts'
import { findKnownPlaces, suggestPlacesAndAddresses } from './suggestions.ts'

/** Routes that read the search index: list, map, suggestions, directory, and pages of parks and places. */
export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, search } = deps
  mount(app, listParks, ({ query, language }) => searchParks(deps, query, language))
  mount(app, listChosenParks, ({ query, language }) => writeChosenParks(deps, query, language))
  mount(app, mapParks, ({ query, language }) => searchMap(deps, query, language))
  mount(app, getPark, ({ params, query, language }) => getParkPage(deps, params.parkId, query, language))
  mount(app, suggest, ({ query, locale }) => suggestPlacesAndAddresses(deps, query, locale))
  mount(app, listKnownPlaces, async ({ query, language }) => findKnownPlaces(await search.current(), query, language))
  mount(app, listDestinations, ({ query, language }) => findDestinations(deps, query.country, language))
  mount(app, browseParks, ({ query, language }) => findDirectory(deps, query, language))
  mount(app, listPlaces, async ({ params, query, language }) => {
    const list = await findPlaces(db, params.kind, query, await findOfferedIds(deps, query.country), language)
    return { ...list, items: countParks(await search.current(), list.items) }
  })
  mount(app, getPlace, ({ params, language }) => getPlacePage(deps, params.kind, params.slug, language))
}

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
