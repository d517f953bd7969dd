import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { bookingActions, type BookingDetails } from '#contract/bookings/bookings.ts'
import { removeStored, writeJson } from '#web/storage/storage.ts'
import { netCost } from './cost.ts'
import { groupCode, spellCode } from './pass/code.ts'
import {
  findOfflineBooking,
  type OfflineBooking,
  storeOffline,
  readOfflineBookings,
  addOfflineBooking,
} from './pass/offline.ts'
import { nextChange, phaseOf } from './phase.ts'

const now = new Date('2026-11-21T15:00:00Z')
const hour = (n: number) => new Date(now.getTime() + n * 3_600_000).toISOString()

const nothing = Object.fromEntries(bookingActions.map((action) => [action, false])) as BookingDetails['can']

const details = (id: string, from: number, change: Partial<BookingDetails> = {}): BookingDetails => ({
  id,
  booking_code: `CODE${id}`.toUpperCase(),
  park: {
    id: 'p',
    slug: 'p',
    park_code: 'P',
    name: 'Park',
    address: null,
    city: null,
    country_code: 'CA',
    timezone: 'America/Toronto',
    lat: 43.6,
    lng: -79.4,
    examples: [],
  },
  vehicle_type_id: 1,
  plate: 'ABC 123',
  start_time: hour(from),
  priced_from: hour(from),
  end_time: hour(from + 2),
  status: 'active',
  payment_status: 'paid',
  refund_status: 'none',
  total: 12.5,
  refunded: 0,
  currency: 'CAD',
  lines: [],
  due: 0,
  promo_code: null,
  event: null,
  held_until: null,
  check_in: 'clock',
  checked_in_at: null,
  checked_out_at: null,
  auto_extend_until: null,
  renewed_from: null,
  created_at: hour(-1),
  cancellation: { free_until: hour(from), refund_rules: [], policy: 'flexible' },
  can: { ...nothing, cancel: true },
  spot: null,
  cannot_park: null,
  followed_by: [],
  history: [],
  entries: [],
  pass: { payload: 'x', qr_path: 'M0 0h1v1H0z', size: 21 },
  ...change,
})

test.each([
  ['7K492MXQ', '7K49\u00a0·\u00a02MXQ', '7 K 4 9, 2 M X Q'],
  ['7K492', '7K49\u00a0·\u00a02', '7 K 4 9, 2'],
  ['', '', ''],
])('%s is shown as %s', (code, shown, spelled) => {
  expect(groupCode(code)).toBe(shown)
  expect(spellCode(code)).toBe(spelled)
})

describe('the phase of a booking', () => {
  test.each([
    ['active', 1, 'coming'],
    ['active', 0, 'running'],
    ['checked_in', -1, 'running'],
    ['active', -2, 'ended'],
    ['overstayed', -3, 'late'],
    ['completed', -1, 'ended'],
    ['pending', 1, 'held'],
    ['cancelled', 1, 'cancelled'],
    ['expired', 1, 'expired'],
    ['no_show', -3, 'missed'],
  ] as const)('%s, starting %d h from now: %s', (status, from, phase) => {
    expect(phaseOf(details('a', from, { status }), now)).toBe(phase)
  })

  test.each([
    ['active', 1, 'coming'],
    ['active', 0, 'due'],
    ['checked_in', 0.05, 'running'],
    ['checked_in', -1, 'running'],
    ['checked_in', -2, 'late'],
    ['overstayed', -3, 'late'],
  ] as const)('where every car is scanned: %s, starting %d h from now: %s', (status, from, phase) => {
    expect(phaseOf(details('a', from, { status, check_in: 'scan' }), now)).toBe(phase)
  })

  test('a hold ends after its ten minutes', () => {
    const held = details('a', 1, { status: 'pending', held_until: hour(0.1) })
    expect(phaseOf(held, now)).toBe('held')
    expect(nextChange(held, now)?.toISOString()).toBe(held.held_until)
    expect(phaseOf(held, new Date(hour(0.1)))).toBe('expired')
  })

  test('changes when the driver may arrive, 15 minutes after check-in, at the start, 15 minutes before the end and then', () => {
    const listChanges = (booking: ReturnType<typeof details>) => {
      const changes: string[] = []
      for (let at = nextChange(booking, now); at !== undefined; at = nextChange(booking, at))
        changes.push(at.toISOString())
      return changes
    }
    const { start_time, end_time } = details('a', 1)
    const arrival = '2026-11-21T15:55:00.000Z'
    const leaving = new Date(Date.parse(end_time) - 15 * 60_000).toISOString()
    expect(listChanges(details('a', 1))).toEqual([arrival, start_time, leaving, end_time])
    const checkedIn = details('a', 1, { status: 'checked_in', checked_in_at: arrival })
    expect(listChanges(checkedIn)).toEqual([arrival, start_time, '2026-11-21T16:10:00.000Z', leaving, end_time])
  })
})

describe('the offline copies of bookings', () => {
  beforeEach(() => {
    removeStored('bookings_offline')
    writeJson('profile', { id: 'ada' })
  })

  test('are found by code or id, and only by their owner', () => {
    const booking = details('a', 1)
    storeOffline(booking, now)
    expect(findOfflineBooking('a')).toEqual({ booking, saved_at: now.getTime() })
    expect(findOfflineBooking('codea')?.booking.id).toBe('a')
    writeJson('profile', { id: 'bola' })
    expect(readOfflineBookings()).toEqual([])
  })

  test('are removed once the pass is no longer needed', () => {
    storeOffline(details('a', 1), now)
    storeOffline(details('a', 1, { status: 'cancelled', pass: null }), now)
    expect(readOfflineBookings()).toEqual([])
  })

  test('are ignored if they cannot be read', () => {
    writeJson('bookings_offline', {
      owner: 'ada',
      bookings: [{ booking: { id: 'a' }, saved_at: 1 }, 7, null].filter(Boolean),
    })
    expect(readOfflineBookings()).toEqual([])
  })

  test('are limited in number, without duplicates, soonest first', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(15), fc.integer({ min: -50, max: 50 })), { maxLength: 40 }), (seen) => {
        const stored = seen.reduce<OfflineBooking[]>(
          (all, [id, from]) => addOfflineBooking(all, { booking: details(String(id), from), saved_at: 0 }, now),
          [],
        )
        const ids = stored.map(({ booking }) => booking.id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.length).toBeLessThanOrEqual(8)
        const starts = stored.map(({ booking }) => booking.start_time)
        expect(starts).toEqual(starts.toSorted())
        expect(stored.every(({ booking }) => Date.parse(booking.end_time) > now.getTime() - 86_400_000)).toBe(true)
      }),
    )
  })
})

test.each([
  [24.13, 24.13, 'CAD', 0],
  [24.13, 12.07, 'CAD', 12.06],
  [1_363, 0, 'XOF', 1_363],
] as const)('%d paid, %d back in %s costs %d', (total, refunded, currency, cost) => {
  expect(netCost(total, refunded, currency)).toBe(cost)
})
