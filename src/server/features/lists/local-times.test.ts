import fc from 'fast-check'
import { expect, test } from 'vitest'
import { zoneName } from '#contract/dates.ts'
import { formatLocalTime, formatZone } from './local-times.ts'

const zones = [
  'Africa/Lagos',
  'Africa/Dakar',
  'America/Toronto',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
]

test('shows what Intl shows, in every zone, at every minute, also where clocks are changed', () => {
  const year = [Date.UTC(1960, 0, 1), Date.UTC(2060, 0, 1)] as const
  fc.assert(
    fc.property(fc.integer({ min: year[0], max: year[1] }), fc.constantFrom(...zones), (time, timeZone) => {
      const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
      expect(formatLocalTime(new Date(time), timeZone)).toBe(parts.format(time))
      expect(formatZone(new Date(time), timeZone, 'fr')).toBe(zoneName(new Date(time), timeZone, 'fr', 'short'))
    }),
    { numRuns: 2_000 },
  )
  for (const zone of zones)
    for (let minute = 0; minute < 240; minute += 1) {
      const at = Date.UTC(2026, 10, 1, 4, minute)
      const parts = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
      expect(formatLocalTime(new Date(at), zone)).toBe(parts.format(at))
    }
})
