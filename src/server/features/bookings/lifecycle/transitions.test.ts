import { expect, test } from 'vitest'
import { bookingStatuses } from '#contract/bookings/bookings.ts'
import { isTransitionAllowed, transitions } from './transitions.ts'

const arrows = [...new Set(transitions.map(({ from, to }) => `${from ?? 'nothing'} → ${to}`))]

test('allows exactly the specified transitions', () => {
  expect(arrows.toSorted()).toEqual(
    [
      'nothing → pending',
      'nothing → active',
      'pending → active',
      'pending → expired',
      'active → checked_in',
      'active → cancelled',
      'active → no_show',
      'no_show → checked_in',
      'checked_in → cancelled',
      'checked_in → completed',
      'checked_in → overstayed',
      'overstayed → completed',
    ].toSorted(),
  )
})

test('reaches every status, and final statuses never change, but for a scan that beats the clock', () => {
  const reached = new Set(['nothing'])
  for (let round = 0; round < bookingStatuses.length; round += 1)
    for (const { from, to } of transitions) if (reached.has(from ?? 'nothing')) reached.add(to)
  expect([...reached].toSorted()).toEqual(['nothing', ...bookingStatuses].toSorted())
  const left = new Set<string | null>(transitions.map(({ from }) => from))
  for (const over of ['completed', 'expired', 'cancelled']) expect(left.has(over)).toBe(false)
  expect(transitions.filter(({ from }) => from === 'no_show')).toMatchObject([
    { cause: 'scanned', who: ['guard', 'camera'] },
  ])
})

test('limits transitions to their actors and causes', () => {
  expect(isTransitionAllowed('active', 'cancelled', 'cancelled', 'driver')).toBe(true)
  expect(isTransitionAllowed('active', 'cancelled', 'cancelled', 'guard')).toBe(false)
  expect(isTransitionAllowed('checked_in', 'cancelled', 'cannot_park', 'driver')).toBe(true)
  expect(isTransitionAllowed('checked_in', 'cancelled', 'cancelled', 'driver')).toBe(false)
  expect(isTransitionAllowed('active', 'cancelled', 'park_cancelled', 'driver')).toBe(false)
  expect(isTransitionAllowed('active', 'no_show', 'never_came', 'driver')).toBe(false)
  expect(isTransitionAllowed('cancelled', 'active', 'paid', 'driver')).toBe(false)
  expect(isTransitionAllowed('active', 'checked_in', 'left', 'driver')).toBe(false)
})
