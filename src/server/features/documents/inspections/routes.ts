import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/documents/desk/inspection-centres.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import * as records from './centre-records.ts'

/** What staff does with inspection centres and their closures. */
export function inspectionCentreRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.getInspectionCentre, ({ scope, params }) => records.getCentre(db, scope, params.id, clock()))
  mountChange(app, deps, contract.createInspectionCentre, (tx, { scope, body, now }) =>
    records.createCentre(tx, scope, body, now),
  )
  mountChange(app, deps, contract.updateInspectionCentre, (tx, { scope, params, body, now }) =>
    records.updateCentre(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, contract.activateInspectionCentre, (tx, { scope, params, now }) =>
    records.switchCentre(tx, scope, params.id, 'active', now),
  )
  mountChange(app, deps, contract.deactivateInspectionCentre, (tx, { scope, params, now }) =>
    records.switchCentre(tx, scope, params.id, 'inactive', now),
  )
  mountChange(app, deps, contract.deleteInspectionCentre, (tx, { scope, params, query, now }) =>
    records.deleteCentre(tx, scope, params.id, query.version, now),
  )
  mountChange(app, deps, contract.createInspectionClosure, (tx, { scope, params, body, now }) =>
    records.createClosure(tx, scope, params.id, body, now),
  )
  mount(app, contract.getInspectionClosure, ({ scope, params }) => records.getClosure(db, scope, params.id))
  mountChange(app, deps, contract.updateInspectionClosure, (tx, { scope, params, body }) =>
    records.updateClosure(tx, scope, params.id, body),
  )
  mountChange(app, deps, contract.deleteInspectionClosure, (tx, { scope, params, query }) =>
    records.deleteClosure(tx, scope, params.id, query.version),
  )
}
