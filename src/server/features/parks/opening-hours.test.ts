import { describe, expect, test } from 'vitest'
import type { AppError } from '#server/http/errors.ts'
import {
  addOpenMinutes,
  findNextClosing,
  isOpenAt,
  isOpenDuring,
  requireOpeningHours,
  type ParkHours,
} from './opening-hours.ts'

const park = (opening_hours: string | null, want: Partial<ParkHours> = {}): ParkHours => ({
  opening_hours,
  timezone: 'America/Toronto',
  country_code: 'CA',
  state_name: 'Ontario',
  ...want,
})
const lagos = { timezone: 'Africa/Lagos', country_code: 'NG', state_name: 'Lagos' }
const dakar = { timezone: 'Africa/Dakar', country_code: 'SN', state_name: 'Dakar' }
const open = (hours: ParkHours, start: string, end: string) => isOpenDuring(hours, new Date(start), new Date(end))

describe('opening during a window, in the park’s zone', () => {
  test.each([
    // Toronto is at UTC−5 in winter: 13:00 to 23:00 UTC is 08:00 to 18:00.
    ['inside', 'Mo-Fr 08:00-18:00', '2026-11-24T13:00:00Z', '2026-11-24T23:00:00Z', true],
    ['a quarter too early', 'Mo-Fr 08:00-18:00', '2026-11-24T12:45:00Z', '2026-11-24T14:00:00Z', false],
    ['a quarter too long', 'Mo-Fr 08:00-18:00', '2026-11-24T22:00:00Z', '2026-11-24T23:15:00Z', false],
    ['overnight', 'Mo-Fr 08:00-18:00', '2026-11-24T22:00:00Z', '2026-11-25T14:00:00Z', false],
    ['a weekend', 'Mo-Fr 08:00-18:00', '2026-11-28T15:00:00Z', '2026-11-28T16:00:00Z', false],
    ['across midnight', 'Mo-Su 05:00-02:00', '2026-11-25T03:00:00Z', '2026-11-25T07:00:00Z', true],
    ['into the gap of the night', 'Mo-Su 05:00-02:00', '2026-11-25T06:00:00Z', '2026-11-25T07:15:00Z', false],
    ['several days around the clock', '24/7', '2026-11-25T06:00:00Z', '2026-12-20T07:15:00Z', true],
    ['days that join at midnight', 'Mo-Su 00:00-24:00', '2026-11-25T06:00:00Z', '2026-12-20T07:15:00Z', true],
    ['until a minute before midnight', 'Mo-Su 00:00-23:59', '2026-11-25T06:00:00Z', '2026-12-20T07:15:00Z', true],
    ['a holiday of the country', 'Mo-Fr 08:00-18:00; PH off', '2026-12-25T14:00:00Z', '2026-12-25T15:00:00Z', false],
    ['on request', 'Mo-Fr 08:00-18:00 "on request"', '2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z', null],
    ['by the sun', 'sunrise-sunset', '2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z', null],
    ['school holidays that nobody lists', 'SH 08:00-18:00', '2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z', null],
    ['no hours at all', 'ask the man at the gate', '2026-11-24T14:00:00Z', '2026-11-24T15:00:00Z', null],
  ])('%s: %s', (_name, hours, start, end, expected) => {
    expect(open(park(hours), start, end)).toBe(expected)
  })

  test('returns null for unknown hours', () => {
    expect(open(park(null), '2026-11-24T13:00:00Z', '2026-11-24T14:00:00Z')).toBeNull()
  })
})

describe('nights with a clock change', () => {
  // 2026-11-01 in Toronto: 01:00 to 02:00 comes twice (05:00 and 06:00 UTC). 2027-03-14: 02:00 to 03:00 does not come.
  test.each([
    ['both hours from one to two', '00:00-02:00', '2026-11-01T04:00:00Z', '2026-11-01T07:00:00Z', true],
    ['a quarter after the second', '00:00-02:00', '2026-11-01T04:00:00Z', '2026-11-01T07:15:00Z', false],
    ['within the repeated hour', '01:00-02:00', '2026-11-01T05:45:00Z', '2026-11-01T06:15:00Z', true],
    ['closed for half of the repeated hour', '01:30-02:00', '2026-11-01T05:45:00Z', '2026-11-01T06:15:00Z', false],
    [
      'across the hour that is skipped',
      '00:00-02:00,03:00-06:00',
      '2027-03-14T06:30:00Z',
      '2027-03-14T08:00:00Z',
      true,
    ],
  ])('%s', (_name, hours, start, end, expected) => {
    expect(open(park(hours), start, end)).toBe(expected)
  })
})

describe('holidays from our own table', () => {
  test.each([
    ['Christmas in Nigeria', 'Mo-Su 08:00-18:00; PH off', lagos, '2026-12-25T10:00:00Z', false],
    ['the day before', 'Mo-Su 08:00-18:00; PH off', lagos, '2026-12-24T10:00:00Z', true],
    ['Good Friday in Nigeria', 'Mo-Su 08:00-18:00; PH off', lagos, '2027-03-26T10:00:00Z', false],
    ['Good Friday in Senegal is a working day', 'Mo-Su 08:00-18:00; PH off', dakar, '2027-03-26T10:00:00Z', true],
    ['Eid al-Fitr 2027', 'Mo-Su 08:00-18:00; PH off', lagos, '2027-03-09T10:00:00Z', false],
    ['Democracy Day', 'Mo-Su 08:00-18:00; PH off', lagos, '2027-06-12T10:00:00Z', false],
    ['Independence Day of Senegal', 'Mo-Su 08:00-18:00; PH off', dakar, '2027-04-04T10:00:00Z', false],
    ['among the days of a rule', 'Mo-Fr 08:00-18:00; Sa,PH 09:00-12:00', lagos, '2026-12-25T10:00:00Z', true],
    ['its hours, not the weekday’s', 'Mo-Fr 08:00-18:00; Sa,PH 09:00-12:00', lagos, '2026-12-25T13:00:00Z', false],
    ['and Saturday keeps its own', 'Mo-Fr 08:00-18:00; Sa,PH 09:00-12:00', lagos, '2026-11-28T10:00:00Z', true],
    ['where it cannot be put into dates', 'Jan-Mar PH 09:00-12:00', lagos, '2026-11-28T10:00:00Z', null],
  ])('%s', (_name, hours, where, at, expected) => {
    expect(isOpenAt(park(hours, where), new Date(at))).toBe(expected)
  })
})

describe('time counted in opening hours', () => {
  const at = (text: string) => new Date(text)
  test.each([
    // Toronto is at UTC−5 in winter, at UTC−4 until 1 November.
    ['within the day', 'Mo-Fr 08:00-18:00', '2026-11-24T15:00:00.250Z', 10, '2026-11-24T15:10:00Z'],
    ['over the night', 'Mo-Fr 08:00-18:00', '2026-11-24T22:55:00Z', 10, '2026-11-25T13:05:00Z'],
    ['before it opens', 'Mo-Fr 08:00-18:00', '2026-11-24T08:00:00Z', 10, '2026-11-24T13:10:00Z'],
    ['over a weekend', 'Mo-Fr 08:00-18:00', '2026-11-27T22:50:00Z', 30, '2026-11-30T13:20:00Z'],
    ['over the night when the clocks go back', 'Mo-Su 08:00-18:00', '2026-10-31T21:50:00Z', 60, '2026-11-01T13:50:00Z'],
    ['around the clock', '24/7', '2026-11-24T15:00:00Z', 10, '2026-11-24T15:10:00Z'],
    ['with hours that nobody knows', 'sunrise-sunset', '2026-11-24T15:00:00Z', 10, '2026-11-24T15:10:00Z'],
    ['that never come', 'off', '2026-11-24T15:00:00Z', 10, '2026-11-24T15:10:00Z'],
  ])('%s', (_name, hours, from, minutes, expected) => {
    const reached = addOpenMinutes(park(hours), at(from), minutes)
    expect(Math.abs(reached.getTime() - at(expected).getTime())).toBeLessThan(1_000)
  })

  test.each([
    ['today', 'Mo-Fr 08:00-18:00', '2026-11-24T15:00:00Z', '2026-11-24T23:00:00Z'],
    ['after midnight', 'Mo-Su 18:00-02:00', '2026-11-25T01:00:00Z', '2026-11-25T07:00:00Z'],
    ['on the next day that it opens', 'Mo-Fr 08:00-18:00', '2026-11-27T23:30:00Z', '2026-11-30T23:00:00Z'],
    ['never', '24/7', '2026-11-24T15:00:00Z', '2026-11-24T15:00:00Z'],
  ])('the next closing is %s', (_name, hours, from, expected) => {
    expect(findNextClosing(park(hours), at(from))).toEqual(at(expected))
  })
})

describe('hours that somebody types', () => {
  const { opening_hours: _none, ...where } = park(null)
  test.each([
    ['Mo-Su 00:00-23:59', 'Mo-Su 00:00-24:00'],
    ['Mo-Fr 08:00 - 23:59:59', 'Mo-Fr 08:00 -24:00'],
    ['Mo-Fr 23:59-06:00', 'Mo-Fr 23:59-06:00'],
    ['24/7', '24/7'],
  ])('%s are kept as %s', (typed, stored) => {
    expect(requireOpeningHours(typed, where)).toBe(stored)
  })

  test.each([
    ['whenever', 'opening_hours', {}],
    [
      'Fr 18:00-02:00; Sa 10:00-23:59',
      'hours_cut',
      { hours: 'Mo-Th off; Fr 18:00-24:00; Sa 00:00-02:00,10:00-24:00; Su off' },
    ],
  ])('%s are refused: %s', (typed, key, params) => {
    try {
      requireOpeningHours(typed, where)
      throw new Error('taken')
    } catch (error) {
      expect((error as AppError).fields).toEqual([{ field: 'opening_hours', key, params }])
    }
  })
})
