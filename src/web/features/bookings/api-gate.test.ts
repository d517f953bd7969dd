import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/bookings/bookings.ts'
import { findGateBookings } from './api-gate.ts'

describe('findGateBookings', () => {
  const booking = (park: string, from: number, to: number, status: Booking['status'] = 'active') => ({
    park: { id: park } as Booking['park'],
    status,
    start_time: new Date(Date.UTC(2026, 10, 21, from)).toISOString(),
    end_time: new Date(Date.UTC(2026, 10, 21, to)).toISOString(),
  })
  const noon = new Date(Date.UTC(2026, 10, 21, 12))
  test.each([
    ['current here', booking('p', 11, 14), 'here'],
    ['starting soon here', booking('p', 13, 14), 'here'],
    ['a hold here', booking('p', 12, 14, 'pending'), 'here'],
    ['starting soon elsewhere', booking('q', 13, 14), 'elsewhere'],
    ['overstayed elsewhere', booking('q', 8, 11, 'overstayed'), 'elsewhere'],
    ['in the evening', booking('p', 18, 20), undefined],
    ['over', booking('p', 8, 12), undefined],
    ['cancelled', booking('p', 11, 14, 'cancelled'), undefined],
  ])('%s', (_what, value, where) => {
    const bookings = findGateBookings([value], 'p', noon)
    expect(bookings).toEqual({
      here: where === 'here' ? value : undefined,
      elsewhere: where === 'elsewhere' ? value : undefined,
    })
  })
})
