import { describe, expect, test } from 'vitest'
import { bookingActions, bookingStatuses, type BookingAction, type BookingStatus } from '#contract/bookings/bookings.ts'
import { findAllowedActions, type BookingState } from './allowed-actions.ts'

const start = new Date('2026-12-01T12:00:00Z')
const end = new Date('2026-12-01T14:00:00Z')
const at = (instant: Date, minutes: number) => new Date(instant.getTime() + minutes * 60_000)

const moments = {
  long_before: at(start, -60),
  at_the_gate: at(start, -5),
  started: start,
  last: at(end, -1),
  over: end,
  in_grace: at(end, 9),
  late: at(end, 10),
}
type Moment = keyof typeof moments

const booking = (change: Partial<BookingState> = {}): BookingState => ({
  status: 'active',
  start_time: start,
  end_time: end,
  held_until: null,
  check_in: 'scan',
  checked_in_at: null,
  due_minor: 0n,
  reviewed_at: null,
  ...change,
})
const listActions = (change: Partial<BookingState>, moment: Moment): BookingAction[] => {
  const allowed = findAllowedActions(booking(change), moments[moment])
  return bookingActions.filter((action) => allowed[action])
}

describe('allowed actions', () => {
  test.each([
    ['active', 'scan', 'long_before', ['cancel', 'extend', 'auto_extend', 'plate']],
    ['active', 'scan', 'at_the_gate', ['cancel', 'extend', 'auto_extend', 'plate', 'check_in', 'cannot_park']],
    ['active', 'scan', 'started', ['cancel', 'extend', 'auto_extend', 'plate', 'check_in', 'cannot_park']],
    ['active', 'clock', 'at_the_gate', ['cancel', 'extend', 'auto_extend', 'plate', 'check_in', 'cannot_park']],
    [
      'active',
      'clock',
      'started',
      ['cancel', 'extend', 'auto_extend', 'plate', 'check_in', 'check_out', 'cannot_park'],
    ],
    ['active', 'scan', 'last', ['cancel', 'extend', 'auto_extend', 'plate', 'check_in', 'cannot_park']],
    ['active', 'scan', 'over', ['plate']],
    ['checked_in', 'scan', 'at_the_gate', ['extend', 'auto_extend', 'plate', 'check_out']],
    ['checked_in', 'scan', 'last', ['extend', 'auto_extend', 'plate', 'check_out']],
    ['checked_in', 'scan', 'in_grace', ['extend', 'plate', 'check_out']],
    ['checked_in', 'scan', 'late', ['plate', 'check_out']],
    ['checked_in', 'clock', 'in_grace', ['plate', 'check_out']],
    ['overstayed', 'scan', 'late', ['plate', 'check_out']],
    ['completed', 'scan', 'late', ['renew', 'review']],
    ['no_show', 'scan', 'late', ['renew']],
    ['cancelled', 'scan', 'long_before', ['renew']],
    ['expired', 'scan', 'long_before', ['renew']],
  ] as [BookingStatus, string, Moment, BookingAction[]][])('%s, %s, %s', (status, check_in, moment, actions) => {
    expect(listActions({ status, check_in }, moment)).toEqual(actions)
  })

  test.each([
    ['at the gate', at(start, -5), at(start, -5), true],
    ['a moment before 15 minutes', start, new Date(at(start, 15).getTime() - 1), true],
    ['after 15 minutes', start, at(start, 15), false],
    ['shortly before the end', at(end, -10), at(end, -1), true],
    ['after the end', at(end, -10), end, false],
  ])(
    'a problem with the space after check-in can be reported: %s, %s, %s, %s',
    (_name, checked_in_at, now, expected) => {
      const checkedIn = booking({ status: 'checked_in', checked_in_at })
      expect(findAllowedActions(checkedIn, now).cannot_park).toBe(expected)
    },
  )

  test('a hold can be paid until it expires', () => {
    const held = { status: 'pending' as const, held_until: moments.at_the_gate }
    expect(listActions(held, 'long_before')).toEqual(['pay', 'plate'])
    expect(listActions(held, 'at_the_gate')).toEqual(['plate'])
  })

  test('a debt can be paid in any status, and a booking is reviewed once', () => {
    for (const status of bookingStatuses) expect(listActions({ status, due_minor: 1n }, 'late')).toContain('pay_due')
    expect(listActions({ status: 'completed', reviewed_at: end }, 'late')).toEqual(['renew'])
  })
})
