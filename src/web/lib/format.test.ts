import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatDeadlineInSentence,
  formatMomentInSentence,
  formatDay,
  formatDistance,
  formatDuration,
  formatCountdown,
  formatMetres,
  formatMoment,
  formatMoney,
  formatTime,
  formatWindow,
  zoneName,
} from './format.ts'

const lagos = 'Africa/Lagos'
const now = new Date('2026-11-21T12:00:00Z')
const at = new Date('2026-11-21T13:30:00Z')

describe('money', () => {
  test.each([
    [1250, 'NGN', 'en', '₦1,250'],
    [1250, 'XOF', 'en', 'CFA\u00a01,250'],
    [12.5, 'USD', 'en', '$12.50'],
    [12, 'CAD', 'en', 'CA$12'],
    [-12.5, 'CAD', 'en', '−CA$12.50'],
    [1250, 'NGN', 'fr', '1\u202f250\u202f₦'],
    [1250, 'XOF', 'fr', '1\u202f250\u00a0CFA'],
    [12.5, 'USD', 'fr', '12,50\u202f$'],
    [0, 'CAD', 'fr', '0\u00a0CA$'],
  ])('%d %s in %s is %s', (amount, currency, locale, expected) => {
    expect(formatMoney(amount, currency, locale)).toBe(expected)
  })

  test('shows the sign of a movement, and none for zero', () => {
    expect(formatMoney(500, 'NGN', 'en', { sign: 'always' })).toBe('+₦500')
    expect(formatMoney(-500, 'NGN', 'en', { sign: 'always' })).toBe('−₦500')
    expect(formatMoney(0, 'NGN', 'en', { sign: 'always' })).toBe('₦0')
  })

  test('shows every minor unit of any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (minor) => {
        const digits = formatMoney(minor / 100, 'USD', 'en').replaceAll(/[$,]/g, '')
        expect(Math.round(Number(digits) * 100)).toBe(minor)
        expect(/^\d+(\.\d{2})?$/.test(digits)).toBe(true)
      }),
    )
  })
})

describe('measures', () => {
  test.each([
    [7, 'en', '7\u00a0m'],
    [353, 'en', '350\u00a0m'],
    [996, 'en', '1\u00a0km'],
    [1234, 'en', '1.2\u00a0km'],
    [1234, 'fr', '1,2\u00a0km'],
    [23_600, 'en', '24\u00a0km'],
  ])('%d m in %s is %s', (distance_m, locale, expected) => {
    expect(formatDistance(distance_m, locale)).toBe(expected)
  })

  test('formats a height in metres', () => expect(formatMetres(210, 'fr')).toBe('2,1\u00a0m'))

  test.each([
    [0, 'en', '0\u00a0min'],
    [45, 'en', '45\u00a0min'],
    [180, 'en', '3\u00a0h'],
    [72.9, 'en', '1\u00a0h 12\u00a0min'],
    [3060, 'en', '2\u00a0d 3\u00a0h'],
    [3060, 'fr', '2\u00a0j 3\u00a0h'],
  ])('%d min in %s is %s', (minutes, locale, expected) => {
    expect(formatDuration(minutes, locale)).toBe(expected)
  })
})

describe('times', () => {
  test('are formatted in the given time zone and locale', () => {
    expect(formatTime(at, lagos, 'en')).toBe('14:30')
    expect(formatTime(at, 'America/Toronto', 'en')).toBe('08:30')
    expect(formatTime(at, lagos, 'fr')).toBe('14:30')
    expect(formatTime(at, lagos, 'en-US')).toMatch(/^2:30\sPM$/)
  })

  test('yesterday, today and tomorrow are named, other days have a date', () => {
    expect(formatMoment(at, lagos, 'en', now)).toBe('Today 14:30')
    expect(formatMoment(at, lagos, 'fr', now)).toBe('Aujourd’hui 14:30')
    expect(formatMoment(new Date('2026-11-21T23:30:00Z'), lagos, 'en', now)).toBe('Tomorrow 00:30')
    expect(formatMoment(new Date('2026-11-20T12:00:00Z'), lagos, 'en', now)).toBe('Yesterday 13:00')
    expect(formatMoment(new Date('2026-11-28T12:00:00Z'), lagos, 'en', now)).toBe('Sat 28 Nov 13:00')
    expect(formatDay(new Date('2027-01-03T00:00:00Z'), lagos, 'en', now)).toBe('Sun 3 Jan 2027')
  })

  test('a window names its day once, or both days if they differ', () => {
    expect(formatWindow(at, new Date('2026-11-21T16:30:00Z'), lagos, 'en', now)).toBe('Today 14:30–17:30')
    expect(formatWindow(at, new Date('2026-11-22T08:00:00Z'), lagos, 'en', now)).toBe('Today 14:30 – Tomorrow 09:00')
  })

  test('names a time zone', () => expect(zoneName(at, 'America/Toronto', 'en')).toBe('Eastern Standard Time'))
})

test.each([
  [598, '9:58'],
  [60, '1:00'],
  [9, '0:09'],
  [0, '0:00'],
])('%d s is %s', (seconds, text) => {
  expect(formatCountdown(seconds)).toBe(text)
})

const noon = new Date('2026-11-21T12:00:00Z')

test.each([
  ['2026-11-21T13:30:00Z', 'en', 'today at 14:30'],
  ['2026-11-22T08:00:00Z', 'en', 'tomorrow at 09:00'],
  ['2026-11-28T08:00:00Z', 'en', 'Sat 28 Nov at 09:00'],
  ['2026-11-21T13:30:00Z', 'fr', 'aujourd’hui à 14:30'],
  ['2026-11-28T08:00:00Z', 'fr', 'le sam. 28 nov. à 09:00'],
  ['2027-01-02T08:00:00Z', 'fr', 'le sam. 2 janv. 2027 à 09:00'],
])('writes the moment %s inside a sentence in %s', (at, locale, words) => {
  expect(formatMomentInSentence(new Date(at), 'Africa/Lagos', locale, noon)).toBe(words)
})

test.each([
  ['2026-11-21T13:30:00Z', 'en', 'until today at 14:30'],
  ['2026-11-28T08:00:00Z', 'en', 'until Sat 28 Nov at 09:00'],
  ['2026-11-21T13:30:00Z', 'fr', 'jusqu’à aujourd’hui 14:30'],
  ['2026-11-22T08:00:00Z', 'fr', 'jusqu’à demain 09:00'],
  ['2026-11-28T08:00:00Z', 'fr', 'jusqu’au sam. 28 nov. à 09:00'],
])('writes the deadline %s in %s', (at, locale, words) => {
  expect(formatDeadlineInSentence(new Date(at), 'Africa/Lagos', locale, noon)).toBe(words)
})
