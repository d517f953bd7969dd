import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  acceptParkReport,
  getParkReport,
  parkReportList,
  refuseParkReport,
  reopenParkReport,
  resolveParkReport,
} from '#contract/bookings/desk/park-reports.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import { createVehicle } from '#contract/vehicles/vehicles.ts'
import {
  balanceOf,
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  fieldsOf,
  sumLedgerEntries,
  mailsOf,
  buildPromo,
  buildScanPark,
  outcomeOf,
  putInOntario,
  callQuote,
  callSaveReportPhoto,
  setBalance,
  bookingRequestFor,
  windowOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { releaseOldAlternatives } from './alternative-holds.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => {
  world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
}
const minor = (amount: number) => BigInt(Math.round(amount * 100))

/** Each test uses a different place, far from the parks of the others. */
let places = 0
const nextPlace = () => ({ lat: 20 + (places += 1), lng: -79.38 })

type NewPark = Parameters<World['buildPark']>[0]
const createScene = async (parkOptions: NewPark = {}, length = 4) => {
  const place = nextPlace()
  const park = await world.buildPark({ ...place, ...parkOptions })
  const driver = await world.buildDriver({ balance_minor: 100_000n })
  const booking = await buildPaidBooking(world, driver, park, 4, length)
  /** Creates a park `north` thousandths of a degree (111 m each) to the north. */
  const createNearbyPark = (north: number, options: NewPark = {}): Promise<TestPark> =>
    world.buildPark({ ...place, lat: place.lat + north / 1_000, ...options })
  return { park, driver, booking, createNearbyPark, calls: bookingCallsOf(world, driver) }
}

describe('a full refund', () => {
  test('includes extensions, fees and taxes, saves the report and frees the space', async () => {
    const { park, driver, booking, calls } = await createScene({ cancellation: 'strict', capacity: 1 })
    await putInOntario(world, park)
    const end = new Date(Date.parse(booking.end_time) + 7_200_000).toISOString()
    await calls.extend(booking.id, end)
    at(booking.start_time, 20)
    expect(await calls.see(booking.id)).toMatchObject({ can: { cannot_park: true } })
    const key = { 'idempotency-key': `report-${booking.id}` }
    const reported = await calls.cannotPark(booking.id, { reason: 'blocked', note: 'A lorry' }, key)
    expect(reported.status).toBe(200)
    expect(reported.body).toMatchObject({ booking: { status: 'cancelled', refund_status: 'full' }, moved_to: null })
    expect(await balanceOf(world, driver)).toBe(100_000n)
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
    expect((await calls.see(booking.id)).history.at(-1)).toMatchObject({ cause: 'cannot_park', actor: 'driver' })
    const report = await world.db
      .selectFrom('cannot_park_reports')
      .selectAll()
      .where('booking_id', '=', booking.id)
      .executeTakeFirstOrThrow()
    expect(report).toMatchObject({ user_id: driver.user_id, reason: 'blocked', note: 'A lorry', moved_to: null })
    expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 8) })).body.available).toBe(1)
    expect((await mailsOf(world, driver)).at(-1)).toBe(`Booking cancelled: ${booking.booking_code}`)
    expect((await calls.cannotPark(booking.id, { reason: 'blocked', note: 'A lorry' }, key)).body).toEqual(
      reported.body,
    )
    const before = await snapshotTables(world)
    expect(outcomeOf(await calls.cannotPark(booking.id))).toBe('409 invalid_transition')
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('returns what the driver paid of a discounted booking, and the discount to us', async () => {
    const place = nextPlace()
    const park = await world.buildPark(place)
    const driver = await world.buildDriver({ balance_minor: 1_000n })
    const calls = bookingCallsOf(world, driver)
    for (const value of [30_000n, 100_000n]) {
      const promo = await buildPromo(world, { value, limit_per_person: 1 })
      const booked = await calls.book({ ...bookingRequestFor(world, park, 0, 4), promo_code: promo.code })
      world.clock.advance(11)
      expect(outcomeOf(await calls.cannotPark(booked.body.id))).toBe('200')
      expect(await balanceOf(world, driver)).toBe(1_000n)
      expect(await sumLedgerEntries(world, 'promotion', 'discount')).toBe(0n)
      expect((await callQuote(world, { ...bookingRequestFor(world, park), promo_code: promo.code })).status).toBe(200)
    }
  })

  test('is refused long before the start, after the end, 15 minutes after check-in and for other drivers', async () => {
    const park = await buildScanPark(world, nextPlace())
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park, 4, 4)
    const other = bookingCallsOf(world, await world.buildDriver())
    at(booking.start_time, -6)
    expect(outcomeOf(await calls.cannotPark(booking.id))).toBe('409 invalid_transition')
    expect(await calls.see(booking.id)).toMatchObject({ can: { cannot_park: false } })
    at(booking.start_time)
    expect(outcomeOf(await other.cannotPark(booking.id))).toBe('404 booking_not_found')
    expect(fieldsOf(await calls.cannotPark(booking.id, { reason: 'bored', refund: 100 }))).toEqual(
      expect.arrayContaining(['reason', 'refund']),
    )
    await calls.checkIn(booking.id)
    at(booking.start_time, 15)
    expect(await calls.see(booking.id)).toMatchObject({ can: { cannot_park: false } })
    expect(outcomeOf(await calls.cannotPark(booking.id))).toBe('409 invalid_transition')
    const unused = await buildPaidBooking(world, driver, park, 0, 2)
    at(unused.end_time)
    expect(outcomeOf(await calls.cannotPark(unused.id))).toBe('409 invalid_transition')
    await calls.checkOut(booking.id)
  })

  test('is given until 15 minutes after check-in, and frees the space', async () => {
    const park = await buildScanPark(world, { ...nextPlace(), capacity: 1 })
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const calls = bookingCallsOf(world, driver)
    const booking = await buildPaidBooking(world, driver, park, 4, 8)
    at(booking.start_time, 20)
    await calls.checkIn(booking.id)
    world.clock.advance(14)
    expect(await calls.see(booking.id)).toMatchObject({
      status: 'checked_in',
      can: { cannot_park: true, cancel: false },
    })
    const reported = await calls.cannotPark(booking.id)
    expect(reported.body.booking).toMatchObject({ status: 'cancelled', refund_status: 'full' })
    expect(await balanceOf(world, driver)).toBe(100_000n)
    expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 4) })).body.available).toBe(1)
  })
})

describe('a third report within thirty days', () => {
  /** A driver who has reported twice, with a booking that started an hour and a half ago, when it was made for later. */
  const createReporter = async (parkOptions: NewPark = {}) => {
    const place = nextPlace()
    const park = await world.buildPark({ ...place, ...parkOptions })
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const calls = bookingCallsOf(world, driver)
    for (let n = 0; n < 2; n += 1) {
      const reported = await calls.cannotPark((await buildPaidBooking(world, driver, park, 0, 4)).id)
      expect(reported.body).toMatchObject({ waits: false, booking: { refund_status: 'full' } })
    }
    const booking = await buildPaidBooking(world, driver, park, 4, 8)
    const nearby = await world.buildPark({ ...place, lat: place.lat + 0.002 })
    at(booking.start_time, 5)
    return { park, driver, calls, booking, nearby }
  }
  const findNotices = async (booking_id: string) =>
    world.db
      .selectFrom('staff_notices')
      .select(['user_id', 'kind', 'path', 'read_at'])
      .where('record_id', '=', booking_id)
      .execute()
  const findReportHistory = async (calls: ReturnType<typeof bookingCallsOf>, booking_id: string) =>
    (await calls.see(booking_id)).history
      .slice(-3)
      .filter(({ to }) => to === 'cancelled')
      .map(({ cause, actor, detail }) => [cause, actor, detail])
  const staffCall = async (token?: string) => token ?? (await world.buildDriver({ role: 'staff' })).token
  const accept = async (id: string, token?: string) =>
    world.call(acceptParkReport, { token: await staffCall(token), params: { id } })
  const refuse = async (id: string, answer = 'The cameras show free spaces', token?: string) =>
    world.call(refuseParkReport, { token: await staffCall(token), params: { id }, body: { answer } })

  test('waits for staff without a photo, who accept it with a full refund', async () => {
    const { driver, calls, booking, nearby, park } = await createReporter({ cancellation: 'strict', capacity: 1 })
    await putInOntario(world, park)
    const before = await balanceOf(world, driver)
    expect(await calls.alternatives(booking.id)).toMatchObject({ needs_photo: true, refund: booking.total })
    expect(outcomeOf(await calls.holdNearby(booking.id, nearby.id))).toBe('409 report_needs_photo')
    expect(outcomeOf(await calls.cannotPark(booking.id, { park_id: nearby.id }))).toBe('409 report_needs_photo')
    const reported = await calls.cannotPark(booking.id)
    expect(reported.body).toMatchObject({
      waits: true,
      moved_to: null,
      booking: { status: 'cancelled', refunded: 0, refund_status: 'none' },
    })
    expect(await balanceOf(world, driver)).toBe(before)
    expect((await mailsOf(world, driver)).at(-1)).toBe(`We’re checking your report: ${booking.booking_code}`)
    expect((await calls.see(booking.id)).cannot_park).toMatchObject({ decision: 'waiting', answer: null })
    expect((await callQuote(world, { park_id: park.id, ...windowOf(world, 0, 4) })).body.available).toBe(1)
    expect(await findReportHistory(calls, booking.id)).toEqual([
      ['cannot_park', 'driver', { reason: 'full' }],
      ['report_waiting', 'driver', {}],
    ])
    const token = await staffCall()
    const record = await world.call(getParkReport, { token, params: { id: booking.id } })
    expect(record.body).toMatchObject({ status: 'open', decision: 'waiting', actions: ['accept', 'refuse'] })
    const query = { decision: 'waiting' as const }
    const waiting = await world.call(parkReportList.endpoint, { token, query })
    expect(waiting.body.items.map(({ id }) => id)).toContain(booking.id)
    const resolve = { token, params: { id: booking.id }, body: { outcome: 'Seen' } }
    expect(outcomeOf(await world.call(resolveParkReport, resolve))).toBe('409 report_waits')
    expect(outcomeOf(await accept(booking.id, driver.token))).toBe('403 forbidden')
    world.clock.advance(60)
    expect((await accept(booking.id)).body).toMatchObject({
      status: 'resolved',
      decision: 'accepted',
      refunded: { amount: booking.total },
      actions: [],
    })
    expect(await balanceOf(world, driver)).toBe(before + minor(booking.total))
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(0n)
    expect(await calls.see(booking.id)).toMatchObject({ refund_status: 'full', cannot_park: { decision: 'accepted' } })
    expect((await mailsOf(world, driver)).at(-1)).toBe(`Your booking has been refunded: ${booking.booking_code}`)
    expect(await findReportHistory(calls, booking.id)).toEqual([
      ['cannot_park', 'driver', { reason: 'full' }],
      ['report_waiting', 'driver', {}],
      ['report_accepted', 'staff', { amount: booking.total }],
    ])
    for (const again of [accept(booking.id), refuse(booking.id)])
      expect(outcomeOf(await again)).toBe('409 already_decided')
    const reopen = { token, params: { id: booking.id } }
    expect(outcomeOf(await world.call(reopenParkReport, reopen))).toBe('409 already_decided')
  })

  test('is in the bell of those who decide on it until one of them does, or its photo comes', async () => {
    const staff = await world.buildDriver({ role: 'staff' })
    const guard = await world.buildDriver({ role: 'guard' })
    const bell = async ({ token }: Driver, language = 'en') => {
      const { body } = await world.call(listNotices, { token, headers: { 'accept-language': language } })
      return body.items.filter(({ is_read }) => !is_read).map(({ title, path }) => [title, path])
    }
    const settle = {
      accept: async ({ id }: { id: string }) => accept(id, staff.token),
      refuse: async ({ id }: { id: string }) => refuse(id, undefined, staff.token),
      photo: async ({ id }: { id: string }, driver: Driver) => callSaveReportPhoto(world, driver, id),
    }
    for (const end of Object.values(settle)) {
      const { driver, calls, booking } = await createReporter()
      await calls.cannotPark(booking.id)
      const entry = [`Report to decide: ${booking.booking_code}`, `park-reports/${booking.id}`]
      expect(await bell(staff)).toEqual([entry])
      expect(await bell(staff, 'fr')).toEqual([[`Signalement à traiter : ${booking.booking_code}`, entry[1]]])
      expect([await bell(guard), await bell(driver)]).toEqual([[], []])
      await end(booking, driver)
      expect(await bell(staff)).toEqual([])
      expect((await findNotices(booking.id)).every(({ read_at }) => read_at !== null)).toBe(true)
    }
    // One that does not wait asks for nothing.
    const { calls, booking, driver } = await createReporter()
    await callSaveReportPhoto(world, driver, booking.id)
    await calls.cannotPark(booking.id)
    expect(await findNotices(booking.id)).toEqual([])
  })

  test('refunds what the cancellation policy gave if staff refuses it', async () => {
    const late = await createReporter()
    const before = await balanceOf(world, late.driver)
    await late.calls.cannotPark(late.booking.id)
    world.clock.advance(60)
    const refused = await refuse(late.booking.id)
    expect(refused.body).toMatchObject({ decision: 'refused', outcome: 'The cameras show free spaces', actions: [] })
    expect(await balanceOf(world, late.driver)).toBe(before)
    expect(await late.calls.see(late.booking.id)).toMatchObject({
      refund_status: 'none',
      cannot_park: { decision: 'refused', answer: 'The cameras show free spaces' },
    })
    expect((await mailsOf(world, late.driver)).at(-1)).toBe(
      `We couldn’t confirm your report: ${late.booking.booking_code}`,
    )
    expect((await findReportHistory(late.calls, late.booking.id)).at(-1)).toEqual([
      'report_refused',
      'staff',
      { amount: 0 },
    ])
    // Within ten minutes of booking, cancelling would have refunded everything.
    const early = await createReporter()
    const booking = await buildPaidBooking(world, early.driver, early.nearby, 0, 4)
    await early.calls.cannotPark(booking.id)
    world.clock.advance(24 * 60)
    await refuse(booking.id)
    expect(await early.calls.see(booking.id)).toMatchObject({ refund_status: 'full' })
    expect((await findReportHistory(early.calls, booking.id)).at(-1)).toEqual([
      'report_refused',
      'staff',
      { amount: booking.total },
    ])
    expect(fieldsOf(await refuse(early.booking.id, ''))).toEqual(['answer'])
    expect(outcomeOf(await refuse(early.booking.id))).toBe('404 not_found')
  })

  test('does not wait with a photo, sent before or after it', async () => {
    const first = await createReporter()
    expect(await callSaveReportPhoto(world, first.driver, first.booking.id)).toBe(204)
    expect((await first.calls.alternatives(first.booking.id)).needs_photo).toBe(false)
    const moved = await first.calls.cannotPark(first.booking.id, { park_id: first.nearby.id })
    expect(moved.body).toMatchObject({ waits: false, moved_to: { park: { id: first.nearby.id } } })
    const later = await createReporter()
    const before = await balanceOf(world, later.driver)
    expect((await later.calls.cannotPark(later.booking.id)).body.waits).toBe(true)
    world.clock.advance(24 * 60)
    expect(await callSaveReportPhoto(world, later.driver, later.booking.id)).toBe(204)
    expect(await balanceOf(world, later.driver)).toBe(before + minor(later.booking.total))
    expect((await later.calls.see(later.booking.id)).cannot_park).toMatchObject({
      decision: 'accepted',
      has_photo: true,
    })
    expect((await findReportHistory(later.calls, later.booking.id)).at(-1)).toEqual([
      'report_accepted',
      'driver',
      { amount: later.booking.total },
    ])
    expect(outcomeOf(await accept(later.booking.id))).toBe('409 already_decided')
    // Its photo says no more about the money, and staff still looks at it.
    expect(await callSaveReportPhoto(world, later.driver, later.booking.id)).toBe(204)
    expect(await balanceOf(world, later.driver)).toBe(before + minor(later.booking.total))
    const token = await staffCall()
    const record = await world.call(getParkReport, { token, params: { id: later.booking.id } })
    expect(record.body).toMatchObject({ status: 'open', actions: ['resolve'] })
  })

  test('is the first again after thirty days', async () => {
    const { driver, calls, park } = await createReporter()
    world.clock.advance(30 * 24 * 60)
    const later = await buildPaidBooking(world, driver, park, 0, 4)
    expect((await calls.cannotPark(later.id)).body).toMatchObject({ waits: false })
  })

  test('has no photo before its booking has begun', async () => {
    const { driver, park } = await createReporter()
    const later = await buildPaidBooking(world, driver, park, 40, 4)
    expect(await callSaveReportPhoto(world, driver, later.id)).toBe(409)
  })
})

describe('alternatives nearby', () => {
  test('fit the vehicle, are open, have space and are sorted by distance', async () => {
    const { park, booking, createNearbyPark, calls } = await createScene()
    const full = await createNearbyPark(1, { capacity: 1 })
    await createNearbyPark(2, { opening_hours: 'Mo-Su 20:00-21:00' })
    const low = await createNearbyPark(3)
    await world.db.updateTable('parks').set({ max_height_cm: 120 }).where('id', '=', low.id).execute()
    await createNearbyPark(4, { partner: null })
    const third = await createNearbyPark(7, { increment_minor: 100n })
    const second = await createNearbyPark(6, { increment_minor: 500n })
    const first = await createNearbyPark(5)
    // 830 m away.
    await createNearbyPark(7.5)
    const other: Driver = await world.buildDriver({ balance_minor: 100_000n })
    await buildPaidBooking(world, other, full, 6, 1)
    expect((await calls.alternatives(booking.id)).items).toEqual([])
    at(booking.start_time, 1)
    const { items, refund, currency } = await calls.alternatives(booking.id)
    expect(items.map(({ park: { id }, total, paid_by_us }) => [id, total, paid_by_us])).toEqual([
      [first.id, 2.35, 0],
      [second.id, 5.35, 3],
      [third.id, 1.35, 0],
    ])
    expect([refund, currency]).toEqual([booking.total, 'CAD'])
    expect(items.some((item) => item.park.id === park.id)).toBe(false)
  })

  test('are compared with the vehicle, not with the limits of the booked car park', async () => {
    const { park, driver, booking, createNearbyPark, calls } = await createScene()
    const limit = (id: string, max_height_cm: number) =>
      world.db.updateTable('parks').set({ max_height_cm }).where('id', '=', id).execute()
    const [low, tooLow] = [await createNearbyPark(2), await createNearbyPark(3)]
    await limit(park.id, 215)
    await limit(low.id, 193)
    await limit(tooLow.id, 154)
    at(booking.start_time)
    const findOffered = async () => (await calls.alternatives(booking.id)).items.map((item) => item.park.id)
    const save = async (height_cm: number) => {
      await world.db.deleteFrom('vehicles').where('user_id', '=', driver.user_id).execute()
      const body = { vehicle_type_id: 1, country_code: 'CA' as const, plate: booking.plate, height_cm }
      expect((await world.call(createVehicle, { token: driver.token, body: body as never })).status).toBe(201)
    }
    await save(155)
    expect(await findOffered()).toEqual([low.id])
    expect(outcomeOf(await calls.holdNearby(booking.id, tooLow.id))).toMatch(/^409 /)
    expect((await calls.holdNearby(booking.id, low.id)).body.held?.park_id).toBe(low.id)
    await calls.holdNearby(booking.id, null)
    // A roof box makes it higher than most cars of its type.
    await save(200)
    expect(await findOffered()).toEqual([])
    expect(outcomeOf(await calls.cannotPark(booking.id, { park_id: low.id }))).toMatch(/^409 /)
    await save(154)
    const moved = await calls.cannotPark(booking.id, { park_id: tooLow.id })
    expect(moved.body.moved_to?.park.id).toBe(tooLow.id)
  })
})

describe('a space that is held while its driver decides', () => {
  test('is kept for them, moves with their choice, and is given back when its time is over', async () => {
    const { booking, createNearbyPark, calls } = await createScene()
    const first = await createNearbyPark(2, { capacity: 1 })
    const second = await createNearbyPark(3, { capacity: 1 })
    expect(outcomeOf(await calls.holdNearby(booking.id, first.id))).toBe('409 invalid_transition')
    at(booking.start_time, 1)
    const rest = (park: TestPark) => bookingRequestFor(world, park, 0, 2)
    const other = bookingCallsOf(world, await world.buildDriver({ balance_minor: 100_000n }))
    const held = await calls.holdNearby(booking.id, first.slug)
    const until = new Date(world.clock.now.getTime() + 10 * 60_000).toISOString()
    expect(held.body).toEqual({ held: { park_id: first.id, held_until: until } })
    expect(outcomeOf(await other.book(rest(first)))).toBe('409 no_space')
    world.clock.advance(1)
    // Chosen again, it is held no longer than before.
    expect((await calls.holdNearby(booking.id, first.id)).body).toEqual(held.body)
    const listed = await calls.alternatives(booking.id)
    expect([listed.held, listed.items.map(({ park }) => park.id)]).toEqual([held.body.held, [first.id, second.id]])
    await calls.holdNearby(booking.id, second.id)
    expect(outcomeOf(await other.book(rest(first)))).toBe('201')
    expect(outcomeOf(await other.book(rest(second)))).toBe('409 no_space')
    // The one that is held stays so if the next one is gone.
    expect(outcomeOf(await calls.holdNearby(booking.id, first.id))).toBe('409 no_space')
    expect((await calls.alternatives(booking.id)).held?.park_id).toBe(second.id)
    world.clock.advance(10)
    expect(await releaseOldAlternatives(world.deps)).toBe(1)
    expect((await calls.alternatives(booking.id)).held).toBeNull()
    expect(outcomeOf(await other.book(rest(second)))).toBe('201')
  })

  test('becomes the booking, and is given back with a refund', async () => {
    for (const moves of [true, false]) {
      const { driver, booking, createNearbyPark, calls } = await createScene()
      const park = await createNearbyPark(2, { capacity: 1, increment_minor: 900n })
      at(booking.start_time)
      await calls.holdNearby(booking.id, park.id)
      const { body } = await calls.cannotPark(booking.id, moves ? { park_id: park.id } : {})
      expect(body.moved_to?.park.id).toBe(moves ? park.id : undefined)
      expect(
        await world.db
          .selectFrom('alternative_holds')
          .select('held_until')
          .where('booking_id', '=', booking.id)
          .execute(),
      ).toEqual([{ held_until: null }])
      expect(await balanceOf(world, driver)).toBe(moves ? 100_000n - minor(body.moved_to!.total) : 100_000n)
    }
  })

  test('must be as good as the booked one, is one of five at most, and is for those who may report', async () => {
    const { park, booking, createNearbyPark, calls } = await createScene()
    const plain = await createNearbyPark(2)
    const covered = await createNearbyPark(3)
    await sql`update parks set kind = 'surface', amenities = case when id = ${plain.id} then '{}' else '{covered}' end::text[]
      where id in (${park.id}, ${covered.id}, ${plain.id})`.execute(world.db)
    at(booking.start_time)
    expect((await calls.alternatives(booking.id)).items.map((item) => item.park.id)).toEqual([covered.id])
    for (const call of [calls.holdNearby(booking.id, plain.id), calls.cannotPark(booking.id, { park_id: plain.id })])
      expect(outcomeOf(await call)).toBe('409 park_not_bookable')
    for (let n = 0; n < 5; n += 1) {
      expect((await calls.holdNearby(booking.id, covered.id)).body.held?.park_id).toBe(covered.id)
      expect((await calls.holdNearby(booking.id, null)).body.held).toBeNull()
    }
    expect(outcomeOf(await calls.holdNearby(booking.id, covered.id))).toBe('409 too_many_alternatives')
    const stranger = bookingCallsOf(world, await world.buildDriver())
    expect(outcomeOf(await stranger.holdNearby(booking.id, covered.id))).toBe('404 booking_not_found')
    expect(fieldsOf(await calls.holdNearby(booking.id, ''))).toEqual(['park_id'])
  })
})

describe('moving to a park nearby', () => {
  test('charges nothing more for a dearer park: we pay the difference', async () => {
    const { driver, booking, createNearbyPark, calls } = await createScene()
    const expensivePark = await createNearbyPark(2, { increment_minor: 777n, day_cap_minor: null })
    await putInOntario(world, expensivePark)
    await setBalance(world, driver, 0n)
    const goodwill = await sumLedgerEntries(world, 'promotion', 'goodwill')
    at(booking.start_time, 3)
    const offered = (await calls.alternatives(booking.id)).items[0]!
    const moved = await calls.cannotPark(booking.id, { park_id: expensivePark.id })
    expect(moved.status, JSON.stringify(moved.body)).toBe(200)
    const { moved_to } = moved.body
    expect(moved_to).toMatchObject({
      status: 'active',
      park: { id: expensivePark.id },
      plate: booking.plate,
      end_time: booking.end_time,
      start_time: booking.start_time,
    })
    const paid = minor(moved_to!.total)
    expect(paid).toBeLessThanOrEqual(minor(booking.total))
    expect(minor(offered.total) - minor(offered.paid_by_us)).toBe(paid)
    expect(await balanceOf(world, driver)).toBe(minor(booking.total) - paid)
    // Park, tax and fee accounts are credited in full; our discount covers the difference.
    expect(await sumLedgerEntries(world, 'park_payable', expensivePark.id)).toBe(777n)
    const goodwillPaid = goodwill - (await sumLedgerEntries(world, 'promotion', 'goodwill'))
    expect(moved_to!.lines.find(({ code }) => code === 'goodwill')!.amount).toBe(-Number(goodwillPaid) / 100)
    expect((await mailsOf(world, driver)).at(-1)).toContain(moved_to!.booking_code)
    expect(await calls.see(booking.id)).toMatchObject({
      status: 'cancelled',
      followed_by: [{ booking_code: moved_to!.booking_code, status: 'active' }],
    })
    // Within ten minutes, the driver's payment and our discount are refunded in full.
    await calls.cancel(moved_to!.id)
    expect(await balanceOf(world, driver)).toBe(minor(booking.total))
    expect(await sumLedgerEntries(world, 'promotion', 'goodwill')).toBe(goodwill)
  })

  test('refunds the difference for a cheaper park, for the rest of the booking', async () => {
    const { driver, booking, createNearbyPark, calls } = await createScene({ increment_minor: 500n }, 12)
    const cheapPark = await createNearbyPark(2, { increment_minor: 100n })
    at(booking.start_time, 95)
    const moved = await calls.cannotPark(booking.id, { park_id: cheapPark.slug })
    expect(moved.body.moved_to).toMatchObject({
      total: 2.35,
      start_time: new Date(Date.parse(booking.start_time) + 90 * 60_000).toISOString(),
      end_time: booking.end_time,
    })
    expect(await balanceOf(world, driver)).toBe(100_000n - 235n)
    expect((await mailsOf(world, driver)).filter((subject) => subject.includes('cancelled'))).toEqual([])
  })

  test('costs nothing if the booking cost nothing', async () => {
    const { driver, park, createNearbyPark, calls } = await createScene()
    const expensivePark = await createNearbyPark(2, { increment_minor: 900n })
    const promo = await buildPromo(world, { value: 100_000n })
    const booked = await calls.book({ ...bookingRequestFor(world, park, 0, 4), promo_code: promo.code })
    const before = await balanceOf(world, driver)
    const moved = await calls.cannotPark(booked.body.id, { park_id: expensivePark.id })
    expect(moved.body.moved_to).toMatchObject({ total: 0, status: 'active' })
    expect(await balanceOf(world, driver)).toBe(before)
  })

  test('changes nothing if the park can’t be booked', async () => {
    const { park, driver, booking, createNearbyPark, calls } = await createScene()
    const distantPark = await createNearbyPark(40)
    const full = await createNearbyPark(2, { capacity: 1 })
    await buildPaidBooking(world, await world.buildDriver({ balance_minor: 10_000n }), full, 4, 8)
    const closed = await createNearbyPark(3, { opening_hours: 'Mo-Su 20:00-21:00' })
    const foreignPark = await createNearbyPark(4, { country_code: 'US' })
    at(booking.start_time)
    const before = await snapshotTables(world)
    const outcomes = await Promise.all(
      [distantPark, full, closed, foreignPark, park].map(async ({ id }) =>
        outcomeOf(await calls.cannotPark(booking.id, { park_id: id })),
      ),
    )
    expect(outcomes).toEqual([
      '409 park_not_bookable',
      '409 no_space',
      '409 park_closed',
      '409 park_not_bookable',
      '409 park_not_bookable',
    ])
    expect(outcomeOf(await calls.cannotPark(booking.id, { park_id: 'nowhere' }))).toBe('404 park_not_found')
    expect(await snapshotTables(world)).toEqual(before)
    expect(await calls.see(booking.id)).toMatchObject({ status: 'active' })
    expect(await balanceOf(world, driver)).toBe(100_000n - 235n)
  })
})
