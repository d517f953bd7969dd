import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bookingStatuses, changeBookingStatus, type BookingStatus } from '#contract/bookings/bookings.ts'
import {
  buildPaidBooking,
  snapshotTables,
  expectConsistentData,
  fieldsOf,
  buildHold,
  buildScanPark,
  outcomeOf,
  bookingCallsOf,
} from '#test/kits/bookings-kit.ts'
import { createWorld, type Driver, type TestPark, type World } from '#test/kits/world.ts'
import { advanceBookings } from './advance.ts'

let world: World
let driver: Driver
let park: TestPark
beforeAll(async () => {
  world = await createWorld()
  driver = await world.buildDriver({ balance_minor: 1_000_000n })
  park = await buildScanPark(world)
})
afterEach(() => expectConsistentData(world))
afterAll(() => world.close())

const putStatus = (id: string, status: string, token = driver.token) =>
  world.call(changeBookingStatus, {
    params: { id },
    query: { status, ...(status === 'active' && { again: 'true' }) },
    token,
  })

/** Brings a booking into a status by calls and jobs. */
async function bookingIn(status: BookingStatus): Promise<string> {
  const calls = bookingCallsOf(world, driver)
  if (status === 'pending') return (await buildHold(world, driver, park, { from: 4, length: 4 })).id
  if (status === 'expired') {
    const { id } = await buildHold(world, driver, park, { from: 4, length: 4 })
    await calls.release(id)
    return id
  }
  const { id, start_time, end_time } = await buildPaidBooking(world, driver, park, 1, 4)
  const move = (instant: string, minutes: number) => {
    world.clock.now = new Date(Date.parse(instant) + minutes * 60_000)
  }
  if (status === 'active') return id
  if (status === 'cancelled') await calls.cancel(id)
  if (status === 'no_show') move(end_time, 0)
  if (status === 'checked_in' || status === 'overstayed' || status === 'completed') {
    move(start_time, 0)
    await calls.checkIn(id)
  }
  if (status === 'completed') await calls.checkOut(id)
  if (status === 'overstayed') move(end_time, 12)
  await advanceBookings(world.deps)
  return id
}

/** The expected outcomes of both changes in each status. */
const refused = '409 invalid_transition'
const table: Record<BookingStatus, { cancelled: string; active: string }> = {
  pending: { cancelled: refused, active: refused },
  active: { cancelled: '200', active: refused },
  checked_in: { cancelled: refused, active: refused },
  overstayed: { cancelled: refused, active: refused },
  completed: { cancelled: refused, active: '200' },
  expired: { cancelled: refused, active: '200' },
  cancelled: { cancelled: refused, active: '200' },
  no_show: { cancelled: refused, active: '200' },
}

describe.each(bookingStatuses)('a booking that is %s', (status) => {
  test.each(['cancelled', 'active'] as const)('changed to %s', async (target) => {
    const id = await bookingIn(status)
    expect(await bookingCallsOf(world, driver).see(id)).toMatchObject({ status })
    const before = await snapshotTables(world)
    const answer = await putStatus(id, target)
    expect(outcomeOf(answer)).toBe(table[status][target])
    if (answer.status === 409) expect(await snapshotTables(world)).toEqual(before)
    else if (target === 'active') expect(answer.body).toMatchObject({ renewed_from: id, status: 'active' })
    else expect(answer.body).toMatchObject({ id, status: 'cancelled' })
  })
})

test('rejects any other status and another driver’s booking', async () => {
  const id = await bookingIn('active')
  const other = await world.buildDriver()
  const before = await snapshotTables(world)
  for (const status of [...bookingStatuses, 'ACTIVE', 'refunded', ''].filter(
    (candidate) => candidate !== 'active' && candidate !== 'cancelled',
  )) {
    const answer = await putStatus(id, status)
    expect(outcomeOf(answer)).toBe('422 validation_failed')
    expect(fieldsOf(answer)).toEqual(['status'])
  }
  for (const status of ['cancelled', 'active'])
    expect(outcomeOf(await putStatus(id, status, other.token))).toBe('404 booking_not_found')
  expect(await snapshotTables(world)).toEqual(before)
})
