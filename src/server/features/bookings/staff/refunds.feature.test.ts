import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getReceipt } from '#contract/bookings/booking-changes.ts'
import { createBooking } from '#contract/bookings/bookings.ts'
import { getBookingRecord } from '#contract/bookings/desk/booking-record.ts'
import {
  approveBookingRefund,
  cancelBookingForCustomer,
  previewBookingCancellation,
  previewBookingRefund,
  refundBookingByStaff,
  refuseBookingRefund,
} from '#contract/bookings/desk/booking-refunds.ts'
import { listNotices } from '#contract/notifications/desk.ts'
import {
  balanceOf,
  bookingCallsOf,
  expectConsistentData,
  bookingRequestFor,
  buildPaidBooking,
  buildPromo,
  buildScanPark,
  mailsOf,
  outcomeOf,
  putInOntario,
  snapshotTables,
  sumLedgerEntries,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type World } from '#test/kits/world.ts'

let world: World
let staff: Driver
beforeAll(async () => {
  world = await createWorld({ pool: 8 })
  staff = await world.buildDriver({ role: 'staff' })
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

async function createScene({ language = 'en' as 'en' | 'fr', hours = 1 } = {}) {
  const park = await buildScanPark(world, { capacity: 2, partner: 'City Parking' })
  await putInOntario(world, park)
  const driver = await world.buildDriver({ balance_minor: 100_000n, language })
  const booking = await buildPaidBooking(world, driver, park, 4, hours * 4)
  const total_minor = BigInt(Math.round(booking.total * 100))
  return { park, driver, booking, total_minor, calls: bookingCallsOf(world, driver) }
}

const request = { cause: 'price_mistake', bearer: 'operator', amount: 1, message: 'The price was wrong.' }
const refund = ({ token }: Driver, id: string, body: object = {}, headers: Record<string, string> = {}) =>
  world.call(refundBookingByStaff, { token, params: { id }, headers, body: { ...request, ...body } })
const preview = ({ token }: Driver, id: string, query: object = {}) =>
  world.call(previewBookingRefund, {
    token,
    params: { id },
    query: { cause: 'price_mistake', bearer: 'operator', ...query } as never,
  })
const approve = ({ token }: Driver, id: string, refund_id: string) =>
  world.call(approveBookingRefund, { token, params: { id, refund_id } })
const refuse = ({ token }: Driver, id: string, refund_id: string) =>
  world.call(refuseBookingRefund, { token, params: { id, refund_id } })
const confirmPassword = ({ user_id }: Driver) =>
  world.db.updateTable('sessions').set({ confirmed_at: world.clock.now }).where('user_id', '=', user_id).execute()
/** Refunds above this many dollars need another person. */
const setLimit = (CAD: number) =>
  world.db
    .insertInto('settings')
    .values({ key: 'limits', value: JSON.stringify({ refund: { NGN: 1, CAD, XOF: 1, USD: 1 }, version: 1 }) })
    .onConflict((of) =>
      of.column('key').doUpdateSet({
        value: JSON.stringify({ refund: { NGN: 1, CAD, XOF: 1, USD: 1 }, version: 1 }),
      }),
    )
    .execute()

describe('a refund of a booking', () => {
  test('is shown before, paid as it was shown, and read by its driver and by colleagues', async () => {
    const { park, driver, booking, total_minor, calls } = await createScene({ language: 'fr', hours: 4 })
    const shown = (await preview(staff, booking.booking_code, { amount: '2' })).body
    expect(shown).toMatchObject({
      left: { amount: booking.total, currency: 'CAD' },
      amount: { amount: 2, currency: 'CAD' },
      language: 'fr',
      needs_approval: false,
    })
    expect(shown.message).toContain('trop-perçu')
    expect(shown.shares.map(({ account }) => account)).toEqual(['operator', 'fees', 'taxes'])
    expect(shown.shares.reduce((sum, { amount }) => sum + Math.round(amount.amount * 100), 0)).toBe(200)
    const owed = await sumLedgerEntries(world, 'park_payable', park.id)
    const message = 'Le tarif affiché était erroné.'
    const answer = await refund(staff, booking.id, { amount: 2, message })
    expect(answer.body).toMatchObject({
      refund_status: 'partial',
      refunded: { amount: 2 },
      refundable: { amount: Number(total_minor - 200n) / 100 },
      refund_cause: 'price_mistake',
      refunds: [{ status: 'done', cause: 'price_mistake', bearer: 'operator', message, amount: { amount: 2 } }],
    })
    const taken = owed - (await sumLedgerEntries(world, 'park_payable', park.id))
    expect(taken).toBe(BigInt(Math.round(shown.shares[0]!.amount.amount * 100)))
    expect(await balanceOf(world, driver)).toBe(100_000n - total_minor + 200n)
    const seen = await calls.see(booking.id)
    expect(seen).toMatchObject({ refunded: 2, refunds: [{ amount: 2, cause: 'price_mistake', message }] })
    expect(seen.history.at(-1)).toMatchObject({ cause: 'refunded', actor: 'staff', detail: { amount: 2 } })
    expect(seen.entries.at(-1)).toMatchObject({ kind: 'refund', amount: 2 })
    expect(await mailsOf(world, driver)).toContainEqual(expect.stringContaining('Remboursement de 2,00'))
    const mail = await world.db
      .selectFrom('mails')
      .select('text')
      .where('to_address', '=', driver.email)
      .where('subject', 'like', 'Remboursement%')
      .executeTakeFirst()
    expect(mail?.text).toContain(message)
    const receipt = await world.call(getReceipt, {
      token: driver.token,
      params: { bookingCode: booking.booking_code },
    })
    expect(receipt.status).toBe(200)
    const logged = await world.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('record_id', '=', booking.id)
      .execute()
    expect(logged).toEqual([
      {
        action: 'refundBookingByStaff',
        after: expect.objectContaining({ cause: 'price_mistake', bearer: 'operator' }),
      },
    ])
  })

  test('at our expense leaves the car park what it was paid', async () => {
    const { park, driver, booking, total_minor } = await createScene()
    const owed = await sumLedgerEntries(world, 'park_payable', park.id)
    const spent = await sumLedgerEntries(world, 'promotion', 'refund')
    const whole = { cause: 'goodwill', bearer: 'us', amount: booking.total }
    expect((await preview(staff, booking.id, { cause: 'goodwill', bearer: 'us' })).body.shares).toEqual([
      { account: 'promotion', amount: { amount: booking.total, currency: 'CAD' } },
    ])
    expect((await refund(staff, booking.id, whole)).body).toMatchObject({
      status: 'active',
      refund_status: 'full',
      refundable: { amount: 0 },
    })
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBe(owed)
    expect(await sumLedgerEntries(world, 'promotion', 'refund')).toBe(spent - total_minor)
    expect(await balanceOf(world, driver)).toBe(100_000n)
    const { actions } = (await world.call(getBookingRecord, { token: staff.token, params: { id: booking.id } })).body
    expect(actions).not.toContain('refund')
    expect(outcomeOf(await refund(staff, booking.id))).toBe('409 invalid_transition')
  })

  test('and what its cancellation, extension and no-show make of it never exceed what was paid', async () => {
    const { park, driver, booking, calls } = await createScene({ hours: 2 })
    await world.db.updateTable('bookings').set({ cancellation: 'strict' }).where('id', '=', booking.id).execute()
    expect(outcomeOf(await refund(staff, booking.id, { amount: 1 }))).toBe('200')
    expect(outcomeOf(await refund(staff, booking.id, { amount: 1, bearer: 'us' }))).toBe('200')
    const longer = new Date(Date.parse(booking.end_time) + 3_600_000).toISOString()
    expect((await calls.extend(booking.id, longer)).status).toBe(200)
    world.clock.now = new Date(Date.parse(booking.start_time) - 30 * 60_000)
    const cancelled = await calls.cancel(booking.id)
    expect(cancelled.status).toBe(200)
    const { total, refunded } = await calls.see(booking.id)
    expect(refunded).toBeCloseTo(2 + Math.ceil((total - 2) * 50) / 100, 2)
    // What the policy did not refund can be.
    const rest = Math.round((total - refunded) * 100) / 100
    expect((await refund(staff, booking.id, { cause: 'by_request', amount: rest })).body.refund_status).toBe('full')
    expect(await balanceOf(world, driver)).toBe(100_000n)
    expect(await sumLedgerEntries(world, 'park_payable', park.id)).toBeGreaterThanOrEqual(0n)
    expect((await calls.see(booking.id)).refunds).toHaveLength(3)
  })

  test('of what a cancellation left gives the promo code back, once', async () => {
    const promo = await buildPromo(world, { limit_per_person: 1 })
    const used = async () =>
      (await world.db.selectFrom('promo_uses').select('used').where('promo_code_id', '=', promo.id).execute()).map(
        ({ used: count }) => count,
      )
    const park = await buildScanPark(world, { cancellation: 'strict' })
    const book = async (driver: Driver) => {
      const request = { ...bookingRequestFor(world, park, 4, 8), promo_code: promo.code }
      return (await world.call(createBooking, { token: driver.token, body: request })).body
    }
    const driver = await world.buildDriver({ balance_minor: 100_000n })
    const booking = await book(driver)
    // Within ten minutes everything would be refunded.
    world.clock.now = new Date(world.clock.now.getTime() + 11 * 60_000)
    const { cancel } = bookingCallsOf(world, driver)
    expect((await cancel(booking.id)).body).toMatchObject({ refund_status: 'partial' })
    expect(await used()).toEqual([1])
    const rest =
      Math.round((booking.total - (await bookingCallsOf(world, driver).see(booking.id)).refunded) * 100) / 100
    expect(outcomeOf(await refund(staff, booking.id, { amount: rest - 0.01, bearer: 'us' }))).toBe('200')
    expect(await used()).toEqual([1])
    expect((await refund(staff, booking.id, { amount: 0.01 })).body.refund_status).toBe('full')
    expect(await used()).toEqual([0])
    // Refunded first and cancelled afterwards.
    const again = await book(driver)
    expect(await used()).toEqual([1])
    expect(outcomeOf(await refund(staff, again.id, { amount: again.total }))).toBe('200')
    expect(await used()).toEqual([1])
    expect((await cancel(again.id)).status).toBe(200)
    expect(await used()).toEqual([0])
  })

  test('is what the policy gives when staff cancel for the customer, as it is shown before', async () => {
    const { driver, booking, total_minor, calls } = await createScene({ hours: 2 })
    await world.db.updateTable('bookings').set({ cancellation: 'strict' }).where('id', '=', booking.id).execute()
    expect(outcomeOf(await refund(staff, booking.id, { amount: 1 }))).toBe('200')
    world.clock.now = new Date(Date.parse(booking.start_time) - 20 * 60_000)
    const { token } = staff
    const params = { id: booking.booking_code }
    const shown = (await world.call(previewBookingCancellation, { token, params })).body
    expect(shown).toMatchObject({ allowed: true, total: booking.total })
    const partner = await world.buildDriver({ role: 'partner', partner: 'City Parking' })
    const body = { reason: 'They called: the trip is off' }
    expect(outcomeOf(await world.call(cancelBookingForCustomer, { ...partner, params, body }))).toBe('403 forbidden')
    const cancelled = await world.call(cancelBookingForCustomer, { token, params, body })
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      refunded: { amount: Math.round((1 + shown.refund) * 100) / 100 },
    })
    const refunded_minor = BigInt(Math.round((1 + shown.refund) * 100))
    expect(await balanceOf(world, driver)).toBe(100_000n - total_minor + refunded_minor)
    expect((await calls.see(booking.id)).history.at(-1)).toMatchObject({ cause: 'cancelled', actor: 'staff' })
    expect(await mailsOf(world, driver)).toContain(`Booking cancelled: ${booking.booking_code}`)
    expect(outcomeOf(await world.call(cancelBookingForCustomer, { token, params, body }))).toBe(
      '409 invalid_transition',
    )
    expect((await world.call(previewBookingCancellation, { token, params })).body.allowed).toBe(false)
  })

  test('is refused for more than is left, for what the currency does not have, and to the caller’s own wallet', async () => {
    const { booking, park } = await createScene()
    const parker = await world.buildDriver({ role: 'staff', balance_minor: 10_000n })
    const mine = await buildPaidBooking(world, parker, park, 4, 4)
    const before = await snapshotTables(world)
    const refused = await refund(staff, booking.id, { amount: booking.total + 0.01 })
    expect(outcomeOf(refused)).toBe('409 refund_too_much')
    expect(refused.problem.errors).toMatchObject([{ field: 'amount' }])
    for (const amount of [0, -1, 0.001, '5', null, 1e12])
      expect((await refund(staff, booking.id, { amount })).status, String(amount)).toBe(422)
    for (const body of [{ cause: 'cancellation' }, { bearer: 'tax' }, { message: '' }, { message: 'a\u0000b' }])
      expect((await refund(staff, booking.id, body)).status).toBe(422)
    expect((await preview(staff, booking.id, { amount: '1e9' })).status).toBe(422)
    expect(outcomeOf(await preview(staff, booking.id, { amount: '999' }))).toBe('409 refund_too_much')
    expect(outcomeOf(await refund(parker, mine.id))).toBe('403 own_wallet')
    const partner = await world.buildDriver({ role: 'partner', partner: 'City Parking' })
    for (const call of [refund(partner, booking.id), preview(partner, booking.id)])
      expect(outcomeOf(await call)).toBe('403 forbidden')
    expect(await snapshotTables(world)).toEqual(before)
  })

  test('is made once for a repeated request, and never twice beside others', async () => {
    const { booking, driver, calls } = await createScene()
    const key = { 'idempotency-key': 'refund-once' }
    const twice = await Promise.all([1, 2].map(() => refund(staff, booking.id, { amount: 0.5 }, key)))
    expect(twice.map(outcomeOf)).toEqual(['200', '200'])
    const rivals = await Promise.all([
      refund(staff, booking.id, { amount: booking.total - 0.5 }),
      calls.cancel(booking.id),
      refund(await world.buildDriver({ role: 'staff' }), booking.id, { amount: booking.total - 0.5, bearer: 'us' }),
    ])
    expect(rivals.map(outcomeOf)).toContain('200')
    expect((await calls.see(booking.id)).refunded).toBe(booking.total)
    expect(await balanceOf(world, driver)).toBe(100_000n)
  })
})

describe('above the caller’s limit', () => {
  beforeAll(() => setLimit(1))
  afterAll(() => world.db.deleteFrom('settings').where('key', '=', 'limits').execute())

  test('another person approves it, who is told, and who asked may only withdraw it', async () => {
    const { booking, driver, total_minor } = await createScene()
    const colleague = await world.buildDriver({ role: 'staff' })
    expect((await preview(staff, booking.id, { amount: '1.5' })).body).toMatchObject({
      needs_approval: true,
      limit: { amount: 1 },
    })
    expect(outcomeOf(await refund(staff, booking.id, { amount: 1.5 }))).toBe('403 reauth_required')
    await confirmPassword(staff)
    const requested = await refund(staff, booking.id, { amount: 1.5 })
    expect(requested.body).toMatchObject({ refunded: { amount: 0 }, refunds: [{ status: 'waiting', is_own: true }] })
    const refund_id = requested.body.refunds[0]!.id
    expect(await balanceOf(world, driver)).toBe(100_000n - total_minor)
    const { items } = (await world.call(listNotices, { token: colleague.token })).body
    expect(items[0]).toMatchObject({
      kind: 'booking_refund_waiting',
      path: `bookings/${booking.booking_code}`,
      is_read: false,
    })
    // Small steps do not pass the limit.
    expect(outcomeOf(await refund(colleague, booking.id, { amount: 0.5 }))).toBe('403 reauth_required')
    expect(outcomeOf(await approve(staff, booking.id, refund_id))).toBe('403 own_request')
    expect(outcomeOf(await approve(colleague, booking.id, refund_id))).toBe('403 reauth_required')
    await confirmPassword(colleague)
    const decisions = await Promise.all([
      approve(colleague, booking.id, refund_id),
      refuse(await world.buildDriver({ role: 'staff' }), booking.id, refund_id),
    ])
    expect(decisions.map(outcomeOf).toSorted()).toEqual(['200', '409 already_decided'])
    const { refunds } = (await world.call(getBookingRecord, { token: staff.token, params: { id: booking.id } })).body
    const isPaid = refunds[0]!.status === 'done'
    expect(await balanceOf(world, driver)).toBe(100_000n - total_minor + (isPaid ? 150n : 0n))
    const notices = (await world.call(listNotices, { token: colleague.token })).body
    expect(notices.items[0]!.is_read).toBe(true)
  })

  test('what was refunded meanwhile can’t be approved any more, but withdrawn', async () => {
    const { booking, calls } = await createScene()
    await confirmPassword(staff)
    const requested = await refund(staff, booking.id, { amount: booking.total })
    const refund_id = requested.body.refunds[0]!.id
    expect((await calls.cancel(booking.id)).status).toBe(200)
    const colleague = await world.buildDriver({ role: 'staff' })
    await confirmPassword(colleague)
    expect(outcomeOf(await approve(colleague, booking.id, refund_id))).toBe('409 refund_too_much')
    expect((await refuse(staff, booking.id, refund_id)).body.refunds).toMatchObject([{ status: 'refused' }])
    const { booking: other } = await createScene()
    expect(outcomeOf(await approve(colleague, other.id, refund_id))).toBe('404 not_found')
  })
})
