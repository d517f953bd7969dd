import { expect, test } from 'vitest'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { endOfBooking, listTimes, startOfDay } from './times.ts'

const centre = { opening_hours: 'Mo-Fr 08:00-12:30', state_name: 'Lagos', closures: [] }
const times = (changes: object, from: string, until: string) =>
  listTimes({ ...centre, ...changes }, startOfDay(from), startOfDay(until)).map((at) => at.toISOString().slice(0, 16))

test('offers every whole hour of the opening hours, in the time of Nigeria', () => {
  const monday = ['07:00', '08:00', '09:00', '10:00'].map((time) => `2026-11-23T${time}`)
  expect(times({}, '2026-11-22', '2026-11-24')).toEqual(monday)
  expect(times({ opening_hours: 'Mo 08:15-10:00' }, '2026-11-23', '2026-11-24')).toEqual(['2026-11-23T08:00'])
  expect(times({ opening_hours: 'by appointment' }, '2026-11-23', '2026-11-24')).toEqual([])
})

test('offers nothing on the days on which a centre is closed', () => {
  const closures = [{ starts_on: '2026-11-23', ends_on: '2026-11-24' }]
  const offered = times({ closures }, '2026-11-23', '2026-11-26')
  expect(new Set(offered.map((text) => text.slice(0, 10)))).toEqual(new Set(['2026-11-25']))
})

test('days begin an hour before midnight UTC, and can be booked up to the 60th', () => {
  expect(toNigerianDay(new Date('2026-11-23T22:59:59Z'))).toBe('2026-11-23')
  expect(toNigerianDay(new Date('2026-11-23T23:00:00Z'))).toBe('2026-11-24')
  expect(startOfDay('2026-11-23').toISOString()).toBe('2026-11-22T23:00:00.000Z')
  expect(endOfBooking(new Date('2026-11-23T12:00:00Z')).toISOString()).toBe('2027-01-22T23:00:00.000Z')
})
