import type { FastifyInstance } from 'fastify'
import { listCountries, loadStates } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { findCountries, findStates } from './queries.ts'

/** Routes for countries and states. Suggestions are in `search`, because they include parks. */
export function placesRoutes(app: FastifyInstance, { db }: Deps): void {
  mount(app, listCountries, ({ language }) => findCountries(db, language))
  mount(app, loadStates, ({ query, language }) => findStates(db, query.country_id, language))
}
