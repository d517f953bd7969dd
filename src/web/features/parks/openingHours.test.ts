import { describe, expect, test } from 'vitest'
import { isAlwaysOpen, isWholeDay, readHours, weekdayOf } from './openingHours.ts'

const formatWeek = (text: string) => {
  const week = readHours(text)
  if (week === undefined) return undefined
  const hours = (list: readonly { from: string; to: string }[]) =>
    list.map(({ from, to }) => `${from}-${to}`).join(',') || 'closed'
  const days = week.days.map(hours)
  const begins = days.flatMap((text, day) => (text === days[day - 1] ? [] : [day]))
  const groups = begins.map((first, n) => `${first}-${(begins[n + 1] ?? 7) - 1} ${days[first]}`)
  return week.holidays ? [...groups, `PH ${hours(week.holidays)}`] : groups
}

describe('opening hours', () => {
  test.each([
    ['24/7', ['0-6 00:00-24:00']],
    ['Mo-Su 05:00-22:00', ['0-6 05:00-22:00']],
    ['Mo-Fr 05:00-23:59', ['0-4 05:00-24:00', '5-6 closed']],
    ['Mo-Su 00:00-23:59', ['0-6 00:00-24:00']],
    // What the next day's rule cuts is not open, and not shown.
    ['Fr 18:00-02:00; Sa 10:00-20:00', ['0-3 closed', '4-4 18:00-24:00', '5-5 10:00-20:00', '6-6 closed']],
    ['Sa 10:00-20:00; Fr 18:00-02:00', ['0-3 closed', '4-4 18:00-02:00', '5-5 10:00-20:00', '6-6 closed']],
    ['08:00-20:00', ['0-6 08:00-20:00']],
    ['Mo-Sa 08:00-22:00; Su 00:00-24:00', ['0-5 08:00-22:00', '6-6 00:00-24:00']],
    ['Mo-Fr 07:00-17:00; Sa-Su off', ['0-4 07:00-17:00', '5-6 closed']],
    ['Mo-Fr 00:00-02:00,06:00-24:00; Sa-Su 00:00-24:00', ['0-4 00:00-02:00,06:00-24:00', '5-6 00:00-24:00']],
    ['Mo-Th 06:30-22:00; Fr 06:30-02:00', ['0-3 06:30-22:00', '4-4 06:30-02:00', '5-6 closed']],
    ['24/7; We off', ['0-1 00:00-24:00', '2-2 closed', '3-6 00:00-24:00']],
    ['Mo,We-Fr 09:00-17:00; PH off', ['0-0 09:00-17:00', '1-1 closed', '2-4 09:00-17:00', '5-6 closed', 'PH closed']],
    ['Sa-Mo 10:00-12:00', ['0-0 10:00-12:00', '1-4 closed', '5-6 10:00-12:00']],
  ])('%s', (text, groups) => {
    expect(formatWeek(text)).toEqual(groups)
  })

  test.each([
    'Apr-Sep Mo-Fr 08:00-18:00',
    'sunrise-sunset',
    'Mo-Fr',
    '"by appointment"',
    'Mo-Fr 8-18',
    'Mo[1] 08:00-10:00',
  ])('%s is not parsed', (text) => {
    expect(readHours(text)).toBeUndefined()
  })

  test.each([
    ['24/7', true],
    ['00:00-24:00', true],
    ['24/7; We off', false],
    ['Mo-Su 05:00-22:00', false],
  ])('%s: always open is %s', (text, always) => {
    expect(isAlwaysOpen(readHours(text)!)).toBe(always)
  })

  test.each([
    ['2026-11-16', 0],
    ['2026-11-21', 5],
    ['2026-11-22', 6],
  ])('%s is weekday %i', (date, day) => {
    expect(weekdayOf(date)).toBe(day)
  })

  test('formats a day and a night', () => {
    expect(isWholeDay([{ from: '00:00', to: '24:00' }])).toBe(true)
    expect(isWholeDay([{ from: '06:00', to: '24:00' }])).toBe(false)
    expect(isWholeDay([])).toBe(false)
  })
})
