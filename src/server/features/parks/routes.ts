import type { FastifyInstance } from 'fastify'
import { getAvailability } from '#contract/chart.ts'
import * as contract from '#contract/parks.ts'
import { suggest } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { getChart } from './availability.ts'
import { findParks } from './list.ts'
import { findListedFees, findVehicleTypes, getPark, getRate } from './queries.ts'
import { findSuggestions } from './suggest.ts'

export function parksRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  mount(app, contract.listParks, ({ query, language }) => findParks(db, query, language, clock()))
  mount(app, contract.getPark, ({ params, query, language }) => getPark(db, params.parkId, query, language, clock()))
  mount(app, contract.getRate, ({ params, query }) => getRate(db, params.parkId, query.vehicle_type_id))
  mount(app, getAvailability, ({ params, query }) => getChart(db, params.parkId, query, clock()))
  mount(app, contract.listFees, ({ query, language }) => findListedFees(db, query.country_id, language))
  mount(app, contract.listVehicleTypes, ({ language }) => findVehicleTypes(db, language))
  mount(app, suggest, ({ query, language }) => findSuggestions(db, query, language))
}
