import fc from 'fast-check'
import { expect, test } from 'vitest'
import { team } from '#contract/settings/company.ts'
import { demoAhead_days, demoNotice_hours, listDemoTimes, findQuartiles } from './rules.ts'

const { zone, weekdays, from_hour, to_hour } = team
const wall = new Intl.DateTimeFormat('en-GB', {
  timeZone: zone,
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
})
const weekday = (at: Date) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(wall.format(at).slice(0, 3)) + 1
const minutesOf = (at: Date) => {
  const [, hour, minute] = /(\d\d):(\d\d)/.exec(wall.format(at))!
  return Number(hour) * 60 + Number(minute)
}

test('lists unique half hours of working days in order, within the notice and the horizon', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
      const times = listDemoTimes(now)
      // At least 19 working days, of which some may be holidays, minus half a day of notice.
      expect(times.length).toBeGreaterThan(14 * 16 - 17)
      times.forEach((time, n) => {
        expect(weekdays).toContain(weekday(time))
        expect(minutesOf(time) % 30).toBe(0)
        expect(minutesOf(time)).toBeGreaterThanOrEqual(from_hour * 60)
        expect(minutesOf(time)).toBeLessThanOrEqual(to_hour * 60 - 30)
        expect(time.getTime()).toBeGreaterThanOrEqual(now.getTime() + demoNotice_hours * 3_600_000)
        expect(time.getTime()).toBeLessThanOrEqual(now.getTime() + demoAhead_days * 86_400_000)
        if (n > 0) expect(time.getTime()).toBeGreaterThan(times[n - 1]!.getTime())
      })
    }),
    { numRuns: 20 },
  )
})

test('offers Monday first on a Saturday morning', () => {
  expect(listDemoTimes(new Date('2026-11-21T09:03:20Z'))[0]!.toISOString()).toBe('2026-11-23T08:00:00.000Z')
})

test.each([
  ['Christmas and Boxing Day', '2028-12-10T08:00:00Z', '2028-12-24', ['2028-12-25', '2028-12-26']],
  ['Good Friday and Easter Monday', '2027-03-10T08:00:00Z', '2027-03-25', ['2027-03-26', '2027-03-29']],
  ['Independence Day', '2026-09-20T08:00:00Z', '2026-09-30', ['2026-10-01']],
  ['the end of Ramadan', '2026-03-01T08:00:00Z', '2026-03-19', ['2026-03-20']],
])('offers no times on %s', (_name, now, before, holidays) => {
  const days = new Set(listDemoTimes(new Date(now)).map((time) => time.toISOString().slice(0, 10)))
  for (const day of holidays) expect(days).not.toContain(day)
  expect([...days].some((day) => day <= before) && [...days].some((day) => day > holidays.at(-1)!)).toBe(true)
})

test('returns quartiles that are among the amounts', () => {
  expect(findQuartiles([])).toBeUndefined()
  expect(findQuartiles([500n, 100n, 300n])).toEqual({ low: 300n, median: 300n, high: 500n })
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1 }), (amounts) => {
      const { low, median, high } = findQuartiles(amounts)!
      expect(amounts).toContain(median)
      expect(low <= median && median <= high).toBe(true)
      const below = amounts.filter((amount) => amount < median).length
      const above = amounts.filter((amount) => amount > median).length
      expect(Math.max(below, above)).toBeLessThanOrEqual(Math.ceil(amounts.length / 2))
    }),
  )
})
