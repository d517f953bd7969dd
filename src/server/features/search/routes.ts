import type { FastifyInstance } from 'fastify'
import { getPark, listParks, mapParks } from '#contract/parks/parks.ts'
import { browseParks, getPlace, listPlaces } from '#contract/places/browse.ts'
import { listKnownPlaces, suggest } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { findPlaces } from '#server/features/places/listing.ts'
import { mount } from '#server/http/mount.ts'
import { findDirectory } from './directory.ts'
import { searchParks } from './list.ts'
import { searchMap } from './map.ts'
import { getParkPage } from './park-page.ts'
import { getPlacePage } from './place-page.ts'
import { findKnownPlaces, suggestPlacesAndAddresses } from './suggestions.ts'

/** Routes that read the search index: list, map, suggestions, directory, and pages of parks and places. */
export function searchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, search } = deps
  mount(app, listParks, ({ query, language }) => searchParks(deps, query, language))
  mount(app, mapParks, ({ query, language }) => searchMap(deps, query, language))
  mount(app, getPark, ({ params, query, language }) => getParkPage(deps, params.parkId, query, language))
  mount(app, suggest, ({ query, language }) => suggestPlacesAndAddresses(deps, query, language))
  mount(app, listKnownPlaces, async ({ query, language }) => findKnownPlaces(await search.current(), query, language))
  mount(app, browseParks, ({ query, language }) => findDirectory(deps, query, language))
  mount(app, listPlaces, ({ params, query, language }) => findPlaces(db, params.kind, query, language))
  mount(app, getPlace, ({ params, language }) => getPlacePage(deps, params.kind, params.slug, language))
}
