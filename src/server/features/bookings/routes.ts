import type { FastifyInstance } from 'fastify'
import * as changes from '#contract/bookings/booking-changes.ts'
import * as offers from '#contract/bookings/booking-offers.ts'
import * as contract from '#contract/bookings/bookings.ts'
import * as reports from '#contract/bookings/desk/park-reports.ts'
import * as passes from '#contract/bookings/passes.ts'
import * as series from '#contract/bookings/series.ts'
import * as shared from '#contract/bookings/shared-bookings.ts'
import { pagePath } from '#contract/pages.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
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
import { checkPhoto, getPhoto, savePhoto, type ReportPhoto } from './documents/photos.ts'
import { getEventTerms } from './event-terms.ts'
import { cancelBooking } from './lifecycle/cancel.ts'
import { findAlternatives, holdAlternative, reportCannotPark } from './lifecycle/cannot-park.ts'
import { changePlate, checkIn, checkOut, saveSpot, payDebts } from './lifecycle/driver-actions.ts'
import { extendBooking, previewExtend, setAutoExtend } from './lifecycle/extend.ts'
import { previewRenew, renewBooking } from './lifecycle/renew.ts'
import { confirmOffer, declineOffer } from './offers/confirm-offer.ts'
import {
  decideParkReport,
  findReportedParks,
  getParkReport,
  getParkReportPhoto,
  reopenParkReport,
  resolveParkReport,
} from './park-reports.ts'
import { findBookings, getDetails, getDriver, getPassPayload, previewCancel } from './queries.ts'
import { createQuote } from './quotes/create-quote.ts'
import { bookSeries, cancelSeries, listSeries, previewSeries } from './series/series.ts'
import { findShare, getShared, revoke, share } from './sharing/shares.ts'
import { staffBookingsRoutes } from './staff/staff-routes.ts'

export function bookingsRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.createQuote, async ({ user, body: { event_code, ...body }, language, request }) => {
    const event = await getEventTerms(db, event_code, findGrantIn(request), clock())
    const quote = await createQuote(deps, body, event, user?.user_id, language)
    deps.visits.count({ kind: 'quote', park: quote.park_id }, request.headers['user-agent'], clock())
    return quote
  })
  mount(app, contract.createBooking, ({ user, body, retry, language, request }) =>
    createBooking(deps, { user, retry, language }, body, findGrantIn(request)),
  )
  mountChange(app, deps, contract.holdSpace, (tx, call) => holdSpace(tx, deps, call, call.body))
  mountChange(app, deps, changes.releaseHold, (tx, call) => releaseHold(tx, deps, call, call.params.id))
  mount(app, contract.listBookings, ({ user, query, language }) =>
    findBookings(db, user.user_id, query, language, clock()),
  )
  mount(app, contract.getBooking, ({ user, params, language }) =>
    getDetails(deps, user.user_id, params.bookingCode, language, clock()),
  )
  mount(app, contract.previewBooking, ({ user, params: { id }, query, language }) => {
    if (query.action === 'extend')
      return previewExtend(db, { user_id: user.user_id, language, now: clock() }, id, query.new_end_time)
    if (query.action === 'renew') return previewRenew(db, user.user_id, id, language, clock())
    return previewCancel(deps, user.user_id, id, clock())
  })
  mountChange(app, deps, contract.changeBookingStatus, (tx, call) =>
    call.query.status === 'cancelled'
      ? cancelBooking(tx, deps, call, call.params.id)
      : renewBooking(tx, deps, call, call.params.id, {
          quote_id: call.query.quote_id,
          again: call.query.again === 'true',
        }),
  )
  mountChanges(app, deps)
  mountSeries(app, deps)
  mountSharing(app, deps)
  mountPhotos(app, deps)
  mountDocuments(app, deps)
  staffBookingsRoutes(app, deps)
  parkReportRoutes(app, deps)
}

function mountChanges(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mountChange(app, deps, changes.extendBooking, (tx, call) => extendBooking(tx, deps, call, call.body))
  mountChange(app, deps, offers.confirmOffer, (tx, call) => confirmOffer(tx, deps, call, call.params))
  mountChange(app, deps, offers.declineOffer, (tx, call) => declineOffer(tx, deps, call, call.params))
  mountChange(app, deps, changes.setAutoExtend, (tx, call) => setAutoExtend(tx, deps, call, call.params.id, call.body))
  mountChange(app, deps, changes.changePlate, (tx, call) => changePlate(tx, deps, call, call.params.id, call.body))
  mountChange(app, deps, changes.saveSpot, (tx, { user, params, body }) => saveSpot(tx, user, params.id, body))
  mountChange(app, deps, changes.checkIn, (tx, call) => checkIn(tx, deps, call, call.params.id, call.body.park_code))
  mountChange(app, deps, changes.checkOut, (tx, call) => checkOut(tx, deps, call, call.params.id))
  mountChange(app, deps, changes.payDebts, (tx, call) => payDebts(tx, call, call.params.id))
  mount(app, changes.listAlternatives, ({ user, params, language }) =>
    findAlternatives(db, user.user_id, params.id, language, clock()),
  )
  mountChange(app, deps, changes.holdAlternative, (tx, call) =>
    holdAlternative(tx, deps, call, call.params.id, call.body.park_id),
  )
  mountChange(app, deps, changes.reportCannotPark, (tx, call) =>
    reportCannotPark(tx, deps, call, call.params.id, call.body),
  )
}

function mountSeries(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, series.previewSeries, ({ user, params, body }) =>
    previewSeries(db, user.user_id, params.id, body, clock()),
  )
  mountChange(app, deps, series.bookSeries, (tx, call) => bookSeries(tx, deps, call, call.params.id, call.body))
  mount(app, series.listSeries, ({ user, params }) => listSeries(db, user.user_id, params.id, clock()))
  mountChange(app, deps, series.cancelSeries, (tx, call) => cancelSeries(tx, deps, call, call.params.id))
}

function mountSharing(app: FastifyInstance, deps: Deps): void {
  mount(app, shared.getShare, ({ user, params }) => findShare(deps.db, user.user_id, params.id, deps.clock()))
  mountChange(app, deps, shared.shareBooking, (tx, { user, params, body, now }) =>
    share(tx, deps, { user_id: user.user_id, handle: params.id, ...body }, now),
  )
  mountChange(app, deps, shared.revokeShare, (tx, { user, params }) => revoke(tx, user.user_id, params.id))
  mount(app, shared.getSharedBooking, ({ params, language, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return getShared(deps, params.token, language, deps.clock())
  })
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
  mount(app, changes.getCalendar, async ({ user, params, language, locale, reply }) => {
    const booking = await getDetails(deps, user.user_id, params.bookingCode, language, clock())
    reply.type('text/calendar; charset=utf-8')
    reply.header('content-disposition', `attachment; filename="${booking.booking_code}.ics"`)
    return createCalendarFile(
      booking,
      locale,
      publicUrl() + pagePath('bookingDetails', { bookingCode: booking.booking_code }),
    )
  })
  mount(app, changes.getReceipt, async ({ user, params, language, locale, reply }) => {
    const booking = await getDetails(deps, user.user_id, params.bookingCode, language, clock())
    const driver = await getDriver(db, user.user_id)
    reply.type('application/pdf')
    reply.header('content-disposition', `attachment; filename="${booking.booking_code}.pdf"`)
    const url = publicUrl() + pagePath('bookingDetails', { bookingCode: booking.booking_code })
    return drawReceipt(deps, booking, driver, locale, url)
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
    mountChange(
      photos,
      deps,
      changes.saveCannotParkPhoto,
      (tx, { now }, photo: ReportPhoto) => savePhoto(tx, deps, photo, now),
      {
        prepare: ({ user, params, request }) => checkPhoto(deps, user, params.id, getChosenPhoto(request.body as Form)),
      },
    )
    mount(photos, changes.getCannotParkPhoto, async ({ user, params, reply }) => {
      const { type, content, booking_code } = await getPhoto(deps.db, user, params.id)
      reply.type(type)
      reply.header('content-disposition', `inline; filename="${booking_code}.${toFileExtension(type)}"`)
      return content
    })
  })
}

/** What staff does with reports about car parks. */
function parkReportRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, reports.getParkReport, ({ params }) => getParkReport(deps.db, params.id))
  mount(app, reports.mapParkReports, async () => ({ items: await findReportedParks(deps.db) }))
  mount(app, reports.getParkReportPhoto, async ({ params, reply }) => {
    const { type, content, name } = await getParkReportPhoto(deps.db, params.id)
    reply.type(type).header('content-disposition', `inline; filename="${name}"`)
    reply.header('x-content-type-options', 'nosniff')
    return content
  })
  mountChange(app, deps, reports.resolveParkReport, (tx, { params, body, now }) =>
    resolveParkReport(tx, deps, params.id, body.outcome, now),
  )
  mountChange(app, deps, reports.acceptParkReport, (tx, { params, user, now }) =>
    decideParkReport(tx, deps, params.id, { decision: 'accepted' }, { staff: user, now }),
  )
  mountChange(app, deps, reports.refuseParkReport, (tx, { params, body, user, now }) =>
    decideParkReport(tx, deps, params.id, { decision: 'refused', answer: body.answer }, { staff: user, now }),
  )
  mountChange(app, deps, reports.reopenParkReport, (tx, { params }) => reopenParkReport(tx, params.id))
}
