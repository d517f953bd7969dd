import type { FastifyInstance } from 'fastify'
import * as changes from '#contract/bookings/booking-changes.ts'
import * as lists from '#contract/gate/guard-lists.ts'
import * as scans from '#contract/gate/guard-scans.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { guardCheckIn, guardCheckOut, getBookingOfPass } from '#server/features/bookings/lifecycle/guard-actions.ts'
import { mount } from '#server/http/mount.ts'
import { cameraRoutes } from './cameras/routes.ts'
import { registerDevice } from './devices.ts'
import { findGuardedParks, readGuardList } from './guard-lists.ts'
import { storeScans } from './take-scans.ts'

/** What guards do: single passes with a network, and their phones' scans and lists. */
export function gateRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, changes.getPassBooking, ({ user: { user_id }, scope, body }) =>
    getBookingOfPass(deps, { user_id, scope }, body.pass),
  )
  mountChange(app, deps, changes.guardCheckIn, (tx, { user: { user_id }, scope, body, now }) =>
    guardCheckIn(tx, deps, { guard: { user_id, scope }, now }, body.booking_code),
  )
  mountChange(app, deps, changes.guardCheckOut, (tx, { user: { user_id }, scope, body, now }) =>
    guardCheckOut(tx, deps, { guard: { user_id, scope }, now }, body.booking_code),
  )
  mountChange(app, deps, scans.registerGuardDevice, (tx, { user, body, now }) =>
    registerDevice(tx, user.user_id, body, now),
  )
  mountChange(app, deps, scans.sendScans, (tx, { user: { user_id }, scope, body, now }) =>
    storeScans(tx, deps, { user_id, scope }, body, now),
  )
  mount(app, lists.listGuardedParks, ({ user: { user_id }, scope }) => findGuardedParks(db, { user_id, scope }))
  mount(app, lists.getGuardList, ({ user: { user_id }, scope, params, query }) =>
    readGuardList(db, { user_id, scope }, params.code, query, clock()),
  )
  void app.register(async (scope) => cameraRoutes(scope, deps))
}
