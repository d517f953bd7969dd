import type { FastifyInstance } from 'fastify'
import { browseParks, getPlace, listPlaces } from '#contract/browse.ts'
import { getOtherTimes } from '#contract/other-times.ts'
import type { Deps } from '#server/deps.ts'
import { findPlaces } from '#server/features/places/listing.ts'
import { mount } from '#server/http.ts'
import { findDirectory } from './directory.ts'
import { findOtherTimes } from '#server/features/parks/other-times.ts'
import { getPlacePage } from './place-page.ts'

/** Parks and places to browse, page by page, and when else a park has space. */
export function browseRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  mount(app, browseParks, ({ query, language }) => findDirectory(db, query, language, clock()))
  mount(app, getOtherTimes, ({ params, query }) => findOtherTimes(db, params.parkId, query, clock()))
  mount(app, listPlaces, ({ params, query, language }) => findPlaces(db, params.kind, query, language))
  mount(app, getPlace, ({ params, language }) => getPlacePage(db, params.kind, params.slug, language, clock()))
}
