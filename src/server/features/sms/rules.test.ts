import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hour_ms } from '#contract/time.ts'
import { wallTime } from '#contract/wall-clock.ts'
import { findExceededLimit, findSendTime, rangeOf, smsRetryDelay_ms } from './rules.ts'

const zones = ['Africa/Lagos', 'Africa/Dakar', 'America/Toronto', 'America/St_Johns', 'America/Los_Angeles']

test('a message that can wait is sent by day, at once or at eight', () => {
  const moment = fc.date({ min: new Date('2026-01-01Z'), max: new Date('2028-01-01Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (now, zone) => {
      const at = findSendTime(now, zone)
      const hour = Number(wallTime(at, zone).slice(11, 13))
      expect(hour >= 8 && hour < 21).toBe(true)
      expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(12 * hour_ms)
      if (at > now) expect(wallTime(at, zone).slice(11, 16)).toBe('08:00')
    }),
  )
  expect(findSendTime(new Date('2026-11-29T20:30:00Z'), 'Africa/Lagos').toISOString()).toBe('2026-11-30T07:00:00.000Z')
})

test('limits are never exceeded, in whatever order messages come', () => {
  const limits = { number: 3, range: 5, cost_micro: 100n }
  fc.assert(
    fc.property(
      fc.array(fc.record({ last: fc.integer({ min: 0, max: 3 }), price: fc.bigInt(1n, 40n) })),
      (messages) => {
        const numbers = new Map<number, number>()
        let [range, cost_micro] = [0, 0n]
        for (const { last, price } of messages) {
          const used = { number: numbers.get(last) ?? 0, range, cost_micro }
          if (findExceededLimit(used, limits, price) !== undefined) continue
          numbers.set(last, used.number + 1)
          range += 1
          cost_micro += price
        }
        expect(cost_micro).toBeLessThanOrEqual(limits.cost_micro)
        expect(range).toBeLessThanOrEqual(limits.range)
        expect(Math.max(0, ...numbers.values())).toBeLessThanOrEqual(limits.number)
      },
    ),
  )
})

test('a failed message is tried again sooner at first', () => {
  expect([1, 2, 3, 20].map(smsRetryDelay_ms)).toEqual([10_000, 20_000, 40_000, hour_ms])
})

test('a range has the numbers that differ in their last four digits', () => {
  expect(rangeOf('+2348031234567')).toBe('+234803123')
})
