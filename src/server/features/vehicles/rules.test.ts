import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countryCodes, countryZones } from '#contract/geography.ts'
import { getLocalDay, daysBetween } from './rules.ts'

test.each([
  ['Africa/Lagos', '2026-11-21T06:59:59Z', '2026-11-21', false],
  ['Africa/Lagos', '2026-11-21T07:00:00Z', '2026-11-21', true],
  ['Africa/Lagos', '2026-11-21T23:30:00Z', '2026-11-22', false],
  ['America/Toronto', '2026-11-22T00:59:59Z', '2026-11-21', true],
  ['America/Toronto', '2026-11-22T01:00:00Z', '2026-11-21', false],
  // After the change to daylight saving time: 07:30 instead of 06:30 the day before.
  ['America/New_York', '2027-03-14T11:30:00Z', '2027-03-14', false],
  ['America/New_York', '2027-03-14T12:00:00Z', '2027-03-14', true],
])('finds the date and the mailing hours of %s at %s', (zone, at, day, is_mailing_time) => {
  expect(getLocalDay(zone, new Date(at))).toEqual({ day, is_mailing_time })
})

test('each country has twelve mailing hours on every date', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...countryCodes),
      fc.date({ min: new Date('2024-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
      (code, at) => {
        const { day } = getLocalDay(countryZones[code], at)
        const hours = Array.from({ length: 60 }, (_, n) =>
          getLocalDay(countryZones[code], new Date(at.getTime() + (n - 30) * 3_600_000)),
        )
        expect(hours.filter((hour) => hour.day === day && hour.is_mailing_time)).toHaveLength(12)
      },
    ),
    { numRuns: 60 },
  )
})

test('counts days between dates across months and leap days', () => {
  expect(daysBetween('2026-11-21', '2026-11-21')).toBe(0)
  expect(daysBetween('2027-02-28', '2027-03-01')).toBe(1)
  expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2)
  expect(daysBetween('2026-11-21', '2026-10-21')).toBe(-31)
})
