import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerGuardDevice, sendScans, toScanText, type GuardScan } from '#contract/gate/guard-scans.ts'
import { listGuards, revokeGuardDevice } from '#contract/parks/desk/park-record.ts'
import { advanceBookings } from '#server/features/bookings/lifecycle/advance.ts'
import {
  balanceOf,
  bookingCallsOf,
  expectConsistentData,
  fieldsOf,
  mailsOf,
  buildPaidBooking,
  buildScanPark,
  outcomeOf,
  snapshotTables,
  summarizeHistory,
} from '#test/kits/bookings-kit.ts'
import { buildGuard, buildPhone, signScan } from '#test/kits/scan-kit.ts'
import { createWorld, type World } from '#test/kits/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const at = (instant: string, minutes = 0) => new Date(Date.parse(instant) + minutes * 60_000)
const moveTo = (instant: Date) => {
  world.clock.now = instant
}

async function createScene(balance_minor = 10_000n) {
  const park = await buildScanPark(world)
  const driver = await world.buildDriver({ balance_minor })
  const guard = await buildGuard(world, park)
  const phone = await buildPhone(world, guard, park)
  const booking = await buildPaidBooking(world, driver, park, 4, 4)
  const calls = bookingCallsOf(world, driver)
  return { park, driver, guard, phone, booking, calls, see: () => calls.see(booking.id), code: booking.booking_code }
}

const outcomesOf = ({ body }: { body: { results: { outcome: string; reason: string | null }[] } }) =>
  body.results.map(({ outcome, reason }) => (reason === null ? outcome : `${outcome} ${reason}`))

describe('scans of a phone', () => {
  test('check a car in and out at the times they were made', async () => {
    const { phone, booking, code, see, driver } = await createScene()
    phone.scan({ at: at(booking.start_time, 3), direction: 'in', code: (await see()).pass!.payload })
    phone.scan({ at: at(booking.start_time, 40), direction: 'out', code })
    moveTo(at(booking.start_time, 45))
    expect(outcomesOf(await phone.send())).toEqual(['applied', 'applied'])
    const details = await see()
    expect(details).toMatchObject({
      status: 'completed',
      checked_in_at: at(booking.start_time, 3).toISOString(),
      checked_out_at: at(booking.start_time, 40).toISOString(),
    })
    expect(details.history.map(({ cause, actor }) => `${cause} ${actor}`)).toEqual([
      'booked driver',
      'arrived guard',
      'left guard',
    ])
    expect(await balanceOf(world, driver)).toBe(10_000n - BigInt(booking.total * 100))
    const audited = await world.db
      .selectFrom('audit_log')
      .select('after')
      .where('action', '=', 'sendScans')
      .where('record_id', '=', booking.id)
      .orderBy('id')
      .execute()
    expect(audited.map(({ after }) => (after as { status: string }).status).toSorted()).toEqual([
      'checked_in',
      'completed',
    ])
  })

  test('are taken once, however often they are sent', async () => {
    const { phone, booking, code, see } = await createScene()
    phone.scan({ at: at(booking.start_time, 1), direction: 'in', code })
    moveTo(at(booking.start_time, 2))
    const first = await phone.send({ lost: true })
    const before = await snapshotTables(world)
    phone.scan({ at: at(booking.start_time, 2), direction: 'in', code, admitted: false, reason: 'used' })
    const again = await phone.send()
    expect(again.body.results[0]).toEqual(first.body.results[0])
    expect(outcomesOf(again)).toEqual(['applied', 'applied'])
    expect(await snapshotTables(world)).toEqual(before)
    expect(again.body).toMatchObject({ next_seq: 3, stopped: null })
    expect((await see()).status).toBe('checked_in')
  })

  test('by two guards at two doors count once, and the first one says when', async () => {
    const { phone, booking, code, see, park } = await createScene()
    const other = await buildPhone(world, await buildGuard(world, park), park)
    phone.scan({ at: at(booking.start_time, 9), direction: 'in', code })
    other.scan({ at: at(booking.start_time, 7), direction: 'in', code })
    moveTo(at(booking.start_time, 15))
    expect(outcomesOf(await phone.send())).toEqual(['applied'])
    expect(outcomesOf(await other.send())).toEqual(['already'])
    expect(await see()).toMatchObject({ status: 'checked_in', checked_in_at: at(booking.start_time, 7).toISOString() })
  })

  test('beat the clock: a no-show becomes checked in', async () => {
    const { phone, booking, code, see } = await createScene()
    phone.scan({ at: at(booking.start_time, 5), direction: 'in', code })
    phone.scan({ at: at(booking.end_time, -5), direction: 'out', code })
    moveTo(at(booking.end_time, 90))
    await advanceBookings(world.deps)
    expect((await see()).status).toBe('no_show')
    expect(outcomesOf(await phone.send())).toEqual(['late', 'applied'])
    const details = await see()
    expect(details).toMatchObject({
      status: 'completed',
      total: booking.total,
      checked_in_at: at(booking.start_time, 5).toISOString(),
      checked_out_at: at(booking.end_time, -5).toISOString(),
    })
    expect(summarizeHistory(details).map((entry) => entry.split(' ')[0])).toEqual([
      'booked',
      'never_came',
      'scanned',
      'left',
    ])
  })

  test('beat the clock: an overstay that was none is returned, with a mail', async () => {
    const { phone, booking, code, see, driver } = await createScene(600n)
    phone.scan({ at: at(booking.start_time, 5), direction: 'in', code })
    moveTo(at(booking.start_time, 6))
    await phone.send()
    phone.scan({ at: at(booking.end_time, -2), direction: 'out', code })
    moveTo(at(booking.end_time, 25 * 60))
    await advanceBookings(world.deps)
    const charged = await see()
    expect(charged.status).toBe('completed')
    expect(charged.due).toBeGreaterThan(0)
    expect(charged.total).toBeGreaterThan(booking.total)
    expect(outcomesOf(await phone.send())).toEqual(['late'])
    const corrected = await see()
    expect(corrected).toMatchObject({
      status: 'completed',
      total: booking.total,
      due: 0,
      lines: booking.lines,
      checked_out_at: at(booking.end_time, -2).toISOString(),
    })
    expect(await balanceOf(world, driver)).toBe(600n - BigInt(Math.round(booking.total * 100)))
    expect(corrected.history.at(-1)).toMatchObject({ cause: 'charge_returned', actor: 'guard' })
    expect((await mailsOf(world, driver)).filter((subject) => subject.includes('returned'))).toHaveLength(1)
    expect(corrected.entries.at(-1)!.description).toBe(`returned:${code}`)
  })

  test('beat the clock: a shorter overstay costs less, and a driver who did not overstay pays none', async () => {
    const { phone, booking, code, see } = await createScene(50_000n)
    phone.scan({ at: at(booking.start_time, 5), direction: 'in', code })
    phone.scan({ at: at(booking.end_time, 65), direction: 'out', code })
    moveTo(at(booking.end_time, 25 * 60))
    await advanceBookings(world.deps)
    expect(outcomesOf(await phone.send())).toEqual(['late', 'applied'])
    const longer = (await see()).total
    const direct = await createScene(50_000n)
    moveTo(at(direct.booking.start_time, 5))
    await direct.calls.checkIn(direct.booking.id)
    moveTo(at(direct.booking.end_time, 65))
    await direct.calls.checkOut(direct.booking.id)
    expect(longer).toBe((await direct.see()).total)
    expect(longer).toBeGreaterThan(booking.total)
  })

  test('beat the clock: an extension that the clock made after the car had left is undone', async () => {
    const { phone, booking, code, see, driver, calls } = await createScene()
    phone.scan({ at: at(booking.start_time, 1), direction: 'in', code })
    moveTo(at(booking.start_time, 2))
    await phone.send()
    await calls.autoExtend(booking.id, at(booking.end_time, 60).toISOString())
    phone.scan({ at: at(booking.end_time, -10), direction: 'out', code })
    moveTo(at(booking.end_time, 20))
    await advanceBookings(world.deps)
    expect((await see()).total).toBeGreaterThan(booking.total)
    expect(outcomesOf(await phone.send())).toEqual(['late'])
    expect(await see()).toMatchObject({ status: 'completed', total: booking.total, end_time: booking.end_time })
    expect(await balanceOf(world, driver)).toBe(10_000n - BigInt(Math.round(booking.total * 100)))
  })

  test('do not contradict a driver who checked out', async () => {
    const { phone, booking, code, see, calls } = await createScene()
    moveTo(at(booking.start_time, 1))
    await calls.checkIn(booking.id)
    moveTo(at(booking.start_time, 30))
    await calls.checkOut(booking.id)
    phone.scan({ at: at(booking.start_time, 20), direction: 'out', code })
    phone.scan({ at: at(booking.start_time, 35), direction: 'in', code })
    moveTo(at(booking.start_time, 40))
    expect(outcomesOf(await phone.send())).toEqual(['already', 'conflict left'])
    expect((await see()).checked_out_at).toBe(at(booking.start_time, 30).toISOString())
  })

  test('that a booking does not allow are conflicts with their reason', async () => {
    const { phone, booking, code, see, calls, driver } = await createScene()
    const elsewhere = await buildScanPark(world)
    const foreign = await buildPaidBooking(world, driver, elsewhere, 4, 4)
    const otherPhone = await buildPhone(world, await buildGuard(world, elsewhere, phone.park), elsewhere)
    phone.scan({ at: at(booking.start_time, -30), direction: 'in', code })
    phone.scan({ at: at(booking.end_time, 1), direction: 'in', code })
    phone.scan({ at: at(booking.start_time, 1), direction: 'in', code: 'NQSUCH23' })
    phone.scan({ at: at(booking.start_time, 1), direction: 'in', code: `${(await see()).pass!.payload}000` })
    phone.scan({ at: at(booking.start_time, 1), direction: 'in', code: foreign.booking_code })
    otherPhone.scan({ at: at(booking.start_time, 1), direction: 'in', code })
    moveTo(at(booking.end_time, 2))
    expect(outcomesOf(await phone.send())).toEqual([
      'conflict early',
      'conflict expired',
      'conflict unknown',
      'conflict invalid',
      'conflict not_your_park',
    ])
    expect(outcomesOf(await otherPhone.send())).toEqual(['conflict other_park'])
    expect((await see()).status).toBe('no_show')
    const cancelled = await buildPaidBooking(world, driver, phone.park, 4, 4)
    await calls.cancel(cancelled.id)
    phone.scan({ at: at(cancelled.start_time, 1), direction: 'in', code: cancelled.booking_code })
    moveTo(at(cancelled.start_time, 2))
    expect(outcomesOf(await phone.send())).toEqual(['conflict cancelled'])
  })

  test('from a clock that is ten minutes off are moved to ours', async () => {
    const { phone, booking, code, see } = await createScene()
    const off_ms = -10 * 60_000
    phone.scan({ at: new Date(Date.parse(booking.start_time) + 4 * 60_000 + off_ms), direction: 'in', code })
    moveTo(at(booking.start_time, 20))
    expect(outcomesOf(await phone.send({ clock_off_ms: off_ms }))).toEqual(['applied'])
    expect((await see()).checked_in_at).toBe(at(booking.start_time, 4).toISOString())
    // One that is ahead cannot make a scan of the future.
    phone.scan({ at: at(booking.start_time, 60), direction: 'out', code })
    await phone.send({ clock_off_ms: 10_000 })
    expect((await see()).checked_out_at).toBe(world.clock.now.toISOString())
  })
})

describe('the chain of a phone', () => {
  test('stops at a scan that was changed, left out, put in or signed by another key', async () => {
    const { phone, booking, code, guard } = await createScene()
    const stranger = await buildPhone(world, guard, phone.park)
    moveTo(at(booking.start_time, 10))
    for (const minute of [1, 2, 3])
      phone.scan({ at: at(booking.start_time, minute), direction: 'in', code, admitted: minute === 1 })
    const [first, second, three] = phone.queue as [GuardScan, GuardScan, GuardScan]
    const send = async (...scans: GuardScan[]) => {
      const { body } = await world.call(sendScans, {
        token: guard.token,
        body: { device_id: phone.device_id, sent_at: world.clock.now.toISOString(), scans },
      })
      return [body.results.length, body.stopped, body.next_seq]
    }
    expect(await send(second)).toEqual([0, 'gap', 1])
    expect(await send({ ...first, admitted: false })).toEqual([0, 'signature', 1])
    expect(await send({ ...first, signature: second.signature })).toEqual([0, 'signature', 1])
    expect(await send(first, three)).toEqual([1, 'gap', 2])
    expect(await send(signScan(phone.key, phone.device_id, { ...second, previous: '' }))).toEqual([0, 'chain', 2])
    const forged = signScan(stranger.key, phone.device_id, second)
    expect(await send(forged)).toEqual([0, 'signature', 2])
    expect(await send(signScan(phone.key, phone.device_id, { ...first, direction: 'out' }))).toEqual([0, 'reused', 2])
    expect(await send(first, second, three)).toEqual([3, null, 4])
    const stored = await world.db
      .selectFrom('guard_scans')
      .select(['content', 'seq'])
      .where('device_id', '=', phone.device_id)
      .orderBy('seq')
      .execute()
    expect(stored.map(({ content }) => content)).toEqual(
      [first, second, three].map((scan) => toScanText(phone.device_id, scan)),
    )
  })

  test('ends when the desk blocks the phone', async () => {
    const { phone, booking, code, guard, park } = await createScene()
    const staff = await world.buildDriver({ role: 'staff' })
    const params = { id: park.id, user_id: guard.user_id, device_id: phone.device_id }
    const { items } = (await world.call(listGuards, { token: staff.token, params: { id: park.id } })).body
    expect(items).toMatchObject([{ user_id: guard.user_id, devices: [{ name: 'Gate phone', revoked_at: null }] }])
    const elsewhere = await buildScanPark(world)
    expect(
      outcomeOf(await world.call(revokeGuardDevice, { token: staff.token, params: { ...params, id: elsewhere.id } })),
    ).toBe('404 not_found')
    expect(outcomeOf(await world.call(revokeGuardDevice, { token: guard.token, params }))).toBe('403 forbidden')
    const blocked = await world.call(revokeGuardDevice, { token: staff.token, params })
    expect(blocked.body.items[0]!.devices[0]!.revoked_at).not.toBeNull()
    expect((await world.call(revokeGuardDevice, { token: staff.token, params })).status).toBe(200)
    phone.scan({ at: at(booking.start_time, 1), direction: 'in', code })
    moveTo(at(booking.start_time, 2))
    expect(outcomeOf(await phone.send())).toBe('403 device_revoked')
    const stranger = await buildGuard(world, park)
    const body = { device_id: phone.device_id, sent_at: world.clock.now.toISOString(), scans: phone.queue }
    expect(outcomeOf(await world.call(sendScans, { token: stranger.token, body }))).toBe('404 device_unknown')
  })

  test('needs a key on the curve, and a guard', async () => {
    const { guard, driver } = await createScene()
    const key = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } as const
    const refused = await world.call(registerGuardDevice, { token: guard.token, body: { name: 'Phone', key } })
    expect([refused.status, fieldsOf(refused)]).toEqual([422, ['key']])
    expect(
      outcomeOf(await world.call(registerGuardDevice, { token: driver.token, body: { name: 'Phone', key } })),
    ).toBe('403 forbidden')
  })
})
