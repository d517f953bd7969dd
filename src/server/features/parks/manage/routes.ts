import type { FastifyInstance } from 'fastify'
import * as cameras from '#contract/gate/gate-reads.ts'
import * as capacity from '#contract/parks/desk/capacity.ts'
import * as park from '#contract/parks/desk/park-record.ts'
import * as tariffs from '#contract/parks/desk/tariffs.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { mount } from '#server/http/mount.ts'
import { addCamera, findCameras, revokeCamera } from './cameras.ts'
import { getCapacity } from './capacity-queries.ts'
import { changeCapacity } from './capacity.ts'
import { closePark, reopenPark } from './closures.ts'
import { confirmPark } from './confirm.ts'
import { drawGatePoster } from './draw-gate-poster.ts'
import { getParkRecord, restoreFacts, updatePark } from './facts.ts'
import { addGuard, findGuards, removeGuard, revokeGuardDevice } from './guards.ts'
import { photoRoutes } from './photo-routes.ts'
import { dropPlannedTariff, saveTariff } from './tariff-commands.ts'
import { previewTariff } from './tariff-preview.ts'
import { getTariffs } from './tariff-queries.ts'

/** What staff and partners change of their car parks. */
export function manageRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, capacity.getCapacity, ({ params, query, scope }) => getCapacity(db, scope, params.id, query, clock()))
  mountCommand(app, deps, capacity.changeCapacity, (tx, { params, body, scope, locale }, now) =>
    changeCapacity(tx, scope, params.id, body, now, locale),
  )
  mountCommand(app, deps, capacity.closePark, (tx, { params, body, scope, locale }, now) =>
    closePark(tx, scope, params.id, body, now, locale),
  )
  mountCommand(app, deps, capacity.reopenPark, (tx, { params, scope, locale }, now) =>
    reopenPark(tx, scope, params, now, locale),
  )
  mount(app, tariffs.getTariffs, ({ params, query, scope }) =>
    getTariffs(db, scope, params.id, query.vehicle_type_id, clock()),
  )
  mount(app, tariffs.previewTariff, ({ params, body, scope }) => previewTariff(db, scope, params.id, body, clock()))
  mountCommand(app, deps, tariffs.saveTariff, (tx, { params, body, scope }, now) =>
    saveTariff(tx, scope, params.id, body, now),
  )
  mountCommand(app, deps, tariffs.dropPlannedTariff, (tx, { params, scope }, now) =>
    dropPlannedTariff(tx, scope, params, now),
  )
  mount(app, park.getParkRecord, ({ params, scope }) => getParkRecord(db, scope, params.id, clock()))
  mountCommand(app, deps, park.updatePark, (tx, { params, body, scope }, now) =>
    updatePark(tx, scope, params.id, body, now),
  )
  mountCommand(app, deps, park.restoreParkFacts, (tx, { params, body, scope }, now) =>
    restoreFacts(tx, scope, params.id, body, now),
  )
  mountCommand(app, deps, park.confirmPark, (tx, { params, body, scope }, now) =>
    confirmPark(tx, scope, params.id, body.version, now),
  )
  mount(app, park.downloadGatePoster, ({ params, scope, reply }) => drawGatePoster(deps, scope, params.id, reply))
  mount(app, park.listGuards, ({ params, scope }) => findGuards(db, scope, params.id))
  mountCommand(app, deps, park.addGuard, (tx, { user, params, body, scope }, now) =>
    addGuard(tx, user, scope, params.id, body.email, now),
  )
  mountCommand(app, deps, park.removeGuard, (tx, { user, params, scope }) => removeGuard(tx, user, scope, params))
  mountCommand(app, deps, park.revokeGuardDevice, (tx, { user, params, scope }, now) =>
    revokeGuardDevice(tx, user, scope, params, now),
  )
  mount(app, cameras.listCameras, ({ params, scope }) => findCameras(db, scope, params.id))
  mountCommand(app, deps, cameras.addCamera, (tx, { params, body, scope }, now) =>
    addCamera(tx, scope, params.id, body, now),
  )
  mountCommand(app, deps, cameras.revokeCamera, (tx, { params, scope }, now) => revokeCamera(tx, scope, params, now))
  photoRoutes(app, deps)
}
