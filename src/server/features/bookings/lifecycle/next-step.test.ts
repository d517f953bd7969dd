import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bookingStatuses } from '#contract/bookings/bookings.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'
import {
  ceilQuarter,
  longestOverstay_ms,
  findNextStep,
  findAutoExtendEnd,
  findNextStepTime,
  type LifecycleStep,
  type LifecycleState,
} from './next-step.ts'
import { isTransitionAllowed, type Cause } from './transitions.ts'

const start = new Date('2026-12-01T12:00:00Z')
const end = new Date('2026-12-01T14:00:00Z')
const before = (at: Date, minutes: number) => new Date(at.getTime() - minutes * minute_ms)
const after = (at: Date, minutes: number) => before(at, -minutes)

const timed = (change: Partial<LifecycleState>): LifecycleState => ({
  status: 'active',
  start,
  end,
  held_until: null,
  check_in: 'scan',
  auto_extend_until: null,
  space_until: end,
  ...change,
})

describe('findNextStep', () => {
  const until = after(end, 60)
  test.each([
    ['a hold', { status: 'pending', held_until: before(start, 50) }, { step: 'hold_over', at: before(start, 50) }],
    ['a booking with check-in', {}, { step: 'never_came', at: end }],
    ['a booking without check-in', { check_in: 'clock' }, { step: 'came_and_left', at: end }],
    [
      'with automatic extension',
      { check_in: 'clock', auto_extend_until: until },
      { step: 'auto_extend', at: before(end, 5) },
    ],
    ['with automatic extension but no check-in', { auto_extend_until: until }, { step: 'never_came', at: end }],
    [
      'at the limit of automatic extension',
      { check_in: 'clock', auto_extend_until: end },
      { step: 'came_and_left', at: end },
    ],
    ['a checked-in car', { status: 'checked_in' }, { step: 'stayed_over', at: after(end, 10) }],
    ['a checked-in booking without check-in', { status: 'checked_in', check_in: 'clock' }, { step: 'left', at: end }],
    [
      'a checked-in car with automatic extension',
      { status: 'checked_in', auto_extend_until: until },
      { step: 'auto_extend', at: before(end, 5) },
    ],
    ['an overstay', { status: 'overstayed' }, { step: 'occupy', at: end }],
    ['an overstay with a space', { status: 'overstayed', space_until: until }, { step: 'occupy', at: until }],
    [
      'an overstay of a day',
      { status: 'overstayed', space_until: after(end, 24 * 60) },
      { step: 'left', at: after(end, 24 * 60) },
    ],
    [
      'an overstay without a space',
      { status: 'overstayed', space_until: null },
      { step: 'left', at: after(end, 24 * 60) },
    ],
    ['a completed booking', { status: 'completed' }, undefined],
    ['a cancelled booking', { status: 'cancelled' }, undefined],
    ['an expired hold', { status: 'expired', held_until: start }, undefined],
    ['a no-show', { status: 'no_show', auto_extend_until: until }, undefined],
  ] as [string, Partial<LifecycleState>, LifecycleStep | undefined][])('%s %j', (_name, change, due) => {
    expect(findNextStep(timed(change))).toEqual(due)
    expect(findNextStepTime(timed(change))).toEqual(due?.at ?? null)
  })
})

/** Applies a step to a booking as the job does. */
function applyStep(booking: LifecycleState, { step }: LifecycleStep, canGoOn: boolean): LifecycleState {
  switch (step) {
    case 'hold_over':
      return { ...booking, status: 'expired', space_until: null }
    case 'never_came':
      return { ...booking, status: 'no_show' }
    case 'came_and_left':
    case 'left':
      return { ...booking, status: 'completed' }
    case 'stayed_over':
      return { ...booking, status: 'overstayed' }
    case 'occupy':
      return { ...booking, space_until: canGoOn ? ceilQuarter(after(booking.space_until!, 1)) : null }
    case 'auto_extend': {
      if (!canGoOn) return { ...booking, auto_extend_until: null }
      const later = findAutoExtendEnd(booking.end, booking.auto_extend_until!)
      return { ...booking, end: later, space_until: later }
    }
  }
}

/** The causes of the transitions of each step. */
const causes: Record<LifecycleStep['step'], Cause[]> = {
  hold_over: ['hold_over'],
  never_came: ['never_came'],
  came_and_left: ['arrived', 'left'],
  left: ['left'],
  stayed_over: ['stayed_over'],
  occupy: [],
  auto_extend: [],
}

const bookings = fc
  .record({
    status: fc.constantFrom(...bookingStatuses),
    length: fc.integer({ min: 1, max: 96 }),
    check_in: fc.constantFrom('clock', 'scan'),
    on: fc.option(fc.integer({ min: -4, max: 60 })),
  })
  .map(({ status, length, check_in, on }) => {
    const windowEnd = new Date(start.getTime() + length * quarter_ms)
    return timed({
      status,
      check_in,
      end: windowEnd,
      space_until: windowEnd,
      held_until: status === 'pending' ? before(start, 30) : null,
      auto_extend_until: on === null ? null : after(windowEnd, on * 15),
    })
  })

describe('any booking that is advanced by time only', () => {
  test('ends, with steps in order, each once and by allowed transitions', () => {
    fc.assert(
      fc.property(bookings, fc.infiniteStream(fc.boolean()), (first, lucky) => {
        const outcomes = lucky[Symbol.iterator]()
        let booking = first
        const seen = new Set<string>()
        let last = -Infinity
        let rounds = 0
        for (let due = findNextStep(booking); due !== undefined; due = findNextStep(booking)) {
          rounds += 1
          expect(rounds).toBeLessThan(300)
          const key = `${due.step} ${due.at.getTime()}`
          expect(seen.has(key)).toBe(false)
          seen.add(key)
          // An overstaying car takes its first quarter hour late, when the grace period is over.
          if (due.step !== 'occupy') {
            expect(due.at.getTime()).toBeGreaterThanOrEqual(last)
            last = due.at.getTime()
          }
          const next = applyStep(booking, due, outcomes.next().value as boolean)
          let { status } = booking
          for (const cause of causes[due.step]) {
            const to = cause === 'arrived' ? 'checked_in' : next.status
            expect(isTransitionAllowed(status, to, cause, 'clock'), `${status} ${cause} ${to}`).toBe(true)
            status = to
          }
          expect(status).toBe(next.status)
          booking = next
        }
        expect(['completed', 'expired', 'cancelled', 'no_show']).toContain(booking.status)
        if (first.auto_extend_until === null) expect(booking.end).toEqual(first.end)
        else
          expect(booking.end.getTime()).toBeLessThanOrEqual(
            Math.max(first.end.getTime(), first.auto_extend_until.getTime()),
          )
        expect(last).toBeLessThanOrEqual(booking.end.getTime() + longestOverstay_ms)
      }),
    )
  })
})

describe('quarter hours', () => {
  const instants = fc.integer({ min: 0, max: 10 ** 9 }).map((n) => new Date(start.getTime() + n))

  test('ceilQuarter returns the end at or after an instant', () => {
    fc.assert(
      fc.property(instants, (at) => {
        const up = ceilQuarter(at)
        expect(up.getTime() % quarter_ms).toBe(0)
        expect(up.getTime() - at.getTime()).toBeGreaterThanOrEqual(0)
        expect(up.getTime() - at.getTime()).toBeLessThan(quarter_ms)
        expect(ceilQuarter(up)).toEqual(up)
      }),
    )
  })

  test('findAutoExtendEnd adds a quarter hour up to the limit', () => {
    expect(findAutoExtendEnd(end, after(end, 60))).toEqual(after(end, 15))
    expect(findAutoExtendEnd(end, after(end, 15))).toEqual(after(end, 15))
    expect(findAutoExtendEnd(end, after(end, 7))).toEqual(after(end, 7))
  })
})
