import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getPassBooking } from '#contract/bookings/booking-changes.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import {
  cancelBookingByPark,
  checkInByStaff,
  checkOutByStaff,
  correctPlate,
  getBookingRecord,
  giveGoodwill,
  resendBookingMail,
  revokeShareByStaff,
} from '#contract/bookings/desk/booking-record.ts'
import { refundBookingByStaff } from '#contract/bookings/desk/booking-refunds.ts'
import { bookSeries } from '#contract/bookings/series.ts'
import { getSharedBooking, shareBooking } from '#contract/bookings/shared-bookings.ts'
import {
  balanceOf,
  bookingCallsOf,
  bookingRequestFor,
  expectConsistentData,
  buildPaidBooking,
  buildHold,
  mailsOf,
  buildPromo,
  buildScanPark,
  outcomeOf,
  putInOntario,
  snapshotTables,
  sumLedgerEntries,
} from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}

async function createScene({ language = 'en' as 'en' | 'fr', partner = 'City Parking' } = {}) {
  const park = await buildScanPark(world, { capacity: 1, partner })
  const driver = await world.buildDriver({ balance_minor: 10_000n, language })
  const staff = await world.buildDriver({ role: 'staff' })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  return { park, driver, staff, booking, calls: bookingCallsOf(world, driver) }
}

const actAs = ({ token }: Driver, id: string) => ({
  read: () => world.call(getBookingRecord, { params: { id }, token }),
  cancel: (reason = 'Flooded') => world.call(cancelBookingByPark, { params: { id }, token, body: { reason } }),
  checkIn: () => world.call(checkInByStaff, { params: { id }, token }),
  checkOut: () => world.call(checkOutByStaff, { params: { id }, token }),
  plate: (plate: string) => world.call(correctPlate, { params: { id }, token, body: { plate } }),
  goodwill: (amount: unknown, reason: unknown = 'Lift broken', headers: Record<string, string> = {}) =>
    world.call(giveGoodwill, { params: { id }, token, headers, body: { amount, reason } }),
  revokeShare: () => world.call(revokeShareByStaff, { params: { id }, token }),
  resend: (mail: unknown) => world.call(resendBookingMail, { params: { id }, token, body: { mail } }),
})

describe('cancellation by the car park', () => {
  test('refunds everything that was paid, an extension included, long after free cancellation ended', async () => {
    const { park, driver, staff, booking, calls } = await createScene()
    await world.db.updateTable('bookings').set({ cancellation: 'strict' }).where('id', '=', booking.id).execute()
    const longer = new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()
    expect((await calls.extend(booking.id, longer)).status).toBe(200)
    const { total } = await calls.see(booking.id)
    at(booking.start_time, 10)
    const { pass } = await calls.see(booking.id)
    const cancelled = await actAs(staff, booking.booking_code).cancel()
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      refund_status: 'full',
      refunded: { amount: total, currency: 'CAD' },
      pass: 'revoked',
      actions: ['goodwill', 'resend'],
    })
    expect(await balanceOf(world, driver)).toBe(10_000n)
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
    expect(await mailsOf(world, driver)).toContainEqual(
      expect.stringContaining(`cancelled your booking: ${booking.booking_code}`),
    )
    const gate = await world.call(getPassBooking, { token: staff.token, body: { pass: pass!.payload } })
    expect(gate.body).toMatchObject({ status: 'cancelled', can: { check_in: false } })
    expect((await calls.see(booking.id)).history.at(-1)).toMatchObject({ cause: 'park_cancelled', actor: 'staff' })
    // The only space is free again.
    const next = await world.buildDriver({ balance_minor: 10_000n })
    expect((await buildPaidBooking(world, next, park, 5, 4)).status).toBe('active')
  })

  test('mails the driver in French, and happens once', async () => {
    const { driver, staff, booking } = await createScene({ language: 'fr' })
    const { cancel } = actAs(staff, booking.id)
    expect(outcomeOf(await cancel())).toBe('200')
    expect(await mailsOf(world, driver)).toContainEqual(
      expect.stringContaining('Le stationnement a annulé votre réservation'),
    )
    const before = await snapshotTables(world)
    expect(outcomeOf(await cancel())).toBe('409 invalid_transition')
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('is refused once the car is there, and after the end', async () => {
    const { staff, booking } = await createScene()
    at(booking.start_time)
    const { checkIn, cancel, read } = actAs(staff, booking.id)
    await checkIn()
    expect((await read()).body.actions).not.toContain('cancel')
    expect(outcomeOf(await cancel())).toBe('409 invalid_transition')
    at(booking.end_time, 60)
    expect(outcomeOf(await cancel())).toBe('409 invalid_transition')
  })

  test('releases a reserved space that nobody has paid for', async () => {
    const { park, staff } = await createScene()
    const driver = await world.buildDriver({ balance_minor: 10_000n })
    const held = await buildHold(world, driver, park, { from: 12, length: 4 })
    const answer = await actAs(staff, held.id).cancel()
    expect(answer.body).toMatchObject({ status: 'expired', pass: 'none', refunded: { amount: 0 }, actions: [] })
    expect(outcomeOf(await bookingCallsOf(world, driver).pay(held.id))).toBe('409 hold_expired')
  })

  test('gives back exactly what was paid, whatever was booked, discounted and extended', async () => {
    const staff = await world.buildDriver({ role: 'staff' })
    const promo = await buildPromo(world, { limit_per_person: 1_000 })
    const parks = [await world.buildPark({ capacity: 3 }), await buildScanPark(world, { cancellation: 'strict' })]
    await putInOntario(world, parks[1]!)
    const driver = await world.buildDriver({ balance_minor: 100_000_000n })
    const calls = bookingCallsOf(world, driver)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...parks),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 120 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 2 }),
        fc.boolean(),
        async (park, from, length, steps, isDiscounted) => {
          const request = bookingRequestFor(world, park, from, length)
          const { body } = await calls.book(isDiscounted ? { ...request, promo_code: promo.code } : request)
          let end = Date.parse(body.end_time)
          for (const step of steps) {
            end += step * 15 * 60_000
            expect((await calls.extend(body.id, new Date(end).toISOString())).status).toBe(200)
          }
          const { total } = await calls.see(body.id)
          const cancelled = await actAs(staff, body.id).cancel()
          expect(cancelled.body).toMatchObject({ status: 'cancelled', refunded: { amount: total, currency: 'CAD' } })
          expect(await balanceOf(world, driver)).toBe(100_000_000n)
        },
      ),
      { numRuns: 2 * rounds },
    )
    for (const park of parks) expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
  })

  test('needs a reason', async () => {
    const { staff, booking } = await createScene()
    for (const reason of ['', 'x', 'x'.repeat(301), 'a\u0000b', '\u202eabc'])
      expect((await actAs(staff, booking.id).cancel(reason)).status, reason).toBe(422)
  })
})

describe('a partner', () => {
  test('checks in and cancels at their own car parks, without contacts and money', async () => {
    const { booking, driver } = await createScene({ partner: 'Own Lots' })
    const partner = await world.buildDriver({ role: 'partner', partner: 'Own Lots' })
    const { read, checkIn, checkOut, plate, goodwill, resend } = actAs(partner, booking.id)
    const seen = await read()
    expect(seen.body).toMatchObject({ plate: 'ABC 123', customer: null, email: null, phone: null, customer_id: null })
    expect(JSON.stringify(seen.body)).not.toContain(driver.email)
    for (const call of [plate('NEW 1'), goodwill(5), resend('receipt')])
      expect(outcomeOf(await call)).toBe('403 forbidden')
    at(booking.start_time)
    expect((await checkIn()).body.status).toBe('checked_in')
    expect((await checkOut()).body.status).toBe('completed')
  })

  test('finds no booking of another partner', async () => {
    const { booking } = await createScene({ partner: 'Own Lots' })
    const { booking: unowned } = await createScene()
    const stranger = await world.buildDriver({ role: 'partner', partner: 'Other Lots' })
    const before = await snapshotTables(world)
    for (const id of [booking.id, booking.booking_code, unowned.id]) {
      const { read, cancel, checkIn, checkOut } = actAs(stranger, id)
      for (const call of [read, cancel, checkIn, checkOut]) expect(outcomeOf(await call())).toBe('404 not_found')
    }
    expect(await snapshotTables(world)).toEqual(before)
  })
})

test('check-in and check-out say who did it; too early says from when', async () => {
  const { staff, booking, calls } = await createScene()
  const { checkIn, checkOut, read } = actAs(staff, booking.id)
  expect(outcomeOf(await checkIn())).toBe('409 too_early')
  expect((await read()).body.actions).toEqual([
    'plate',
    'cancel',
    'extend',
    'move',
    'cancel_for_customer',
    'refund',
    'goodwill',
    'resend',
  ])
  at(booking.start_time)
  expect((await checkIn()).body).toMatchObject({ status: 'checked_in' })
  expect(outcomeOf(await checkIn())).toBe('409 invalid_transition')
  expect((await checkOut()).body).toMatchObject({ status: 'completed' })
  const { history } = await calls.see(booking.id)
  expect(history.slice(1).map(({ cause, actor }) => `${cause} ${actor}`)).toEqual(['arrived staff', 'left staff'])
})

test('a plate that its driver has booked at that time is asked about, as drivers are', async () => {
  const park = await world.buildPark({ capacity: 3 })
  const driver = await world.buildDriver({ balance_minor: 10_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const calls = bookingCallsOf(world, driver)
  const other = (await calls.book({ ...bookingRequestFor(world, park, 6, 4), plate: 'TWO 2' })).body
  const { token } = await world.buildDriver({ role: 'admin' })
  const correct = (plate: string, again?: true) =>
    world.call(correctPlate, { params: { id: booking.id }, token, body: { plate, ...(again && { again }) } })
  const refusal = await correct('two-2')
  expect(refusal.status).toBe(409)
  expect(refusal.problem).toMatchObject({ code: 'already_booked', booking: { booking_code: other.booking_code } })
  expect((await calls.see(booking.id)).plate).toBe('ABC 123')
  expect((await correct('TWO 2', true)).body.plate).toBe('TWO 2')
  expect((await correct('THREE 3')).body.plate).toBe('THREE 3')
})

test('a corrected plate is mailed with the new pass', async () => {
  const { staff, booking, driver, calls } = await createScene()
  const before = (await calls.see(booking.id)).pass!.payload
  expect((await actAs(staff, booking.id).plate('new 77')).body.plate).toBe('NEW 77')
  expect((await calls.see(booking.id)).pass!.payload).not.toBe(before)
  expect(await mailsOf(world, driver)).toContain(`New licence plate on booking ${booking.booking_code}`)
  expect((await actAs(staff, booking.id).plate('?')).status).toBe(422)
})

describe('goodwill', () => {
  test('credits the driver from promotion, up to the caller’s limit for the booking', async () => {
    const { staff, booking, driver, calls } = await createScene()
    const given_before = await sumLedgerEntries(world, 'promotion', 'goodwill')
    const { goodwill } = actAs(staff, booking.id)
    expect((await goodwill(60)).body).toMatchObject({ goodwill: { amount: 60, currency: 'CAD' } })
    expect(await sumLedgerEntries(world, 'promotion', 'goodwill')).toBe(given_before - 6_000n)
    expect(outcomeOf(await goodwill(40.01))).toBe('403 reauth_required')
    expect(outcomeOf(await goodwill(40))).toBe('200')
    const administrator = await world.buildDriver({ role: 'administrator' })
    expect(outcomeOf(await actAs(administrator, booking.id).goodwill(890))).toBe('200')
    // With the password, up to limit 2.
    const confirm = (driver: Driver) =>
      world.db
        .updateTable('sessions')
        .set({ confirmed_at: world.clock.now })
        .where('user_id', '=', driver.user_id)
        .execute()
    expect(outcomeOf(await goodwill(0.01))).toBe('403 reauth_required')
    await confirm(staff)
    expect(outcomeOf(await goodwill(10))).toBe('200')
    for (const each of [staff, administrator]) {
      const refused = await actAs(each, booking.id).goodwill(0.01)
      expect(outcomeOf(refused)).toBe('403 refund_limit')
      expect(refused.problem.message).toContain('$1,000.00')
    }
    const admin = await world.buildDriver({ role: 'admin' })
    expect(outcomeOf(await actAs(admin, booking.id).goodwill(1_000))).toBe('403 reauth_required')
    await confirm(admin)
    expect(outcomeOf(await actAs(admin, booking.id).goodwill(1_000))).toBe('200')
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n + 200_000n)
    const { entries, refunded } = await calls.see(booking.id)
    expect(refunded).toBe(0)
    expect(entries.at(-1)).toMatchObject({ amount: 1_000 })
  })

  test('counts with what the caller refunded and gave for others within 24 hours', async () => {
    const { staff, booking } = await createScene()
    const { booking: other } = await createScene()
    const refund = (id: string, amount: number) =>
      world.call(refundBookingByStaff, {
        token: staff.token,
        params: { id },
        body: { cause: 'price_mistake', bearer: 'us', amount, message: 'The price was wrong.' },
      })
    expect(outcomeOf(await refund(other.id, 2))).toBe('200')
    expect(outcomeOf(await actAs(staff, other.id).goodwill(8))).toBe('200')
    expect(outcomeOf(await refund(booking.id, 1))).toBe('200')
    const { goodwill } = actAs(staff, booking.id)
    expect(outcomeOf(await goodwill(89.01))).toBe('403 reauth_required')
    // Two at one moment do not pass it either.
    const both = await Promise.all([goodwill(50), goodwill(50)])
    expect(both.map(outcomeOf).toSorted()).toEqual(['200', '403 reauth_required'])
    // What a colleague may give does not depend on it, nor what the caller may give a day later.
    const { booking: third } = await createScene()
    const colleague = await world.buildDriver({ role: 'staff' })
    expect(outcomeOf(await actAs(colleague, third.id).goodwill(100))).toBe('200')
    at(world.clock.now.toISOString(), 24 * 60)
    expect(outcomeOf(await actAs(staff, third.id).goodwill(0.01))).toBe('403 reauth_required')
    expect(outcomeOf(await actAs(staff, other.id).goodwill(90))).toBe('200')
  })

  test('is given once for a repeated request', async () => {
    const { staff, booking, driver } = await createScene()
    const { goodwill } = actAs(staff, booking.id)
    const key = { 'idempotency-key': 'once' }
    const answers = [await goodwill(5, 'Lift broken', key), await goodwill(5, 'Lift broken', key)]
    expect(answers.map(outcomeOf)).toEqual(['200', '200'])
    expect(await balanceOf(world, driver)).toBe(10_000n - 235n + 500n)
    const logged = await world.db.selectFrom('audit_log').select('action').where('record_id', '=', booking.id).execute()
    expect(logged).toHaveLength(1)
  })

  test.each([0, -5, 1e12, 0.001, '5', null, Number.MAX_SAFE_INTEGER])('refuses %s', async (amount) => {
    const { staff, booking } = await createScene()
    const before = await snapshotTables(world)
    expect((await actAs(staff, booking.id).goodwill(amount)).status).toBe(422)
    expect(await snapshotTables(world)).toEqual(before)
  })
})

test('mails are sent again three times a day', async () => {
  const { staff, booking, driver } = await createScene()
  const { resend } = actAs(staff, booking.id)
  expect((await resend('anything')).status).toBe(422)
  for (const mail of ['confirmation', 'receipt', 'receipt']) expect(outcomeOf(await resend(mail))).toBe('200')
  expect(outcomeOf(await resend('receipt'))).toBe('429 too_many_mails')
  expect((await mailsOf(world, driver)).toSorted()).toEqual([
    `Booking confirmed: ${booking.booking_code}`,
    `Booking confirmed: ${booking.booking_code}`,
    `Your receipt for booking ${booking.booking_code}`,
    `Your receipt for booking ${booking.booking_code}`,
  ])
})

test('a booking that does not exist is not found, whatever stands in the address', async () => {
  const staff = await world.buildDriver({ role: 'staff' })
  for (const id of ['NOSUCH23', '01890000-0000-7000-8000-000000000000', "'; drop table bookings", '%00x', '🚗'])
    expect((await actAs(staff, encodeURIComponent(id)).read()).status, id).toBeGreaterThanOrEqual(404)
})

test('each change is in the audit log with its reason', async () => {
  const { staff, booking } = await createScene({ partner: 'Own Lots' })
  await actAs(staff, booking.id).cancel('Flooded cellar')
  const row = await world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('record_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    action: 'cancelBookingByPark',
    before: { status: 'active' },
    after: { status: 'cancelled', refunded: { amount: 2.35, currency: 'CAD' }, reason: 'Flooded cellar' },
  })
  expect(row.partner_id).not.toBeNull()
})

describe('a booking that is shared, or one of a series', () => {
  test('shows its link without the token, which staff end with an entry of the audit log', async () => {
    const { driver, staff, booking } = await createScene()
    const { read, revokeShare } = actAs(staff, booking.id)
    expect((await read()).body).toMatchObject({ shared: null, shared_at: null, shared_until: null })
    expect(outcomeOf(await revokeShare())).toBe('409 invalid_transition')
    const share = { token: driver.token, params: { id: booking.id }, body: { shows_pass: true } }
    const { url } = (await world.call(shareBooking, share)).body
    const token = url.slice(url.lastIndexOf('/') + 1)
    const shown = (await read()).body
    expect(shown).toMatchObject({ shared: 'with_pass', shared_at: world.clock.now.toISOString() })
    expect(Date.parse(shown.shared_until!)).toBeGreaterThan(Date.parse(booking.end_time))
    expect(shown.actions).toContain('revoke_share')
    expect(JSON.stringify(shown)).not.toContain(token)
    expect(outcomeOf(await actAs(driver, booking.id).revokeShare())).toBe('403 forbidden')
    const ended = await revokeShare()
    expect(ended.body).toMatchObject({ shared: null })
    expect(ended.body.actions).not.toContain('revoke_share')
    expect((await world.call(getSharedBooking, { params: { token } })).status).toBe(404)
    const log = await world.db
      .selectFrom('audit_log')
      .select(['action', 'user_id'])
      .where('record_id', '=', booking.id)
      .execute()
    expect(log).toEqual([{ action: 'revokeShareByStaff', user_id: staff.user_id }])
  })

  test('lists the other bookings of its series', async () => {
    const { driver, staff, booking } = await createScene()
    expect((await actAs(staff, booking.id).read()).body.series).toEqual([])
    const week_ms = 7 * 24 * 3_600_000
    const starts = [1, 2].map((weeks) => new Date(Date.parse(booking.start_time) + weeks * week_ms).toISOString())
    const made = await world.call(bookSeries, {
      token: driver.token,
      params: { id: booking.id },
      body: { starts, total: booking.total * 2 },
    })
    const [first, second] = made.body.items as [Booking, Booking]
    const brief = ({ booking_code, start_time, status }: Booking) => ({ booking_code, start_time, status })
    expect((await actAs(staff, first.id).read()).body.series).toEqual([brief(booking), brief(second)])
  })
})
