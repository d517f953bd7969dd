import type { FastifyInstance } from 'fastify'
import { listCountries, loadStates } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { findCountries, findStates } from './queries.ts'

/** Suggestions also know parks, so that they stand with those. */
export function placesRoutes(app: FastifyInstance, { db }: Deps): void {
  mount(app, listCountries, ({ language }) => findCountries(db, language))
  mount(app, loadStates, ({ query, language }) => findStates(db, query.country_id, language))
}
