import { describe, expect, test } from 'vitest'
import { hour_ms, minute_ms } from '#contract/time.ts'
import { decideAtGate, isSimilar, type GateBooking } from './match-plate.ts'

const noon = Date.parse('2026-05-04T12:00:00Z')
const booking = (plate_key: string, change: Partial<GateBooking> = {}): GateBooking => ({
  booking_code: plate_key,
  plate_key,
  status: 'active',
  start: noon,
  end: noon + 2 * hour_ms,
  ...change,
})

const decide = (
  bookings: GateBooking[],
  plate_key: string,
  {
    at = noon,
    direction = 'in' as const,
    candidates = [] as string[],
  }: {
    at?: number
    direction?: 'in' | 'out' | 'unknown'
    candidates?: string[]
  } = {},
) => {
  const { reason, booking_code, matched_by } = decideAtGate(
    bookings,
    { plate_key, candidates, direction },
    new Date(at),
  )
  return reason ?? `${booking_code} ${matched_by}`
}

describe('a plate at the gate', () => {
  test('is taken as read first, then as the camera’s candidates, then with one look-alike', () => {
    const bookings = [booking('ABC123'), booking('ABC128'), booking('XYZ500')]
    expect(decide(bookings, 'ABC128', { candidates: ['ABC123'] })).toBe('ABC128 plate')
    expect(decide(bookings, 'ABG12', { candidates: ['NONE', 'ABC123', 'ABC128'] })).toBe('ABC123 candidate')
    expect(decide(bookings, 'XYZS00')).toBe('XYZ500 similar')
    expect(decide(bookings, 'XYZS0O')).toBe('unknown')
    expect(decide([booking('AB0'), booking('ABQ')], 'ABD')).toBe('ambiguous')
    expect(decide(bookings, '')).toBe('unreadable')
  })

  test.each([
    ['OB1', '0B1', true],
    ['QB1', 'DB1', true],
    ['1X', 'IX', true],
    ['2X', 'ZX', true],
    ['5X', 'SX', true],
    ['8X', 'BX', true],
    ['8X', 'SX', false],
    ['8B', 'B8', false],
    ['AB', 'AB', false],
    ['AB', 'ABC', false],
  ])('%s and %s: similar %s', (value, other, expected) => {
    expect([isSimilar(value, other), isSimilar(other, value)]).toEqual([expected, expected])
  })

  test('opens only while a booking is due, and says why not', () => {
    const bookings = [booking('ABC123')]
    expect(decide(bookings, 'ABC123', { at: noon - 6 * minute_ms })).toBe('early')
    expect(decide(bookings, 'ABC123', { at: noon - 5 * minute_ms })).toBe('ABC123 plate')
    expect(decide(bookings, 'ABC123', { at: noon + 2 * hour_ms })).toBe('expired')
    expect(decide([booking('ABC123', { status: 'cancelled' })], 'ABC123')).toBe('unknown')
    expect(decide([booking('ABC123', { status: 'no_show' })], 'ABC123')).toBe('ABC123 plate')
  })

  test('lets every car with a booking out, however late', () => {
    for (const status of ['checked_in', 'overstayed', 'completed', 'active'] as const)
      expect(decide([booking('ABC123', { status })], 'ABC123', { at: noon + 20 * hour_ms, direction: 'out' })).toBe(
        'ABC123 plate',
      )
    expect(decide([], 'ABC123', { direction: 'out' })).toBe('unknown')
  })

  test('takes the booking that the car is in with when it leaves, and the next one when it comes', () => {
    const bookings = [
      booking('ABC123', { booking_code: 'NOW', status: 'checked_in' }),
      booking('ABC123', { booking_code: 'NEXT', start: noon + 2 * hour_ms, end: noon + 4 * hour_ms }),
    ]
    expect(decide(bookings, 'ABC123', { at: noon + 2 * hour_ms, direction: 'out' })).toBe('NOW plate')
    expect(decide(bookings, 'ABC123', { at: noon + 2 * hour_ms })).toBe('NEXT plate')
    expect(decide(bookings, 'ABC123', { at: noon + hour_ms, direction: 'unknown' })).toBe('NOW plate')
  })
})
