import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bookings/desk/booking-record.ts'
import { listAffectedBookings } from '#contract/parks/desk/capacity.ts'
import { mergePark } from '#contract/parks/desk/park-record.ts'
import type { Language } from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import type { Scope } from '#server/http/caller.ts'
import { type SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { findAffectedBookings } from '../affected-bookings.ts'
import { mergeParkWithMoney } from './merge-park.ts'
import {
  cancelForPark,
  checkInForDriver,
  checkOutForDriver,
  correctPlateOf,
  giveGoodwillFor,
  resendMail,
} from './staff-commands.ts'
import { getStaffRecord, type Staff } from './staff-record.ts'

const toStaff = ({ user, scope, language }: { user: SignedIn; scope: Scope; language: Language }): Staff => ({
  user_id: user.user_id,
  session_id: user.session_id,
  access: user.access,
  scope,
  language,
})

/** What staff does with the bookings of the car parks in their scope. */
export function staffBookingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getBookingRecord, (call) => getStaffRecord(deps.db, call.params.id, toStaff(call), deps.clock()))
  mount(app, listAffectedBookings, async ({ params, scope }) => ({
    items: await findAffectedBookings(deps.db, scope, params, deps.clock()),
  }))
  mountCommand(app, deps, contract.cancelBookingByPark, (tx, call, now) =>
    cancelForPark(tx, deps, toStaff(call), call.params.id, call.body.reason, now),
  )
  mountCommand(app, deps, contract.checkInByStaff, (tx, call, now) =>
    checkInForDriver(tx, deps, toStaff(call), call.params.id, now),
  )
  mountCommand(app, deps, contract.checkOutByStaff, (tx, call, now) =>
    checkOutForDriver(tx, deps, toStaff(call), call.params.id, now),
  )
  mountCommand(app, deps, contract.correctPlate, (tx, call, now) =>
    correctPlateOf(tx, deps, toStaff(call), call.params.id, call.body.plate, now),
  )
  mountCommand(app, deps, contract.giveGoodwill, async (tx, call, now) => {
    // A repeated request answers as the first one did, and is recorded once.
    let changes: Awaited<ReturnType<typeof giveGoodwillFor>>['changes'] = []
    const answer = await runIdempotently(tx, call.user.user_id, call.retry, now, async () => {
      const given = await giveGoodwillFor(tx, deps, toStaff(call), call.params.id, call.body, now)
      changes = given.changes
      return given.answer
    })
    return { answer, changes }
  })
  mountCommand(app, deps, mergePark, (tx, { params, body, scope }, now) =>
    mergeParkWithMoney(tx, scope, params.id, body, now),
  )
  mountCommand(app, deps, contract.resendBookingMail, (tx, call, now) =>
    resendMail(tx, deps, toStaff(call), call.params.id, call.body.mail, now),
  )
}
