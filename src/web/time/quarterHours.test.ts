import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { quarter_ms } from '#contract/time.ts'
import {
  isExistingWallTime,
  instantOf,
  isOnQuarter,
  offsetMinutes,
  quartersBetween,
  quartersOfDay,
  roundUpToQuarter,
  wallTime,
} from './quarterHours.ts'

const zones = [
  'Africa/Lagos',
  'Africa/Dakar',
  'America/Toronto',
  'America/New_York',
  'America/St_Johns',
  'America/Phoenix',
  'America/Adak',
  'Pacific/Honolulu',
  'Europe/Paris',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'UTC',
]
const zone = fc.constantFrom(...zones)
const instant = fc.date({ min: new Date('2015-01-01Z'), max: new Date('2037-12-31Z'), noInvalidDate: true })
const minute = instant.map((at) => new Date(Math.floor(at.getTime() / 60_000) * 60_000))

describe('quarters', () => {
  test('roundUpToQuarter returns a quarter hour less than 15 minutes ahead', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const rounded = roundUpToQuarter(at)
        const ahead = rounded.getTime() - at.getTime()
        expect(isOnQuarter(rounded)).toBe(true)
        expect(ahead >= 0 && ahead < quarter_ms).toBe(true)
        expect(at.getTime() - runningQuarter(at).getTime()).toBe(ahead === 0 ? 0 : quarter_ms - ahead)
      }),
    )
  })

  test('quartersBetween includes both ends', () => {
    const steps = quartersBetween(new Date('2026-11-21T14:20Z'), new Date('2026-11-21T15:00Z'))
    expect(steps.map((at) => at.toISOString().slice(11, 16))).toEqual(['14:30', '14:45', '15:00'])
    expect(quartersBetween(new Date('2026-11-21T14:20Z'), new Date('2026-11-21T14:25Z'))).toEqual([])
  })
})

describe('wall times', () => {
  test('agree with Temporal in every time zone', () => {
    fc.assert(
      fc.property(minute, zone, (at, id) => {
        const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(id)
        expect(wallTime(at, id)).toBe(there.toPlainDateTime().toString({ smallestUnit: 'minute' }))
        expect(offsetMinutes(at, id)).toBe(there.offsetNanoseconds / 60e9)
      }),
    )
  })

  test('convert to the same instant as in Temporal, including skipped and repeated hours', () => {
    fc.assert(
      fc.property(minute, zone, (at, id) => {
        const wall = at.toISOString().slice(0, 16)
        const meant = Temporal.PlainDateTime.from(wall).toZonedDateTime(id)
        expect(instantOf(wall, id).getTime()).toBe(meant.epochMilliseconds)
      }),
    )
  })

  test.each([
    ['a skipped hour moves on', '2026-03-08T02:30', 'America/Toronto', '2026-03-08T07:30:00.000Z'],
    ['a repeated hour is its first occurrence', '2026-11-01T01:30', 'America/Toronto', '2026-11-01T05:30:00.000Z'],
    ['half an hour skipped', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['no change at all', '2026-11-21T14:30', 'Africa/Lagos', '2026-11-21T13:30:00.000Z'],
  ])('%s', (_what, wall, id, expected) => {
    expect(instantOf(wall, id).toISOString()).toBe(expected)
  })

  test('agree with Temporal around clock changes', () => {
    for (const [day, id] of [
      ['2026-03-08', 'America/New_York'],
      ['2026-11-01', 'America/New_York'],
      ['2026-03-08', 'America/St_Johns'],
      ['2026-04-05', 'Australia/Lord_Howe'],
    ] as const)
      for (let step = 0; step < 24 * 60; step += 5) {
        const wall = `${day}T${String(Math.floor(step / 60)).padStart(2, '0')}:${String(step % 60).padStart(2, '0')}`
        expect(instantOf(wall, id).getTime()).toBe(
          Temporal.PlainDateTime.from(wall).toZonedDateTime(id).epochMilliseconds,
        )
      }
  })

  test.each([
    ['2026-11-21', 'America/Toronto', 96],
    ['2026-03-08', 'America/Toronto', 92],
    ['2026-11-01', 'America/Toronto', 100],
    ['2026-03-08', 'Africa/Dakar', 96],
  ])('%s in %s has %i quarter hours, all on that day', (day, id, count) => {
    const quarters = quartersOfDay(day, id)
    expect(quarters).toHaveLength(count)
    expect(quarters.every(({ wall }) => wall.startsWith(day))).toBe(true)
    expect(quarters[0]?.wall).toBe(`${day}T00:00`)
  })

  test('a day omits skipped times and numbers repeated ones', () => {
    fc.assert(
      fc.property(minute, zone, (at, id) => {
        for (const { wall } of quartersOfDay(at.toISOString().slice(0, 10), id))
          expect(isExistingWallTime(wall, id)).toBe(true)
      }),
    )
    const shown = (day: string) =>
      quartersOfDay(day, 'America/Toronto').map(({ wall, turn = '' }) => wall.slice(11) + turn)
    expect(shown('2027-03-14').slice(6, 10)).toEqual(['01:30', '01:45', '03:00', '03:15'])
    expect(shown('2026-11-01').slice(3, 13)).toEqual([
      '00:45',
      '01:001',
      '01:151',
      '01:301',
      '01:451',
      '01:002',
      '01:152',
      '01:302',
      '01:452',
      '02:00',
    ])
    expect(quartersOfDay('2026-11-02', 'America/Toronto').some(({ turn }) => turn !== undefined)).toBe(false)
  })

  test.each([
    ['2027-03-14T02:30', 'America/Toronto', false],
    ['2027-03-14T01:45', 'America/Toronto', true],
    ['2027-03-14T03:00', 'America/Toronto', true],
    ['2026-11-01T01:30', 'America/Toronto', true],
    ['2027-03-14T02:30', 'Africa/Lagos', true],
  ])('%s in %s exists: %s', (wall, id, exists) => {
    expect(isExistingWallTime(wall, id)).toBe(exists)
  })

  test('throws for an invalid time', () => {
    expect(() => instantOf('tomorrow', 'UTC')).toThrow(RangeError)
  })
})
