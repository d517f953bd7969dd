import type { FastifyInstance } from 'fastify'
import * as setup from '#contract/branches/desk/branch-setup.ts'
import * as contract from '#contract/branches/desk/branches.ts'
import * as taxes from '#contract/branches/desk/taxes.ts'
import * as slots from '#contract/branches/desk/time-slots.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { createClosure, updateClosure, getClosure, deleteClosure } from './closures.ts'
import { createCharge, updateCharge, getCharge, deleteCharge } from './delivery-charges.ts'
import { updateBranch, createBranch, getBranch, deleteBranch, servePark, switchBranch } from './records.ts'
import { updateDeliverySetup, updateOrderSetup, getDeliverySetup, getOrderSetup } from './setup.ts'
import { changeTax, createTax, endTax, getTax, deleteTax } from './tax-records.ts'
import { createSlots, updateSlots, copySlots, getTimeSlot, deleteSlots } from './time-slots.ts'

/** What staff does with branches and what belongs to them. */
export function staffBranchesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps
  mount(app, contract.getDeskBranch, ({ scope, params }) => getBranch(db, scope, params.id))
  mountChange(app, deps, contract.createBranch, (tx, { body, now }) => createBranch(tx, body, now))
  mountChange(app, deps, contract.updateBranch, (tx, { scope, params, body, now }) =>
    updateBranch(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, contract.deleteBranch, (tx, { scope, params, query }) =>
    deleteBranch(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, contract.activateBranch, (tx, { scope, params, now }) =>
    switchBranch(tx, scope, params.id, 'active', now),
  )
  mountChange(app, deps, contract.deactivateBranch, (tx, { scope, params, now }) =>
    switchBranch(tx, scope, params.id, 'inactive', now),
  )
  mountChange(app, deps, contract.addBranchPark, (tx, { scope, params, body }) =>
    servePark(tx, scope, params.id, body, true),
  )
  mountChange(app, deps, contract.removeBranchPark, (tx, { scope, params, body }) =>
    servePark(tx, scope, params.id, body, false),
  )
  mountChange(app, deps, contract.createTimeSlots, (tx, { scope, params, body, now }) =>
    createSlots(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, contract.copyTimeSlots, (tx, { scope, params, body, now }) =>
    copySlots(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, contract.createDeliveryCharge, (tx, { scope, params, body }) =>
    createCharge(tx, scope, params.id, body),
  )
  mountChange(app, deps, contract.createClosure, (tx, { scope, params, body }) =>
    createClosure(tx, scope, params.id, body),
  )
  mount(app, slots.getTimeSlot, ({ scope, params }) => getTimeSlot(db, scope, params.id, deps.clock()))
  mountChange(app, deps, slots.updateTimeSlot, (tx, { scope, params, body, now }) =>
    updateSlots(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, slots.deleteTimeSlot, (tx, { scope, params, query, now }) =>
    deleteSlots(tx, scope, params.id, query.version, now),
  )
  mount(app, setup.getOrderSetup, ({ scope, params }) => getOrderSetup(db, scope, params.id))
  mountChange(app, deps, setup.updateOrderSetup, (tx, { scope, params, body }) =>
    updateOrderSetup(tx, scope, params.id, body),
  )
  mount(app, setup.getDeliverySetup, ({ scope, params }) => getDeliverySetup(db, scope, params.id))
  mountChange(app, deps, setup.updateDeliverySetup, (tx, { scope, params, body }) =>
    updateDeliverySetup(tx, scope, params.id, body),
  )
  mount(app, setup.getDeliveryCharge, ({ scope, params }) => getCharge(db, scope, params.id))
  mountChange(app, deps, setup.updateDeliveryCharge, (tx, { scope, params, body }) =>
    updateCharge(tx, scope, params.id, body),
  )
  mountChange(app, deps, setup.deleteDeliveryCharge, (tx, { scope, params, query }) =>
    deleteCharge(tx, scope, params.id, query.version),
  )
  mount(app, setup.getClosure, ({ scope, params }) => getClosure(db, scope, params.id))
  mountChange(app, deps, setup.updateClosure, (tx, { scope, params, body }) =>
    updateClosure(tx, scope, params.id, body),
  )
  mountChange(app, deps, setup.deleteClosure, (tx, { scope, params, query }) =>
    deleteClosure(tx, scope, params.id, query.version),
  )
  taxRoutes(app, deps)
}

function taxRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, taxes.getTax, ({ params }) => getTax(db, params.id, clock()))
  mountChange(app, deps, taxes.createTax, (tx, { body, now }) => createTax(tx, body, now))
  mountChange(app, deps, taxes.changeTax, (tx, { params, body, now }) => changeTax(tx, params.id, body, now))
  mountChange(app, deps, taxes.endTax, (tx, { params, body, now }) => endTax(tx, params.id, body.valid_to, now))
  mountChange(app, deps, taxes.deleteTax, (tx, { params, now }) => deleteTax(tx, params.id, now))
}
