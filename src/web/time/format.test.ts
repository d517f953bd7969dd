import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  capitalize,
  formatDateTime,
  formatDay,
  formatDistance,
  formatDuration,
  formatCountdown,
  formatLength,
  formatMoment,
  formatMoney,
  formatHour,
  formatTime,
  formatWindow,
  formatTableMoment,
  zoneName,
} from './format.ts'
import { formatDeadlineInSentence, formatMomentInSentence } from './inSentence.ts'

const lagos = 'Africa/Lagos'
const now = new Date('2026-11-21T12:00:00Z')
const at = new Date('2026-11-21T13:30:00Z')

describe('money', () => {
  test.each([
    [1250, 'NGN', 'en-NG', '₦1,250'],
    [1250.5, 'NGN', 'en-NG', '₦1,250.50'],
    [1250, 'XOF', 'en-SN', 'F\u00a0CFA\u00a01,250'],
    [1250, 'XOF', 'fr-SN', '1\u202f250\u00a0F\u00a0CFA'],
    [12.5, 'USD', 'en-US', '$12.50'],
    [12.5, 'USD', 'fr-US', '12,50\u202f$'],
    [12, 'CAD', 'en-CA', '$12.00'],
    [0.35, 'CAD', 'en-CA', '$0.35'],
    [0, 'CAD', 'fr-CA', '0,00\u202f$'],
    // A traveller sees the code of the place's currency.
    [12, 'CAD', 'en-NG', 'CAD\u00a012.00'],
    [12.5, 'USD', 'en-CA', 'USD\u00a012.50'],
    [-12.5, 'CAD', 'en-US', '−CAD\u00a012.50'],
    [1250, 'NGN', 'en-CA', 'NGN\u00a01,250'],
    [1250, 'XOF', 'fr-CA', '1\u202f250\u00a0XOF'],
    [12, 'CAD', 'fr-SN', '12,00\u00a0CAD'],
    // Without a country, no currency is at home.
    [1250, 'NGN', 'en', 'NGN\u00a01,250'],
    [1250, 'XOF', 'fr', '1\u202f250\u00a0XOF'],
    [12, 'CAD', 'en', 'CAD\u00a012.00'],
    [12, 'USD', 'fr', '12,00\u00a0USD'],
  ])('%d %s in %s is %s', (amount, currency, locale, expected) => {
    expect(formatMoney(amount, currency, locale)).toBe(expected)
  })

  test('shows the sign of a movement, and none for zero', () => {
    expect(formatMoney(500, 'NGN', 'en-NG', { sign: 'always' })).toBe('+₦500')
    expect(formatMoney(-500, 'NGN', 'en-NG', { sign: 'always' })).toBe('−₦500')
    expect(formatMoney(0, 'NGN', 'en-NG', { sign: 'always' })).toBe('₦0')
  })

  test('shows every minor unit of any amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e12 }), (minor) => {
        const digits = formatMoney(minor / 100, 'USD', 'en-US').replaceAll(/[$,]/g, '')
        expect(Math.round(Number(digits) * 100)).toBe(minor)
        expect(/^\d+\.\d{2}$/.test(digits)).toBe(true)
      }),
    )
  })
})

describe('the formats of a country', () => {
  const evening = new Date('2026-11-28T19:30:00Z')
  test.each([
    [
      'en-US',
      'America/New_York',
      '2:30\u00a0PM',
      'Sat, Nov 28',
      '0.8\u00a0mi',
      '350\u00a0ft',
      '6\u00a0ft\u00a011\u00a0in',
    ],
    ['en-CA', 'America/Toronto', '2:30\u00a0PM', 'Sat, Nov 28', '1.2\u00a0km', '110\u00a0m', '2.1\u00a0m'],
    ['fr-CA', 'America/Toronto', '14\u00a0h\u00a030', 'sam. 28 nov.', '1,2\u00a0km', '110\u00a0m', '2,1\u00a0m'],
    ['en-NG', 'Africa/Lagos', '20:30', 'Sat 28 Nov', '1.2\u00a0km', '110\u00a0m', '2.1\u00a0m'],
    ['fr-SN', 'Africa/Dakar', '19:30', 'sam. 28 nov.', '1,2\u00a0km', '110\u00a0m', '2,1\u00a0m'],
    // Without a country, those of the language alone.
    ['en', 'America/New_York', '14:30', 'Sat 28 Nov', '1.2\u00a0km', '110\u00a0m', '2.1\u00a0m'],
    ['fr', 'America/New_York', '14:30', 'sam. 28 nov.', '1,2\u00a0km', '110\u00a0m', '2,1\u00a0m'],
  ])('%s', (locale, zone, ...expected) => {
    expect([
      formatTime(evening, zone, locale),
      formatDay(evening, zone, locale, evening),
      formatDistance(1234, locale),
      formatDistance(107, locale),
      formatLength(210, locale),
    ]).toEqual(expected)
  })

  test('has the same spaces in every browser', () => {
    const text = formatDateTime(evening, 'America/New_York', 'en-US')
    expect(text).toBe('November 28, 2026 at 2:30\u00a0PM')
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

  test('formats a height in metres', () => expect(formatLength(210, 'fr')).toBe('2,1\u00a0m'))

  test.each([
    [0, 'en', '0\u00a0min'],
    [45, 'en', '45\u00a0min'],
    [180, 'en', '3\u00a0h'],
    [72.9, 'en', '1\u00a0h 12\u00a0min'],
    [1440, 'en', '1\u00a0day'],
    [1440, 'fr', '1\u00a0jour'],
    [3060, 'en', '2\u00a0days 3\u00a0h'],
    [3060, 'fr', '2\u00a0jours 3\u00a0h'],
  ])('%d min in %s is %s', (minutes, locale, expected) => {
    expect(formatDuration(minutes, locale)).toBe(expected)
  })
})

test('a label begins with a capital, which days and months lack in French', () => {
  expect(capitalize('novembre 2026', 'fr')).toBe('Novembre 2026')
  expect(capitalize('état', 'fr')).toBe('État')
  expect(capitalize('', 'en')).toBe('')
})

describe('times', () => {
  test('are formatted in the given time zone and locale', () => {
    expect(formatTime(at, lagos, 'en')).toBe('14:30')
    expect(formatTime(at, 'America/Toronto', 'en')).toBe('08:30')
    expect(formatTime(at, lagos, 'fr')).toBe('14:30')
    expect(formatHour(at, lagos, 'en-US')).toMatch(/^\d+\s[AP]M$/)
    expect(formatHour(at, lagos, 'en-NG')).toBe('14:30')
    expect(formatTime(at, lagos, 'en-US')).toMatch(/^2:30\sPM$/)
  })

  test('yesterday, today and tomorrow are named, other days have a date', () => {
    expect(formatMoment(at, lagos, 'en', now)).toBe('Today 14:30')
    expect(formatMoment(at, lagos, 'fr', now)).toBe('Aujourd’hui 14:30')
    expect(formatMoment(new Date('2026-11-21T23:30:00Z'), lagos, 'en', now)).toBe('Tomorrow 00:30')
    expect(formatMoment(new Date('2026-11-20T12:00:00Z'), lagos, 'en', now)).toBe('Yesterday 13:00')
    expect(formatMoment(new Date('2026-11-28T12:00:00Z'), lagos, 'en', now)).toBe('Sat 28 Nov 13:00')
    expect(formatMoment(new Date('2026-11-28T12:00:00Z'), lagos, 'en-US', now)).toBe('Sat, Nov 28, 1:00\u00a0PM')
    expect(formatMoment(at, lagos, 'en-US', now)).toBe('Today 2:30\u00a0PM')
    expect(formatDay(new Date('2027-01-03T00:00:00Z'), lagos, 'en', now)).toBe('Sun 3 Jan 2027')
  })

  test('a window names its day once, or both days if they differ', () => {
    expect(formatWindow(at, new Date('2026-11-21T16:30:00Z'), lagos, 'en', now)).toBe('Today 14:30–17:30')
    expect(formatWindow(at, new Date('2026-11-22T08:00:00Z'), lagos, 'en', now)).toBe('Today 14:30 – Tomorrow 09:00')
  })

  test('a moment in a table has its year where it is not the current one there', () => {
    expect(formatTableMoment(at, lagos, 'en', now)).toBe('21 Nov, 14:30')
    expect(formatTableMoment(at, lagos, 'en-US', now)).toBe('Nov 21, 2:30\u00a0PM')
    expect(formatTableMoment(at, 'America/Toronto', 'fr-CA', now)).toBe('21 nov., 8\u00a0h\u00a030')
    expect(formatTableMoment(new Date('2026-12-31T23:30:00Z'), lagos, 'en', now)).toBe('1 Jan 2027, 00:30')
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
