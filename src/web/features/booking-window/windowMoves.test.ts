import fc from 'fast-check'
import { expect, test } from 'vitest'
import { windowRules } from '#contract/bookings.ts'
import { addMinutes, isOnQuarter, minutesBetween, wallDay, wallTime } from '#web/lib/quarterHours.ts'
import { latestStart, defaultWindow } from './window.ts'
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

test('another arrival keeps the length', () => {
  fc.assert(
    fc.property(days, zones, (day, zone) => {
      const moved = moveStartDay(window, day, zone, now)
      expect(minutesBetween(moved.start, moved.end)).toBe(120)
      expect(moved.start >= now && moved.start <= latestStart(now)).toBe(true)
      expect(isOnQuarter(moved.start)).toBe(true)
    }),
  )
})

test('another departure keeps the arrival', () => {
  fc.assert(
    fc.property(days, zones, (day, zone) => {
      const moved = moveEndDay(window, day, zone)
      expect(moved.start).toEqual(window.start)
      expect(minutesBetween(moved.start, moved.end)).toBeGreaterThanOrEqual(windowRules.least_min)
      expect(minutesBetween(moved.start, moved.end)).toBeLessThanOrEqual(windowRules.most_min)
    }),
  )
})

test('the hour stays on another day, over a change of the clocks too', () => {
  const before = { start: new Date('2027-03-13T15:00:00Z'), end: new Date('2027-03-13T17:00:00Z') }
  const moved = moveStartDay(before, '2027-03-15', 'America/Toronto', now)
  expect(wallTime(moved.start, 'America/Toronto')).toBe('2027-03-15T10:00')
  expect(wallDay(moved.end, 'America/Toronto')).toBe('2027-03-15')
})

test('a move to a night that skips the hour goes on to the next, and tells it', () => {
  const before = { start: new Date('2027-03-13T07:30:00Z'), end: new Date('2027-03-13T12:00:00Z') }
  const moved = moveStartDay(before, '2027-03-14', 'America/Toronto', now)
  expect(wallTime(moved.start, 'America/Toronto')).toBe('2027-03-14T03:30')
  expect(skippedHour(before.start, '2027-03-14', 'America/Toronto')).toBe('02:30')
  expect(skippedHour(before.end, '2027-03-14', 'America/Toronto')).toBeUndefined()
  expect(skippedHour(before.start, '2027-03-15', 'America/Toronto')).toBeUndefined()
  expect(skippedHour(before.start, '', 'America/Toronto')).toBeUndefined()
  expect(skippedHour(before.start, '2027-03-14', 'Africa/Lagos')).toBeUndefined()
})

test('what is no day changes nothing', () => {
  expect(moveStartDay(window, '', 'Africa/Lagos', now)).toBe(window)
  expect(moveEndDay(window, '2026-1-1', 'Africa/Lagos')).toBe(window)
})

test('an end before the start becomes the shortest stay', () => {
  expect(moveEnd(window, addMinutes(window.start, -60)).end).toEqual(addMinutes(window.start, 15))
  expect(moveStart(window, addMinutes(window.start, 60)).end).toEqual(addMinutes(window.end, 60))
})

const windows = fc
  .record({ first: fc.nat({ max: 500 }), length: fc.integer({ min: 1, max: windowRules.most_min / 15 }) })
  .map(({ first, length }) => moveStart({ start: now, end: addMinutes(now, length * 15) }, addMinutes(now, first * 15)))

test('every kind of stay can be booked, and looks like what was asked for', () => {
  fc.assert(
    fc.property(windows, fc.constantFrom(...windowKinds), (given, kind) => {
      const made = changeKind(given, kind, now)
      const length = minutesBetween(made.start, made.end)
      expect(length).toBeGreaterThanOrEqual(windowRules.least_min)
      expect(length).toBeLessThanOrEqual(windowRules.most_min)
      expect(made.start >= now).toBe(true)
      if (kind === 'now' || kind === 'month') expect(kindOf(made, now)).toBe(kind)
      else expect(kindOf(made, now)).not.toBe('month')
    }),
  )
})

test('around an event there is time on both sides, as far as that can be booked', () => {
  const at = (hours: number) => addMinutes(now, hours * 60)
  expect(aroundEvent({ start: at(5), end: at(8) }, now)).toEqual({ start: at(4), end: at(8.5) })
  expect(aroundEvent({ start: at(0.5), end: at(2) }, now)).toEqual({ start: now, end: at(2.5) })
  fc.assert(
    fc.property(windows, (event) => {
      const { start, end } = aroundEvent(event, now)
      expect(start >= now && start <= event.start).toBe(true)
      expect(minutesBetween(start, end)).toBeLessThanOrEqual(windowRules.most_min)
    }),
  )
})
