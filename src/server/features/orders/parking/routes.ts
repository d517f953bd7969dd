import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/orders/desk/counter-bookings.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { toSeller } from '#server/features/cash/entries.ts'
import { mount } from '#server/http/mount.ts'
import { toStaff } from '../staff/staff-order.ts'
import { getCounterBooking, recordParkingReceiptPrint } from './counter-booking.ts'
import { createCounterBooking, listCounterParks } from './create-counter-booking.ts'
import { refundCounterBooking } from './refund-counter-booking.ts'

/** Car park bookings that counters sell. */
export function parkingRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listCounterParks, ({ user }) => listCounterParks(db, toSeller(user)))
  mountChange(app, deps, contract.createCounterBooking, (tx, call) =>
    createCounterBooking(tx, deps, toStaff(call), call.body),
  )
  mount(app, contract.getCounterBooking, (call) =>
    getCounterBooking(deps, toStaff({ ...call, now: clock() }), call.params.id),
  )
  mountChange(app, deps, contract.refundCounterBooking, (tx, call) =>
    refundCounterBooking(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, contract.recordParkingReceiptPrint, (tx, { scope, params }) =>
    recordParkingReceiptPrint(tx, scope, params.id),
  )
}
