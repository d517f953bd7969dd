import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/vehicles/vehicles.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { setDefaultVehicle, deleteVehicle, updateVehicle, createVehicle } from './commands.ts'
import { findVehicles } from './queries.ts'

export function vehiclesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listVehicles, async ({ user, query }) => {
    const found = await findVehicles(deps.db, user.user_id, query)
    return { ...found, data: found.items }
  })
  mount(app, contract.addVehicle, ({ user, body }) => createVehicle(deps, user, body))
  mount(app, contract.changeVehicle, ({ user, params, body }) => updateVehicle(deps, user, params.id, body))
  mount(app, contract.removeVehicle, ({ user, params }) => deleteVehicle(deps, user.user_id, params.id))
  mount(app, contract.makeDefaultVehicle, ({ user, params }) => setDefaultVehicle(deps, user.user_id, params.id))
}
