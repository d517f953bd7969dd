import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryZones } from '#contract/geography.ts'
import { getMonthRange, parseTimeRange, getWalletZone } from '../rules.ts'

describe('the range of a statement', () => {
  test.each([
    [{}, {}],
    [
      { from: '2026-11-01', to: '2026-11-01' },
      { from: '2026-11-01T04:00:00.000Z', to: '2026-11-02T05:00:00.000Z' },
    ],
    [{ from: '2026-11-21T10:00:00+01:00' }, { from: '2026-11-21T09:00:00.000Z' }],
    [{ to: '2026-11-21T09:00:00Z' }, { to: '2026-11-21T09:00:00.000Z' }],
  ])('%o in Toronto', (want, range) => {
    expect(JSON.parse(JSON.stringify(parseTimeRange(want, 'America/Toronto')))).toEqual(range)
  })

  test('refuses an end before its start', () => {
    expect(() => parseTimeRange({ from: '2026-11-02', to: '2026-11-01' }, 'Africa/Lagos')).toThrow('validation_failed')
  })
})

test('has no gap between months in any time zone', () => {
  const zone = fc.constantFrom(...Object.values(countryZones))
  fc.assert(
    fc.property(fc.integer({ min: 2020, max: 2040 }), fc.integer({ min: 1, max: 12 }), zone, (year, month, at) => {
      const name = (y: number, m: number) => `${y}-${String(m).padStart(2, '0')}`
      const { from, to } = getMonthRange(name(year, month), at)
      const next = month === 12 ? getMonthRange(name(year + 1, 1), at) : getMonthRange(name(year, month + 1), at)
      expect(next.from).toEqual(to)
      expect(parseTimeRange({ from: `${name(year, month)}-01` }, at).from).toEqual(from)
      const days = (to.getTime() - from.getTime()) / 86_400_000
      expect(days).toBeGreaterThan(27.9)
      expect(days).toBeLessThan(31.1)
    }),
  )
})

test('uses Nigeria’s time zone for a country without one', () => {
  expect([getWalletZone('CA'), getWalletZone('FR')]).toEqual(['America/Toronto', 'Africa/Lagos'])
})
