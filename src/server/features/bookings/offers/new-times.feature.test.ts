import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { confirmOffer, declineOffer } from '#contract/bookings/booking-offers.ts'
import { getBookingRecord } from '#contract/bookings/desk/booking-record.ts'
import {
  extendForCustomer,
  moveForCustomer,
  previewTimes,
  withdrawOffer,
} from '#contract/bookings/desk/booking-times.ts'
import {
  balanceOf,
  bookingCallsOf,
  bookingRequestFor,
  buildPaidBooking,
  buildPromo,
  buildScanPark,
  expectConsistentData,
  mailsOf,
  outcomeOf,
  putInOntario,
  setBalance,
  snapshotTables,
  sumLedgerEntries,
} from '#test/kits/bookings-kit.ts'
import { rounds } from '#test/kits/rounds.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'
import { releaseOldOffers } from './held-offers.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld({ pool: 8 })
  staff = await world.buildDriver({ role: 'staff' })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const quarter_ms = 15 * 60_000
const later = (instant: string, quarters: number) => new Date(Date.parse(instant) + quarters * quarter_ms).toISOString()

async function createScene({
  capacity = 2,
  cancellation = 'flexible' as 'flexible' | 'strict',
  hours = 2,
  free_minutes = 0,
  language = 'en' as 'en' | 'fr',
} = {}) {
  const park = await buildScanPark(world, { capacity, cancellation, day_cap_minor: null })
  await putInOntario(world, park)
  await world.db.updateTable('tariffs').set({ free_minutes }).where('park_id', '=', park.id).execute()
  const driver = await world.buildDriver({ balance_minor: 100_000n, language })
  const booking = await buildPaidBooking(world, driver, park, 20, hours * 4)
  await world.db.updateTable('bookings').set({ cancellation }).where('id', '=', booking.id).execute()
  // Cancelling within ten minutes of booking refunds everything.
  if (cancellation === 'strict') world.clock.now = new Date(world.clock.now.getTime() + 11 * 60_000)
  return { park, driver, booking, calls: bookingCallsOf(world, driver) }
}

interface Booked {
  id: string
  start_time: string
  end_time: string
}
const preview = (id: string, query: object, { token } = staff) =>
  world.call(previewTimes, { token, params: { id }, query: query as never })
const terms = { paid_by: 'customer', reason: 'They called: the meeting takes longer' }
async function extend({ id, end_time }: Booked, quarters: number, body: object = {}, by = staff, headers = {}) {
  const end = later(end_time, quarters)
  const difference = (await preview(id, { end_time: end })).body.difference?.amount ?? 0
  const request = { end_time: end, difference, ...terms, ...body }
  return world.call(extendForCustomer, { token: by.token, params: { id }, headers, body: request as never })
}
async function move(
  { id, start_time, end_time }: Booked,
  [from, to]: [number, number],
  body: object = {},
  by = staff,
  headers = {},
) {
  const times = { start_time: later(start_time, from), end_time: later(end_time, to) }
  const difference = (await preview(id, times)).body.difference?.amount ?? 0
  const request = { ...times, difference, ...terms, ...body }
  return world.call(moveForCustomer, { token: by.token, params: { id }, headers, body: request as never })
}
const atOurExpense = { paid_by: 'us', cause: 'double_booking' }
const offerOf = async ({ id }: Booked) =>
  (await world.call(getBookingRecord, { token: staff.token, params: { id } })).body.offer
const confirm = ({ token }: Driver, id: string, offer_id: string, headers = {}) =>
  world.call(confirmOffer, { token, params: { id, offer_id }, headers })
const minor = (amount: number) => BigInt(Math.round(amount * 100))

describe('a later end that costs more', () => {
  test('holds the space until its customer confirms and pays it, whom a link in a mail leads there', async () => {
    const { driver, booking, calls, park } = await createScene({ capacity: 1, language: 'fr' })
    const balance = await balanceOf(world, driver)
    const offering = await extend(booking, 4)
    expect(offering.body).toMatchObject({
      end_time: booking.end_time,
      offer: { kind: 'extend', end_time: later(booking.end_time, 4) },
    })
    expect(offering.body.actions).toContain('withdraw_offer')
    expect(await balanceOf(world, driver)).toBe(balance)
    const offer = (await calls.see(booking.id)).offer!
    expect(offer).toMatchObject({ kind: 'extend', start_time: booking.start_time })
    // Nobody else gets the space meanwhile.
    const rival = await world.buildDriver({ balance_minor: 100_000n })
    expect(outcomeOf(await bookingCallsOf(world, rival).book(bookingRequestFor(world, park, 28, 4)))).toBe(
      '409 no_space',
    )
    const { subject, text } = await world.db
      .selectFrom('mails')
      .select(['subject', 'text'])
      .where('to_address', '=', driver.email)
      .where('subject', 'like', 'Confirmez%')
      .executeTakeFirstOrThrow()
    expect(subject).toContain(booking.booking_code)
    expect(text).toContain(`/booking-details/${booking.booking_code}`)
    expect(text).toContain('Nouveau départ')
    const headers = { 'idempotency-key': 'confirm-once' }
    const answers = await Promise.all([1, 2].map(() => confirm(driver, booking.booking_code, offer.id, headers)))
    expect(answers.map(outcomeOf)).toEqual(['200', '200'])
    expect(answers[0]!.body).toMatchObject({ id: booking.id, end_time: later(booking.end_time, 4) })
    expect(await balanceOf(world, driver)).toBe(balance - minor(offer.amount))
    expect((await calls.see(booking.id)).offer).toBeNull()
    expect((await calls.see(booking.id)).history.map(({ cause, actor }) => `${cause} ${actor}`)).toEqual(
      expect.arrayContaining(['times_offered staff', 'extended driver']),
    )
    expect(outcomeOf(await confirm(driver, booking.id, offer.id))).toBe('409 offer_over')
  })

  test('is taken at our expense with its cause, which counts towards the caller’s limit', async () => {
    const { driver, booking, calls } = await createScene()
    const balance = await balanceOf(world, driver)
    const given = await sumLedgerEntries(world, 'promotion', 'goodwill')
    const owed = await sumLedgerEntries(world, 'promotion', 'refund')
    expect((await extend(booking, 4, { paid_by: 'us' })).status).toBe(422)
    const taken = await extend(booking, 4, atOurExpense)
    expect(taken.body).toMatchObject({ end_time: later(booking.end_time, 4), offer: null })
    expect(await balanceOf(world, driver)).toBe(balance)
    const { total } = await calls.see(booking.id)
    expect(await sumLedgerEntries(world, 'promotion', 'goodwill')).toBe(given - minor(total) + minor(booking.total))
    expect(await sumLedgerEntries(world, 'promotion', 'refund')).toBe(owed)
    expect(taken.body.goodwill.amount).toBeCloseTo(total - booking.total, 2)
    const dear = await createScene()
    await world.db.updateTable('sessions').set({ confirmed_at: null }).where('user_id', '=', staff.user_id).execute()
    const beyond = await extend(dear.booking, 4 * 24 * 4, atOurExpense)
    expect(outcomeOf(beyond)).toMatch(/^403 (reauth_required|refund_limit)$/)
    const helper = await world.buildDriver({ role: 'staff', balance_minor: 100_000n })
    const own = await buildPaidBooking(world, helper, dear.park, 20, 4)
    expect(outcomeOf(await extend(own, 4, atOurExpense, helper))).toBe('403 own_wallet')
  })

  test('changes nothing that the caller did not see, and needs a space and the booking’s state', async () => {
    const { booking, park } = await createScene({ capacity: 1 })
    const other = await world.buildDriver({ balance_minor: 100_000n })
    await buildPaidBooking(world, other, park, 36, 4)
    const before = await snapshotTables(world)
    expect(outcomeOf(await extend(booking, 4, { difference: 0 }))).toBe('409 price_changed')
    expect((await preview(booking.id, { end_time: later(booking.end_time, 12) })).body.available).toBe(0)
    expect(outcomeOf(await extend(booking, 12))).toBe('409 no_space')
    for (const quarters of [0, -1, 4 * 24 * 31]) expect((await extend(booking, quarters)).status).toBe(422)
    for (const end_time of ['x', null, '2026-13-01T00:00', `${booking.end_time}\u0000`])
      expect((await extend(booking, 4, { end_time })).status).toBe(422)
    const guest = await world.buildDriver()
    const partner = await world.buildDriver({ role: 'partner', partner: 'Elsewhere' })
    expect(outcomeOf(await extend(booking, 4, {}, guest))).toBe('403 forbidden')
    expect(outcomeOf(await extend(booking, 4, {}, partner))).toMatch(/^40[34]/)
    expect(await snapshotTables(world)).toEqual(before)
  })
})

describe('other times', () => {
  test('that cost no more are booked at once, and what is left goes back to the wallet', async () => {
    const { driver, booking, calls } = await createScene({ hours: 4 })
    const balance = await balanceOf(world, driver)
    const headers = { 'idempotency-key': 'move-once' }
    const moved = await move(booking, [8, 0], {}, staff, headers)
    expect(moved.body).toMatchObject({
      status: 'active',
      renews: booking.booking_code,
      start_time: later(booking.start_time, 8),
    })
    expect((await move(booking, [8, 0], {}, staff, headers)).body?.id ?? moved.body.id).toBe(moved.body.id)
    const seen = await calls.see(moved.body.booking_code)
    expect(seen.history[0]).toMatchObject({ cause: 'booked', actor: 'staff' })
    expect(await calls.see(booking.id)).toMatchObject({
      status: 'cancelled',
      refund_status: 'full',
      followed_by: [{ booking_code: seen.booking_code }],
    })
    expect(await balanceOf(world, driver)).toBe(balance + minor(booking.total) - minor(seen.total))
    const mails = await mailsOf(world, driver)
    expect(mails).toContain(`Your booking has new times: ${seen.booking_code}`)
    expect(mails.filter((subject) => subject.includes('cancelled'))).toEqual([])
  })

  test('that cost more wait for the customer, who pays the difference when the old ones are cancelled', async () => {
    const { driver, booking, calls } = await createScene({ capacity: 1, cancellation: 'strict' })
    const balance = await balanceOf(world, driver)
    // Strict: half comes back within a day of the start.
    const offering = await move(booking, [16, 20])
    expect(offering.body).toMatchObject({ id: booking.id, status: 'active', offer: { kind: 'move' } })
    const offer = (await calls.see(booking.id)).offer!
    const stranger = await world.buildDriver({ balance_minor: 100_000n })
    expect(outcomeOf(await confirm(stranger, booking.id, offer.id))).toBe('404 booking_not_found')
    await setBalance(world, driver, minor(offer.amount) - 1n)
    expect(outcomeOf(await confirm(driver, booking.id, offer.id))).toBe('402 insufficient_balance')
    await setBalance(world, driver, balance)
    const answer = await confirm(driver, booking.id, offer.id)
    expect(answer.body).toMatchObject({ status: 'active', start_time: later(booking.start_time, 16) })
    expect(answer.body.id).not.toBe(booking.id)
    expect(await balanceOf(world, driver)).toBe(balance - minor(offer.amount))
    expect((await calls.see(booking.id)).status).toBe('cancelled')
  })

  test('have the free minutes of the day that the old ones had', async () => {
    const { driver, booking } = await createScene({ free_minutes: 60 })
    const balance = await balanceOf(world, driver)
    expect(
      (await preview(booking.id, { start_time: later(booking.start_time, 4), end_time: later(booking.end_time, 4) }))
        .body.difference.amount,
    ).toBe(0)
    expect(outcomeOf(await move(booking, [4, 8], atOurExpense))).toBe('200')
    expect(await balanceOf(world, driver)).toBe(balance)
  })

  test('take the space that the old ones had, in a full car park too, and no other', async () => {
    const { driver, booking, calls, park } = await createScene({ capacity: 1, hours: 4, cancellation: 'strict' })
    const rival = await world.buildDriver({ balance_minor: 100_000n })
    const rivals = bookingCallsOf(world, rival)
    // The next booking begins an hour after this one ends.
    await buildPaidBooking(world, rival, park, 20 + 16 + 4, 4)
    const timesOf = (from: number, to: number) => ({
      start_time: later(booking.start_time, from),
      end_time: later(booking.end_time, to),
    })
    const left = async (from: number, to: number) => (await preview(booking.id, timesOf(from, to))).body.available
    expect([await left(4, 4), await left(-4, 4), await left(4, -4), await left(4, 8)]).toEqual([1, 1, 1, 0])
    expect(outcomeOf(await move(booking, [4, 8]))).toBe('409 no_space')
    // Offered, the space beside the booking is held for its customer alone.
    expect((await move(booking, [-4, 4])).body).toMatchObject({ status: 'active', offer: { kind: 'move' } })
    await expectConsistentData(world)
    for (const start of [16, 36])
      expect(outcomeOf(await rivals.book(bookingRequestFor(world, park, start, 4)))).toBe('409 no_space')
    // Given back, it is free again, and the booking as it was.
    expect((await world.call(withdrawOffer, { token: staff.token, params: { id: booking.id } })).body.offer).toBeNull()
    await expectConsistentData(world)
    expect((await move(booking, [-4, 4])).status).toBe(200)
    const offer = (await offerOf(booking))!
    const moved = await confirm(driver, booking.id, offer.id)
    expect(moved.body).toMatchObject({ status: 'active', ...timesOf(-4, 4) })
    expect((await calls.see(booking.id)).status).toBe('cancelled')
    await expectConsistentData(world)
    // At our expense it is moved at once, within its own time too.
    const { id, booking_code } = moved.body
    const shorter = await move({ id, ...timesOf(-4, 4) }, [4, -4], atOurExpense)
    expect(shorter.body).toMatchObject({ status: 'active', renews: booking_code })
    expect((await rivals.book(bookingRequestFor(world, park, 16, 3))).status).toBe(201)
  })

  test('in a full car park are taken once, whatever others book, cancel and confirm at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -8, max: 8 }),
        fc.integer({ min: -4, max: 8 }),
        fc.constantFrom('customer', 'us'),
        fc.array(fc.tuple(fc.integer({ min: 10, max: 34 }), fc.integer({ min: 1, max: 8 })), { maxLength: 3 }),
        fc.boolean(),
        async (from, to, paid_by, others, isCancelled) => {
          const { driver, booking, park, calls } = await createScene({ capacity: 1 })
          const rival = bookingCallsOf(world, await world.buildDriver({ balance_minor: 1_000_000n }))
          const attempts = (change: () => Promise<unknown>) =>
            Promise.all([
              change(),
              ...others.map(([start, length]) => rival.book(bookingRequestFor(world, park, start, length))),
              ...(isCancelled ? [calls.cancel(booking.id)] : []),
            ])
          await attempts(() => move(booking, [from, to], paid_by === 'us' ? atOurExpense : {}))
          await expectConsistentData(world)
          const offer = await offerOf(booking)
          if (offer !== null) await attempts(() => confirm(driver, booking.id, offer.id))
          await world.call(withdrawOffer, { token: staff.token, params: { id: booking.id } })
          await expectConsistentData(world)
        },
      ),
      { numRuns: 4 * rounds },
    )
  })

  test('keep the promo code if it can be used for them, and say beforehand why it cannot', async () => {
    const { driver, booking, park, calls } = await createScene()
    const { code } = await buildPromo(world, { limit_per_person: 1 })
    await calls.cancel(booking.id)
    const discounted = (await calls.book({ ...bookingRequestFor(world, park, 20, 8), promo_code: code })).body
    const times = { start_time: later(discounted.start_time, 8), end_time: later(discounted.end_time, 8) }
    // Cancelled for its whole price, the booking gives its only use back.
    const shown = (await preview(discounted.id, times)).body
    expect([shown.promo, shown.difference.amount]).toEqual([{ code, problem: null }, 0])
    const balance = await balanceOf(world, driver)
    const moved = (await move(discounted, [8, 8])).body
    expect((await calls.see(moved.booking_code)).total).toBe(discounted.total)
    expect(await balanceOf(world, driver)).toBe(balance)
    // For half of it, it does not.
    await world.db.updateTable('bookings').set({ cancellation: 'strict' }).where('id', '=', moved.id).execute()
    world.clock.now = new Date(world.clock.now.getTime() + 11 * 60_000)
    const again = { id: moved.id, start_time: moved.start_time, end_time: moved.end_time }
    const lost = (await preview(again.id, { start_time: times.start_time, end_time: later(times.end_time, 4) })).body
    expect(lost.promo).toEqual({ code, problem: 'This coupon has been used as often as it can be.' })
    expect((await move(again, [0, 4])).status).toBe(200)
    const offer = (await offerOf(again))!
    expect(offer.amount).toEqual(lost.difference)
    // The customer is told before they confirm.
    const offered = await world.db
      .selectFrom('mails')
      .select('text')
      .where('to_address', '=', driver.email)
      .where('subject', 'like', 'Confirm the new times%')
      .executeTakeFirstOrThrow()
    expect(offered.text.replaceAll(/\s+/g, ' ')).toContain(
      `Your promo code ${code} doesn’t apply to the new times: You’ve already used this promo code`,
    )
    expect((await confirm(driver, again.id, offer.id)).body.total).toBe(lost.cost.amount)
    const withoutCode = await createScene()
    expect((await preview(withoutCode.booking.id, times)).body.promo).toBeNull()
  })

  test('at our expense leave the wallet as it was', async () => {
    const { driver, booking } = await createScene({ cancellation: 'strict' })
    const balance = await balanceOf(world, driver)
    const moved = await move(booking, [16, 16], atOurExpense)
    expect(moved.body).toMatchObject({ status: 'active', renews: booking.booking_code })
    expect(await balanceOf(world, driver)).toBe(balance)
  })

  test('are refused where the customer could not cancel, and are not booked twice beside a cancellation', async () => {
    const { driver, booking, calls } = await createScene({ hours: 4 })
    const rivals = await Promise.all([
      move(booking, [8, 0]),
      calls.cancel(booking.id),
      move(booking, [8, 0], {}, await world.buildDriver({ role: 'staff' })),
    ])
    expect(rivals.filter(({ status }) => status === 200)).toHaveLength(1)
    const standing = await world.db
      .selectFrom('bookings')
      .select('id')
      .where('user_id', '=', driver.user_id)
      .where('status', '=', 'active')
      .execute()
    expect(standing.length).toBeLessThanOrEqual(1)
    expect(outcomeOf(await move(booking, [8, 0]))).toBe('409 invalid_transition')
  })
})

describe('an offer', () => {
  test('ends with its time, its withdrawal, its refusal, the customer’s own extension and the booking', async () => {
    const isFree = async () =>
      (await world.db.selectFrom('booking_offers').select('id').where('held_until', 'is not', null).execute()).length
    const { driver, booking, calls } = await createScene({ capacity: 1 })
    const offered = async () => {
      expect((await extend(booking, 4)).status).toBe(200)
      return (await offerOf(booking))!.id
    }
    let id = await offered()
    const again = await offered()
    expect(again).not.toBe(id)
    expect(outcomeOf(await confirm(driver, booking.id, id))).toBe('409 offer_over')
    expect((await world.call(withdrawOffer, { token: staff.token, params: { id: booking.id } })).body.offer).toBeNull()
    expect(outcomeOf(await confirm(driver, booking.id, again))).toBe('409 offer_over')
    expect(outcomeOf(await world.call(withdrawOffer, { token: staff.token, params: { id: booking.id } }))).toBe(
      '409 offer_over',
    )
    id = await offered()
    const decline = { token: driver.token, params: { id: booking.id, offer_id: id } }
    expect((await world.call(declineOffer, decline)).status).toBe(204)
    expect(outcomeOf(await world.call(declineOffer, decline))).toBe('409 offer_over')
    id = await offered()
    // The only space is held for this driver, who may also extend without it.
    expect((await calls.extend(booking.id, later(booking.end_time, 4))).status).toBe(200)
    expect(await isFree()).toBe(0)
    const longer = await calls.see(booking.id)
    expect((await extend(longer, 4)).status).toBe(200)
    expect((await calls.cancel(booking.id)).status).toBe(200)
    expect(await isFree()).toBe(0)
    const next = await createScene({ capacity: 1 })
    expect((await extend(next.booking, 4)).status).toBe(200)
    const late = (await offerOf(next.booking))!.id
    world.clock.now = new Date(world.clock.now.getTime() + 60 * 60_000)
    expect(outcomeOf(await confirm(next.driver, next.booking.id, late))).toBe('409 offer_over')
    expect(await offerOf(next.booking)).toBeNull()
    expect(await releaseOldOffers(world.deps)).toBe(1)
    expect(await isFree()).toBe(0)
  })

  test('never costs its customer more, nor less than the policy, whatever is offered and done', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('flexible' as const, 'strict' as const),
        fc.integer({ min: -6, max: 12 }),
        fc.integer({ min: -6, max: 24 }),
        fc.constantFrom('customer', 'us'),
        fc.constantFrom(0, 60),
        async (cancellation, from, to, paid_by, free_minutes) => {
          const { driver, booking } = await createScene({ cancellation, free_minutes })
          const before = await balanceOf(world, driver)
          const shown = await preview(booking.id, {
            start_time: later(booking.start_time, from),
            end_time: later(booking.end_time, to),
          })
          const answer = await move(booking, [from, to], paid_by === 'us' ? atOurExpense : {})
          if (shown.status !== 200) {
            expect(answer.status).toBe(shown.status)
            return
          }
          const difference = minor(shown.body.difference.amount)
          expect(difference).toBe(minor(shown.body.cost.amount) - minor(shown.body.refund.amount))
          if (answer.status !== 200) {
            expect(await balanceOf(world, driver)).toBe(before)
            return
          }
          const after = await balanceOf(world, driver)
          if (difference <= 0n) expect(after).toBe(before - difference)
          else {
            // Nothing leaves the wallet without its owner.
            expect(after).toBe(before)
            if (paid_by === 'us') return
            const offer = (await offerOf(booking))!
            expect(outcomeOf(await confirm(driver, booking.id, offer.id))).toBe('200')
            expect(await balanceOf(world, driver)).toBe(before - difference)
          }
        },
      ),
      { numRuns: 6 * rounds },
    )
  })
})
