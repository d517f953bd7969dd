import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { buildBooking, buildPark } from '#test/kits/documents-kit.ts'
import { createCalendarFile } from './calendar.ts'

const url = 'https://parkwell.example/booking-details/ABCD2345'
const fileOf = (change: Partial<BookingDetails> = {}, language: 'en' | 'fr' = 'en') =>
  createCalendarFile(buildBooking(change), language, url)

/** Returns the properties of a file, unfolded and unescaped, in order. */
const propertiesOf = (file: string): [string, string][] =>
  file
    .replaceAll(/\r\n[ \t]/g, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => {
      const at = line.indexOf(':')
      const text = line
        .slice(at + 1)
        .replaceAll(/\\([\\;,nN])/g, (_all, sign: string) => (/n/i.test(sign) ? '\n' : sign))
      return [line.slice(0, at), text]
    })
const getProperty = (file: string, name: string) =>
  propertiesOf(file).find(([property]) => property === name || property.startsWith(`${name};`))?.[1]

describe('the calendar file of a booking', () => {
  test('has time, place, plate, code and an alarm before the end', () => {
    const file = fileOf()
    const value = (name: string) => getProperty(file, name)
    expect(value('UID')).toBe('019aa000-0000-7000-8000-00000000000b@parkwell.example')
    expect([value('DTSTART'), value('DTEND')]).toEqual(['20261121T133000Z', '20261121T163000Z'])
    expect([value('METHOD'), value('STATUS'), value('SEQUENCE')]).toEqual(['PUBLISH', 'CONFIRMED', '0'])
    expect(value('DTSTAMP')).toBe('20261121T090320Z')
    expect(value('SUMMARY')).toBe('Parking: Adétòkunbọ̀ Adémọ́lá Garage')
    expect(value('LOCATION')).toBe('Adétòkunbọ̀ Adémọ́lá Garage, 12 Adetokunbo Ademola St, Victoria Island, Lagos')
    expect(value('GEO')).toBe('6.4281;3.4219')
    expect(value('URL')).toBe(url)
    expect(value('DESCRIPTION')).toBe(
      [
        'Booking code: ABCD2345',
        'Number plate: LSR-482-KJ',
        'Sat, 21 November 2026 at 14:30 to Sat, 21 November 2026 at 17:30',
        `View pass, directions and changes: ${url}`,
      ].join('\n'),
    )
    expect(value('TRIGGER')).toBe('20261121T160000Z')
  })

  test('is in French', () => {
    expect(getProperty(fileOf({}, 'fr'), 'SUMMARY')).toBe('Stationnement\u00a0: Adétòkunbọ̀ Adémọ́lá Garage')
    expect(getProperty(fileOf({}, 'fr'), 'DESCRIPTION')).toContain('Du sam. 21 novembre 2026 à 14:30')
  })

  test.each([
    ['pending', 'PUBLISH', 'TENTATIVE'],
    ['active', 'PUBLISH', 'CONFIRMED'],
    ['checked_in', 'PUBLISH', 'CONFIRMED'],
    ['overstayed', 'PUBLISH', 'CONFIRMED'],
    ['completed', 'PUBLISH', 'CONFIRMED'],
    ['no_show', 'PUBLISH', 'CONFIRMED'],
    ['cancelled', 'CANCEL', 'CANCELLED'],
    ['expired', 'CANCEL', 'CANCELLED'],
  ] as const)('%s: %s, %s', (status, method, expectedStatus) => {
    const file = fileOf({ status })
    expect([getProperty(file, 'METHOD'), getProperty(file, 'STATUS')]).toEqual([method, expectedStatus])
    expect(file.includes('BEGIN:VALARM')).toBe(method === 'PUBLISH')
  })

  test('replaces the previous event after a change', () => {
    const [booked] = buildBooking().history
    const at = '2026-11-21T12:00:00.000Z'
    const history = [booked!, { ...booked!, from: 'active' as const, cause: 'extended', at }]
    const file = fileOf({ history })
    expect([getProperty(file, 'SEQUENCE'), getProperty(file, 'DTSTAMP')]).toEqual(['1', '20261121T120000Z'])
  })

  test('has no alarm that would be before the start', () => {
    expect(fileOf({ end_time: '2026-11-21T14:00:00.000Z' })).not.toContain('VALARM')
    expect(fileOf({ end_time: '2026-11-21T14:15:00.000Z' })).toContain('TRIGGER;VALUE=DATE-TIME:20261121T134500Z')
  })

  test('folds lines at 75 octets and escapes any park name', () => {
    const names = propertiesOf(fileOf()).map(([name]) => name)
    const specialText = fc.string({
      unit: fc.oneof(
        fc.constantFrom(',', ';', '\\', '\n', '\r', '\r\n', ':', '"', '\t', '\u0000', '\u2028', 'n', '😀', 'é', ' '),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 120,
    })
    fc.assert(
      fc.property(specialText, specialText, (name, address) => {
        const file = fileOf({ park: buildPark({ name, address: `x ${address}`, city: null }) })
        expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(propertiesOf(file).map(([property]) => property)).toEqual(names)
        const expected = name.replaceAll(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim()
        expect(getProperty(file, 'SUMMARY')).toBe(`Parking: ${expected}`)
      }),
    )
  })
})
