import { describe, expect, test } from 'vitest'
import { formatDate } from './dates.ts'

const styles: Intl.DateTimeFormatOptions[] = [
  { dateStyle: 'full', timeStyle: 'short' },
  { dateStyle: 'long' },
  { dateStyle: 'medium', timeStyle: 'short' },
  { weekday: 'short', day: 'numeric', month: 'short' },
]
const days = Array.from({ length: 366 }, (_, day) => new Date(Date.UTC(2028, 0, 1 + day, 1, 1)))

describe('a date', () => {
  test.each(['fr', 'fr-SN', 'fr-CA'])('in %s has an ordinal for the first of each month only', (locale) => {
    for (const style of styles) {
      const texts = days.map((day) => formatDate(day, locale, { ...style, timeZone: 'UTC' }))
      expect(texts.filter((text) => /\b1er\s/.test(text))).toHaveLength(12)
      expect(texts.filter((text) => text.includes('1er'))).toEqual(texts.filter((_, n) => days[n]!.getUTCDate() === 1))
    }
  })

  test('is written as French readers write it', () => {
    const at = new Date('2026-11-01T12:30Z')
    expect(formatDate(at, 'fr-SN', { dateStyle: 'long', timeZone: 'Africa/Dakar' })).toBe('1er novembre 2026')
    expect(formatDate(at, 'fr-CA', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })).toBe(
      'dim. 1er nov.',
    )
  })

  test.each(['en', 'en-US', 'en-NG'])('in %s is that of Intl', (locale) => {
    for (const day of days) expect(formatDate(day, locale, { ...styles[0], timeZone: 'UTC' })).not.toContain('1er')
  })
})
