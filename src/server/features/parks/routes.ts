import type { FastifyInstance } from 'fastify'
import { getAvailability, getOtherTimes } from '#contract/parks/availability.ts'
import { listParkCities, mapDeskParks } from '#contract/parks/desk/parks.ts'
import { reportMistake as mistakeEndpoint } from '#contract/parks/mistakes.ts'
import { getRate as rateEndpoint, listFees, listVehicleTypes, type VehicleType } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { translate } from '#server/output/translate.ts'
import { getAvailabilityChart } from './availability-chart.ts'
import { findMappedParks, listCities } from './desk.ts'
import { manageRoutes } from './manage/routes.ts'
import { countMistake, reportMistake } from './mistakes.ts'
import { findOtherTimes } from './other-times.ts'
import { findListedFees, findVehicleTypes, getRate } from './queries.ts'

/**
 * Routes for a park's rates, availability and mistake reports, for fees and vehicle types. The park's page is in
 * `search`.
 */
export function parksRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, rateEndpoint, ({ params, query }) => getRate(db, params.parkId, query.vehicle_type_id))
  mount(app, getAvailability, ({ params, query }) => getAvailabilityChart(db, params.parkId, query, clock()))
  mount(app, getOtherTimes, ({ params, query }) => findOtherTimes(db, params.parkId, query, clock()))
  mountChange(
    app,
    deps,
    mistakeEndpoint,
    async (tx, { params, body, user, language, locale, now }) => {
      await reportMistake(tx, params.parkId, body, { user_id: user?.user_id, language }, now)
      return { message: translate(locale, 'mistakes.thanks') }
    },
    { prepare: ({ params, request }) => countMistake(deps, params.parkId, request.ip) },
  )
  mount(app, mapDeskParks, ({ query, scope }) => findMappedParks(db, query, scope))
  mount(app, listParkCities, ({ query, scope }) => listCities(db, query, scope))
  manageRoutes(app, deps)
  mount(app, listFees, ({ query, language }) => findListedFees(db, query.country_id, language))
  // Only a new version of the server changes them.
  const vehicleTypes = new Map<Language, VehicleType[]>()
  mount(app, listVehicleTypes, async ({ language }) => {
    const types = vehicleTypes.get(language) ?? (await findVehicleTypes(db, language))
    vehicleTypes.set(language, types)
    return types
  })
}
