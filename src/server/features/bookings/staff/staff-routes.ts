import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bookings/desk/booking-record.ts'
import * as refunds from '#contract/bookings/desk/booking-refunds.ts'
import * as times from '#contract/bookings/desk/booking-times.ts'
import { listAffectedBookings } from '#contract/parks/desk/capacity.ts'
import { mergePark } from '#contract/parks/desk/park-record.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { findAffectedBookings } from '../affected-bookings.ts'
import { extendForCustomer, moveForCustomer, previewTimes, withdrawOffer } from './change-times.ts'
import { decideRefund, previewRefund, refundForDriver } from './refund-commands.ts'
import {
  cancelForCustomer,
  cancelForPark,
  checkInForDriver,
  checkOutForDriver,
  correctPlateOf,
  giveGoodwillFor,
  mergeParkWithMoney,
  previewCancellation,
  resendMail,
  revokeShareOf,
} from './staff-commands.ts'
import { getStaffRecord, type Staff } from './staff-record.ts'

const toStaff = ({
  user,
  scope,
  language,
  now,
}: { user: SignedIn } & Pick<Staff, 'scope' | 'language' | 'now'>): Staff => ({
  user_id: user.user_id,
  session_id: user.session_id,
  access: user.access,
  scope,
  language,
  now,
})

/** What staff does with the bookings of the car parks in their scope. */
export function staffBookingsRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getBookingRecord, (call) =>
    getStaffRecord(deps.db, call.params.id, toStaff({ ...call, now: deps.clock() })),
  )
  mount(app, listAffectedBookings, async ({ params, scope }) => ({
    items: await findAffectedBookings(deps.db, scope, params, deps.clock()),
  }))
  mountChange(app, deps, contract.cancelBookingByPark, (tx, call) =>
    cancelForPark(tx, deps, toStaff(call), call.params.id, call.body.reason),
  )
  mount(app, refunds.previewBookingCancellation, (call) =>
    previewCancellation(deps, toStaff({ ...call, now: deps.clock() }), call.params.id),
  )
  mountChange(app, deps, refunds.cancelBookingForCustomer, (tx, call) =>
    cancelForCustomer(tx, deps, toStaff(call), call.params.id, call.body.reason),
  )
  mount(app, times.previewTimes, (call) =>
    previewTimes(deps, toStaff({ ...call, now: deps.clock() }), call.params.id, call.query),
  )
  mountChange(app, deps, times.extendForCustomer, (tx, call) =>
    extendForCustomer(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, times.moveForCustomer, (tx, call) =>
    moveForCustomer(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, times.withdrawOffer, (tx, call) => withdrawOffer(tx, deps, toStaff(call), call.params.id))
  mountChange(app, deps, contract.checkInByStaff, (tx, call) =>
    checkInForDriver(tx, deps, toStaff(call), call.params.id),
  )
  mountChange(app, deps, contract.checkOutByStaff, (tx, call) =>
    checkOutForDriver(tx, deps, toStaff(call), call.params.id),
  )
  mountChange(app, deps, contract.correctPlate, (tx, call) =>
    correctPlateOf(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, contract.revokeShareByStaff, (tx, call) =>
    revokeShareOf(tx, deps, toStaff(call), call.params.id),
  )
  mountChange(app, deps, contract.giveGoodwill, (tx, call) =>
    giveGoodwillFor(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mount(app, refunds.previewBookingRefund, (call) =>
    previewRefund(deps.db, toStaff({ ...call, now: deps.clock() }), call.params.id, call.query),
  )
  mountChange(app, deps, refunds.refundBookingByStaff, (tx, call) =>
    refundForDriver(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, refunds.approveBookingRefund, (tx, call) =>
    decideRefund(tx, deps, toStaff(call), call.params, 'approve'),
  )
  mountChange(app, deps, refunds.refuseBookingRefund, (tx, call) =>
    decideRefund(tx, deps, toStaff(call), call.params, 'refuse'),
  )
  mountChange(app, deps, mergePark, (tx, { params, body, scope, now }) =>
    mergeParkWithMoney(tx, scope, params.id, body, now),
  )
  mountChange(app, deps, contract.resendBookingMail, (tx, call) =>
    resendMail(tx, deps, toStaff(call), call.params.id, call.body.mail),
  )
}
