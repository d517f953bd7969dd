import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hour_ms } from '#contract/time.ts'
import { exactExchange_ms, measureAhead } from './measureAhead.ts'

test('a phone that slept for hours during an exchange still knows how old its list is', () => {
  // Sent at noon, answered by the server at once, read by the phone two and a half hours later.
  const slept = { sent_ms: 12 * hour_ms, server_ms: 12 * hour_ms + 200, answered_ms: 14.5 * hour_ms }
  expect(measureAhead(slept, 0)).toBe(0)
  const now = slept.answered_ms + measureAhead(slept, 0)
  expect(now - slept.server_ms).toBeGreaterThan(2 * hour_ms)
})

test('a clock that is wrong is corrected by a short exchange, and by a long one as far as that can tell', () => {
  expect(measureAhead({ sent_ms: 0, answered_ms: 200, server_ms: hour_ms + 100 }, 0)).toBe(hour_ms)
  expect(measureAhead({ sent_ms: 0, answered_ms: hour_ms, server_ms: 3 * hour_ms }, 0)).toBe(2 * hour_ms)
  expect(measureAhead({ sent_ms: 0, answered_ms: hour_ms, server_ms: -hour_ms }, 0)).toBe(-hour_ms)
})

test('is never wrong by more than the exchange took, and by at most half of a short one', () => {
  const delay = fc.oneof(fc.nat(exactExchange_ms / 2), fc.nat(5 * hour_ms))
  const offset = fc.integer({ min: -48 * hour_ms, max: 48 * hour_ms })
  fc.assert(
    fc.property(delay, delay, offset, offset, (there_ms, back_ms, ahead_ms, known_ms) => {
      const answered_ms = there_ms + back_ms
      const found = measureAhead({ sent_ms: 0, answered_ms, server_ms: there_ms + ahead_ms }, known_ms)
      const isExact = answered_ms <= exactExchange_ms
      expect(Math.abs(found - ahead_ms)).toBeLessThanOrEqual(isExact ? answered_ms / 2 : answered_ms)
      // What was right stays right, however long the exchange took.
      if (!isExact && known_ms === ahead_ms) expect(found).toBe(ahead_ms)
    }),
  )
})
