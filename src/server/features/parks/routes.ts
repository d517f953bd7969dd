import type { FastifyInstance } from 'fastify'
import { getAvailability } from '#contract/availability-chart.ts'
import * as mistakes from '#contract/mistakes.ts'
import * as contract from '#contract/parks.ts'
import { listKnownPlaces, suggest } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { translate } from '#server/translate.ts'
import { getChart } from './availability-chart.ts'
import { reportMistake } from './mistakes.ts'
import { findListedFees, findVehicleTypes, getPark, getRate } from './queries.ts'
import { answerParks, knownFor, searchMap, suggestFor } from '#server/features/search/search.ts'

export function parksRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listParks, ({ query, language, ...call }) => answerParks(deps, query, language, call))
  mount(app, contract.mapParks, ({ query, language }) => searchMap(deps, query, language))
  mount(app, contract.getPark, ({ params, query, language }) => getPark(db, params.parkId, query, language, clock()))
  mount(app, contract.getRate, ({ params, query }) => getRate(db, params.parkId, query.vehicle_type_id))
  mount(app, getAvailability, ({ params, query }) => getChart(db, params.parkId, query, clock()))
  mount(app, mistakes.reportMistake, async ({ params, body, user, language, request }) => {
    await reportMistake(deps, params.parkId, body, { ip: request.ip, user_id: user?.user_id, language })
    return { message: translate(language, 'mistakes.thanks') }
  })
  mount(app, contract.listFees, ({ query, language }) => findListedFees(db, query.country_id, language))
  mount(app, contract.listVehicleTypes, ({ language }) => findVehicleTypes(db, language))
  mount(app, suggest, ({ query, language }) => suggestFor(deps, query, language))
  mount(app, listKnownPlaces, ({ query, language }) => knownFor(deps, query, language))
}
