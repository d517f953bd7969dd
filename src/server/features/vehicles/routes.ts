import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/vehicles.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { chooseDefault, dropVehicle, rewriteVehicle, saveVehicle } from './commands.ts'
import { findVehicles } from './queries.ts'

export function vehiclesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listVehicles, ({ user, query }) => findVehicles(deps.db, user.user_id, query))
  mount(app, contract.addVehicle, ({ user, body }) => saveVehicle(deps, user, body))
  mount(app, contract.changeVehicle, ({ user, params, body }) => rewriteVehicle(deps, user, params.id, body))
  mount(app, contract.removeVehicle, ({ user, params }) => dropVehicle(deps, user.user_id, params.id))
  mount(app, contract.makeDefaultVehicle, ({ user, params }) => chooseDefault(deps, user.user_id, params.id))
}
