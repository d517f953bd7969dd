import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { addMinutes, isOnQuarter, wallDay, wallTime } from '#web/time/quarterHours.ts'
import { defaultWindow, endAfter, latestStart, pricedMinutes } from './window.ts'
import {
  aroundEvent,
  changeKind,
  kindOf,
  moveEnd,
  moveEndDay,
  moveStart,
  moveStartDay,
  skippedHour,
  windowKinds,
} from './windowMoves.ts'

const now = new Date('2026-11-21T12:00:00Z')
const window = defaultWindow(now)
const zones = fc.constantFrom('Africa/Lagos', 'Africa/Dakar', 'America/Toronto', 'America/St_Johns', 'Pacific/Honolulu')
const days = fc
  .integer({ min: -400, max: 400 })
  .map((n) => new Date(now.getTime() + n * 86_400_000).toISOString().slice(0, 10))

test('moving the start keeps the charged duration', () => {
  fc.assert(
    fc.property(days, zones, (day, zone) => {
      const moved = moveStartDay(window, day, zone, now)
      expect(pricedMinutes(moved, now)).toBe(120)
      expect(moved.start >= now && moved.start <= latestStart(now)).toBe(true)
      expect(isOnQuarter(moved.start)).toBe(true)
    }),
  )
})

test('moving the end keeps the start', () => {
  fc.assert(
    fc.property(days, zones, (day, zone) => {
      const moved = moveEndDay(window, day, zone, now)
      expect(moved.start).toEqual(window.start)
      expect(pricedMinutes(moved, now)).toBeGreaterThanOrEqual(windowRules.least_min)
      expect(pricedMinutes(moved, now)).toBeLessThanOrEqual(windowRules.most_min)
    }),
  )
})

test('moving to another day keeps the local hour across a clock change', () => {
  const before = { start: new Date('2027-03-13T15:00:00Z'), end: new Date('2027-03-13T17:00:00Z') }
  const moved = moveStartDay(before, '2027-03-15', 'America/Toronto', now)
  expect(wallTime(moved.start, 'America/Toronto')).toBe('2027-03-15T10:00')
  expect(wallDay(moved.end, 'America/Toronto')).toBe('2027-03-15')
})

test('moving to a night that skips the hour uses the next hour and reports the skipped one', () => {
  const before = { start: new Date('2027-03-13T07:30:00Z'), end: new Date('2027-03-13T12:00:00Z') }
  const moved = moveStartDay(before, '2027-03-14', 'America/Toronto', now)
  expect(wallTime(moved.start, 'America/Toronto')).toBe('2027-03-14T03:30')
  expect(skippedHour(before.start, '2027-03-14', 'America/Toronto')).toBe('02:30')
  expect(skippedHour(before.end, '2027-03-14', 'America/Toronto')).toBeUndefined()
  expect(skippedHour(before.start, '2027-03-15', 'America/Toronto')).toBeUndefined()
  expect(skippedHour(before.start, '', 'America/Toronto')).toBeUndefined()
  expect(skippedHour(before.start, '2027-03-14', 'Africa/Lagos')).toBeUndefined()
})

test('an invalid day changes nothing', () => {
  expect(moveStartDay(window, '', 'Africa/Lagos', now)).toBe(window)
  expect(moveEndDay(window, '2026-1-1', 'Africa/Lagos')).toBe(window)
})

test('an end before the start gives the shortest booking', () => {
  expect(moveEnd(window, addMinutes(window.start, -60), now).end).toEqual(addMinutes(window.start, 30))
  expect(moveStart(window, addMinutes(window.start, 60), now).end).toEqual(addMinutes(window.end, 45))
})

const windows = fc
  .record({ first: fc.nat({ max: 500 }), length: fc.integer({ min: 1, max: windowRules.most_min / 15 }) })
  .map(({ first, length }) =>
    moveStart({ start: now, end: endAfter(now, length * 15, now) }, addMinutes(now, first * 15), now),
  )

test('every kind of window can be booked and is recognised as that kind', () => {
  fc.assert(
    fc.property(windows, fc.constantFrom(...windowKinds), (window, kind) => {
      const made = changeKind(window, kind, now)
      const length = pricedMinutes(made, now)
      expect(length).toBeGreaterThanOrEqual(windowRules.least_min)
      expect(length).toBeLessThanOrEqual(windowRules.most_min)
      expect(made.start >= now).toBe(true)
      if (kind === 'now' || kind === 'month') expect(kindOf(made, now)).toBe(kind)
      else expect(kindOf(made, now)).not.toBe('month')
    }),
  )
})

test('an event gets time before and after it, as far as that can be booked', () => {
  const at = (hours: number) => addMinutes(now, hours * 60)
  expect(aroundEvent({ start: at(5), end: at(8) }, now)).toEqual({ start: at(4), end: at(8.5) })
  expect(aroundEvent({ start: at(0.5), end: at(2) }, now)).toEqual({ start: now, end: at(2.5) })
  fc.assert(
    fc.property(windows, (event) => {
      const { start, end } = aroundEvent(event, now)
      expect(start >= now && start <= event.start).toBe(true)
      expect(pricedMinutes({ start, end }, now)).toBeLessThanOrEqual(windowRules.most_min)
    }),
  )
})
