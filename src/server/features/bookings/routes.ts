import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/bookings.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http.ts'
import { bookPark, cancelBooking } from './commands.ts'
import { getPublicKey, qrImage } from './pass.ts'
import { findBookings, getDetails, getPassPayload, previewCancel } from './queries.ts'
import { quoteStay } from './quotes.ts'

export function bookingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.quoteBooking, ({ body, language }) => quoteStay(deps, body, language))
  mount(app, contract.createBooking, ({ user, body, retry, language }) => bookPark(deps, user, body, retry, language))
  mount(app, contract.listBookings, ({ user, query, language }) =>
    findBookings(db, user.user_id, query, language, clock()),
  )
  mount(app, contract.getBooking, ({ user, params, language }) =>
    getDetails(db, user.user_id, params.bookingCode, language, clock()),
  )
  mount(app, contract.previewBooking, ({ user, params }) => previewCancel(db, user.user_id, params.id, clock()))
  mount(app, contract.changeBookingStatus, ({ user, params, language }) =>
    cancelBooking(deps, user, params.id, language),
  )
  mount(app, contract.getPassImage, async ({ user, params, reply }) => {
    const payload = await getPassPayload(db, user.user_id, params.bookingCode)
    reply.type('image/svg+xml').header('cache-control', 'private, no-store')
    return qrImage(payload)
  })
  mount(app, contract.getPassKey, () => getPublicKey(db))
}
