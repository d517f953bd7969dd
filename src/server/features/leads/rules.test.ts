import fc from 'fast-check'
import { expect, test } from 'vitest'
import { brand } from '#brand.ts'
import { demoAhead_days, demoNotice_hours, demoTimes, middleOf } from './rules.ts'

const { zone, weekdays, from_hour, to_hour } = brand.demonstrations
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

test('times are half hours of working days, in order, once each, neither too soon nor too late', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }), (now) => {
      const times = demoTimes(now)
      expect(times.length).toBeGreaterThan(19 * 16 - 17)
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

test('a Saturday morning offers Monday first', () => {
  expect(demoTimes(new Date('2026-11-21T09:03:20Z'))[0]!.toISOString()).toBe('2026-11-23T08:00:00.000Z')
})

test('the middle of prices is one of them, between the halves', () => {
  expect(middleOf([])).toBeUndefined()
  expect(middleOf([500n, 100n, 300n])).toEqual({ low: 300n, median: 300n, high: 500n })
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 0n, max: 10_000n }), { minLength: 1 }), (amounts) => {
      const { low, median, high } = middleOf(amounts)!
      expect(amounts).toContain(median)
      expect(low <= median && median <= high).toBe(true)
      const below = amounts.filter((amount) => amount < median).length
      const above = amounts.filter((amount) => amount > median).length
      expect(Math.max(below, above)).toBeLessThanOrEqual(Math.ceil(amounts.length / 2))
    }),
  )
})
