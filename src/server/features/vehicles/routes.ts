import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/vehicles/vehicles.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { setDefaultVehicle, deleteVehicle, updateVehicle, createVehicle } from './commands.ts'
import { findVehicles } from './queries.ts'

export function vehiclesRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listVehicles, async ({ user, query }) => {
    const found = await findVehicles(deps.db, user.user_id, query)
    return { ...found, data: found.items }
  })
  mountChange(app, deps, contract.createVehicle, (tx, call) => createVehicle(tx, call, call.body))
  mountChange(app, deps, contract.updateVehicle, (tx, call) => updateVehicle(tx, call, call.params.id, call.body))
  mountChange(app, deps, contract.deleteVehicle, (tx, { user, params }) => deleteVehicle(tx, user.user_id, params.id))
  mountChange(app, deps, contract.setDefaultVehicle, (tx, { user, params }) =>
    setDefaultVehicle(tx, user.user_id, params.id),
  )
}
