import type { FastifyInstance } from 'fastify'
import * as changes from '#contract/bookings/booking-changes.ts'
import * as contract from '#contract/bookings/bookings.ts'
import * as passes from '#contract/bookings/passes.ts'
import { localeOf } from '#contract/formats.ts'
import type { Deps } from '#server/deps.ts'
import { findGrantIn } from '#server/features/access/grants.ts'
import { AppError } from '#server/http/errors.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { acceptForms, type Form } from '#server/http/forms.ts'
import { mount } from '#server/http/mount.ts'
import { getChosenPhoto, toFileExtension } from '#server/output/photos.ts'
import { createBooking } from './create/create-booking.ts'
import { holdSpace, releaseHold } from './create/holds.ts'
import { createCalendarFile } from './documents/calendar.ts'
import { drawQrImage, drawReceipt } from './documents/jobs.ts'
import { findAcceptedKeys } from './documents/pass-keys.ts'
import { getPhoto, savePhoto } from './documents/photos.ts'
import { getEventTerms } from './event-terms.ts'
import { cancelBooking } from './lifecycle/cancel.ts'
import { findAlternatives, holdAlternative, reportCannotPark } from './lifecycle/cannot-park.ts'
import { changePlate, checkIn, checkOut, saveSpot, payDebts } from './lifecycle/driver-actions.ts'
import { extendBooking, previewExtend, setAutoExtend } from './lifecycle/extend.ts'
import { previewRenew, renewBooking } from './lifecycle/renew.ts'
import { parkReportRoutes } from './park-report-routes.ts'
import { findBookings, getDetails, getDriver, getPassPayload, previewCancel } from './queries.ts'
import { createQuote } from './quotes/create-quote.ts'
import { staffBookingsRoutes } from './staff/staff-routes.ts'

export function bookingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.quoteBooking, async ({ user, body: { event_code, ...body }, language, request }) => {
    const event = await getEventTerms(db, event_code, findGrantIn(request), clock())
    const quote = await createQuote(deps, body, event, user?.user_id, language)
    deps.visits.count({ kind: 'quote', park: quote.park_id }, request.headers['user-agent'], clock())
    return quote
  })
  mount(app, contract.createBooking, ({ user, body, retry, language, request }) =>
    createBooking(deps, user, body, findGrantIn(request), retry, language),
  )
  mount(app, contract.holdSpace, ({ user, body, retry, language }) => holdSpace(deps, user, body, retry, language))
  mount(app, contract.releaseHold, ({ user, params }) => releaseHold(deps, user, params.id))
  mount(app, contract.listBookings, ({ user, query, language }) =>
    findBookings(db, user.user_id, query, language, clock()),
  )
  mount(app, contract.getBooking, ({ user, params, language }) =>
    getDetails(deps, user.user_id, params.bookingCode, language, clock()),
  )
  mount(app, contract.previewBooking, ({ user, params: { id }, query, language }) => {
    if (query.action === 'extend') return previewExtend(db, user.user_id, id, query.new_end_time, language, clock())
    if (query.action === 'renew') return previewRenew(db, user.user_id, id, language, clock())
    return previewCancel(deps, user.user_id, id, clock())
  })
  mount(app, contract.changeBookingStatus, ({ user, params: { id }, query, retry, language }) =>
    query.status === 'cancelled'
      ? cancelBooking(deps, user, id, retry, language)
      : renewBooking(deps, user, id, query.quote_id, retry, language),
  )
  mountChanges(app, deps)
  mountPhotos(app, deps)
  mountDocuments(app, deps)
  staffBookingsRoutes(app, deps)
  parkReportRoutes(app, deps)
}

function mountChanges(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, changes.extendBooking, ({ user, body, retry, language }) =>
    extendBooking(deps, user, body, retry, language),
  )
  mount(app, changes.setAutoExtend, ({ user, params, body, language }) =>
    setAutoExtend(deps, user, params.id, body.until, language),
  )
  mount(app, changes.changePlate, ({ user, params, body, retry, language }) =>
    changePlate(deps, user, params.id, body, retry, language),
  )
  mount(app, changes.noteSpot, ({ user, params, body, retry }) => saveSpot(deps, user, params.id, body, retry))
  mount(app, changes.checkIn, ({ user, params, body, language }) =>
    checkIn(deps, user, params.id, body.park_code, language),
  )
  mount(app, changes.checkOut, ({ user, params, language }) => checkOut(deps, user, params.id, language))
  mount(app, changes.payDue, ({ user, params, retry, language }) => payDebts(deps, user, params.id, retry, language))
  mount(app, changes.listAlternatives, ({ user, params, language }) =>
    findAlternatives(db, user.user_id, params.id, language, clock()),
  )
  mount(app, changes.holdAlternative, ({ user, params, body }) => holdAlternative(deps, user, params.id, body.park_id))
  mount(app, changes.cannotPark, ({ user, params, body, retry, language }) =>
    reportCannotPark(deps, user, params.id, body, retry, language),
  )
}

function mountDocuments(app: FastifyInstance, deps: Deps): void {
  const { db, clock, publicUrl } = deps
  mount(app, changes.getPassImage, async ({ user, params, reply }) => {
    const payload = await getPassPayload(db, user.user_id, params.bookingCode)
    reply.type('image/svg+xml')
    return drawQrImage(deps, payload)
  })
  mount(app, passes.listPassKeys, async ({ request, reply }) => {
    reply.header('cache-control', 'public, no-cache')
    return answerIfChanged({ request, reply }, { keys: await findAcceptedKeys(db, clock()) })
  })
  mount(app, passes.getPassKey, async () => {
    const { kty, crv, x } = (await findAcceptedKeys(db, clock()))[0]!
    return { kty, crv, x }
  })
  mount(app, changes.getCalendar, async ({ user, params, language, reply }) => {
    const booking = await getDetails(deps, user.user_id, params.bookingCode, language, clock())
    reply.type('text/calendar; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${booking.booking_code}.ics"`)
    return createCalendarFile(
      booking,
      localeOf(language, user.country_code),
      `${publicUrl()}/booking-details/${booking.booking_code}`,
    )
  })
  mount(app, changes.getReceipt, async ({ user, params, language, reply }) => {
    const booking = await getDetails(deps, user.user_id, params.bookingCode, language, clock())
    const driver = await getDriver(db, user.user_id)
    reply.type('application/pdf')
    reply.header('content-disposition', `attachment; filename="${booking.booking_code}.pdf"`)
    const url = `${publicUrl()}/booking-details/${booking.booking_code}`
    return drawReceipt(deps, booking, driver, localeOf(language, user.country_code), url)
  })
}

/** A plugin scope of its own, because no other route accepts forms or bodies of this size. */
function mountPhotos(app: FastifyInstance, deps: Deps): void {
  void app.register(async (photos) => {
    // Before the body is read, so that strangers cannot make the server read large files.
    photos.addHook('onRequest', async ({ signedIn }) => {
      if (signedIn === undefined) throw new AppError('unauthorized')
    })
    acceptForms(photos, changes.maxPhoto_bytes)
    mount(photos, changes.sendCannotParkPhoto, ({ user, params, request }) =>
      savePhoto(deps, user, params.id, getChosenPhoto(request.body as Form)),
    )
    mount(photos, changes.getCannotParkPhoto, async ({ user, params, reply }) => {
      const { type, content, booking_code } = await getPhoto(deps.db, user, params.id)
      reply.type(type)
      reply.header('content-disposition', `inline; filename="${booking_code}.${toFileExtension(type)}"`)
      return content
    })
  })
}
