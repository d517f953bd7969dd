import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { windowProblems } from '#server/features/availability/window.ts'
import { calculateTimes } from '#server/features/demo/events.ts'
import { exampleEvents } from '#server/features/demo/venues.ts'
import { findBookableFrom, findBookableWindow, findParkingWindow } from './rules.ts'

const minute = 60_000
const at = (text: string) => new Date(`2026-12-05T${text}:00Z`)
const evening = { doors_at: at('18:40'), ends_at: at('22:10'), state: 'published' }

describe('when to park for an event', () => {
  test('from an hour before the doors to an hour after the end, rounded out to quarter hours', () => {
    expect(findParkingWindow(evening)).toEqual({ start: at('17:30'), end: at('23:15') })
    expect(findParkingWindow({ doors_at: at('18:30'), ends_at: at('22:00') })).toEqual({
      start: at('17:30'),
      end: at('23:00'),
    })
  })

  test.each([
    ['long before', at('09:00'), { start: at('17:30'), end: at('23:15') }],
    ['during the event: from the current quarter hour', at('20:52'), { start: at('20:45'), end: at('23:15') }],
    ['half an hour before its end', at('22:59'), { start: at('22:45'), end: at('23:15') }],
    ['in its last quarter', at('23:14'), null],
    ['when it is over', at('23:15'), null],
  ])('%s', (_name, now, window) => expect(findBookableWindow(evening, now)).toEqual(window))

  test('returns nothing for a cancelled event or beyond the booking horizon', () => {
    expect(findBookableWindow({ ...evening, state: 'cancelled' }, at('09:00'))).toBeNull()
    const days = (n: number) => new Date(at('17:30').getTime() - n * 24 * 60 * minute)
    expect(findBookableWindow(evening, days(windowRules.ahead_days))).not.toBeNull()
    const early = new Date(days(windowRules.ahead_days).getTime() - 1)
    expect(findBookableWindow(evening, early)).toBeNull()
    expect(findBookableFrom(evening, early)).toEqual(days(windowRules.ahead_days))
    expect(findBookableFrom(evening, days(windowRules.ahead_days))).toBeNull()
    expect(findBookableFrom({ ...evening, state: 'cancelled' }, early)).toBeNull()
  })

  test('the offered window can be booked and covers the rest of the event', () => {
    const base = at('12:00').getTime()
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 * 24 * 60 }),
        fc.integer({ min: 1, max: 40 * 24 * 60 }),
        fc.integer({ min: -250 * 24 * 60, max: 110 * 24 * 60 }),
        (opens, length, now_min) => {
          const doors_at = new Date(base + opens * minute)
          const event = { doors_at, ends_at: new Date(doors_at.getTime() + length * minute), state: 'published' }
          const now = new Date(base + now_min * minute)
          const window = findBookableWindow(event, now)
          if (window === null) {
            const isFar = (findBookableFrom(event, now)?.getTime() ?? 0) > now.getTime()
            // The running quarter hour is not charged, so that the shortest booking no longer fits into the last one.
            const last = findParkingWindow(event).end.getTime() - windowRules.least_min * minute
            expect(isFar || now.getTime() >= last).toBe(true)
            return
          }
          expect(windowProblems(window, now)).toEqual([])
          expect(findBookableFrom(event, now)).toBeNull()
          if (length < 29 * 24 * 60)
            expect(window.end.getTime()).toBeGreaterThanOrEqual(event.ends_at.getTime() + 60 * minute)
        },
      ),
    )
  })
})

describe('example events', () => {
  test('are about twenty in all four countries, one private, each at a valid local time and bookable', () => {
    expect(exampleEvents.filter(({ is_private }) => is_private)).toHaveLength(1)
    expect(exampleEvents.length).toBeGreaterThanOrEqual(20)
    expect(new Set(exampleEvents.map(({ country_code }) => country_code)).size).toBe(4)
    expect(new Set(exampleEvents.map(({ example }) => example)).size).toBe(exampleEvents.length)
    const now = new Date('2026-10-30T05:00:00Z')
    for (const event of exampleEvents) {
      const { doors_at, starts_at, ends_at } = calculateTimes(event, now)
      expect(doors_at <= starts_at && starts_at < ends_at).toBe(true)
      const clock = starts_at.toLocaleTimeString('en-GB', { timeZone: event.timezone, timeStyle: 'short' })
      expect(clock).toBe(event.starts)
      expect(findBookableWindow({ doors_at, ends_at, state: 'published' }, now)).toEqual(
        findParkingWindow({ doors_at, ends_at }),
      )
    }
  })
})
