import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { MomentText } from '#contract/fields.ts'
import { AppError } from '#server/http/errors.ts'
import { countSlotUse } from './slots.ts'
import { findWindow, getWindow, listPartsBeside, parseInstant, windowProblems } from './window.ts'

const now = new Date('2026-11-21T09:03:20Z')
const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const problems = (start: string, end: string) =>
  windowProblems({ start: new Date(start), end: new Date(end) }, now).map(({ field, key }) => `${field} ${key}`)

test('the parts of a window beside another one have each quarter hour of it once, but those of the other', () => {
  const minutes = fc.integer({ min: 0, max: 3 * 24 * 60 })
  const windows = fc
    .tuple(minutes, fc.integer({ min: 1, max: 2 * 24 * 60 }))
    .map(([from, length]) => ({ start: minutesLater(from), end: minutesLater(from + length) }))
  fc.assert(
    fc.property(windows, windows, (window, other) => {
      const quartersOf = (some: Parameters<typeof countSlotUse>[0]) =>
        [...countSlotUse(some)].flatMap(([day, counts]) =>
          counts.flatMap((count, slot) => Array.from({ length: count }, () => `${day} ${slot}`)),
        )
      const taken = new Set(quartersOf([other]))
      const overlaps = other.start < window.end && window.start < other.end
      expect(quartersOf(listPartsBeside(window, other))).toEqual(
        quartersOf([window]).filter((quarter) => !overlaps || !taken.has(quarter)),
      )
    }),
  )
  const [start, end] = [minutesLater(0), minutesLater(60)]
  expect(listPartsBeside({ start, end }, undefined)).toEqual([{ start, end }])
})

describe('a window to be booked', () => {
  test.each([
    ['a quarter hour from now', '2026-11-21T09:00:00Z', '2026-11-21T09:30:00Z', []],
    ['the running quarter alone', '2026-11-21T09:00:00Z', '2026-11-21T09:15:00Z', ['end_time window_short']],
    ['thirty days from now', '2026-11-21T09:00:00Z', '2026-12-21T09:15:00Z', []],
    ['more than thirty days from now', '2026-11-21T09:00:00Z', '2026-12-21T09:30:00Z', ['end_time window_long']],
    ['in another zone’s words', '2026-11-21T10:00:00+01:00', '2026-11-21T04:30:00-05:00', []],
    ['the quarter before', '2026-11-21T08:45:00Z', '2026-11-21T10:00:00Z', ['start_time start_past']],
    ['off the quarter', '2026-11-21T10:05:00Z', '2026-11-21T11:00:01Z', ['start_time quarter', 'end_time quarter']],
    ['empty', '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', ['end_time end_before_start']],
    ['backwards', '2026-11-21T10:00:00Z', '2026-11-21T09:00:00Z', ['end_time end_before_start']],
    ['too short', '2026-11-21T10:00:00Z', '2026-11-21T10:07:00Z', ['end_time quarter', 'end_time window_short']],
    ['thirty days', '2026-11-21T10:00:00Z', '2026-12-21T10:00:00Z', []],
    ['a quarter more', '2026-11-21T10:00:00Z', '2026-12-21T10:15:00Z', ['end_time window_long']],
    ['180 days ahead', '2027-05-20T09:00:00Z', '2027-05-20T10:00:00Z', []],
    ['and a bit', '2027-05-20T09:15:00Z', '2027-05-20T10:00:00Z', ['start_time window_far']],
    [
      'the end of times',
      '9999-12-31T23:45:00Z',
      '9999-12-31T23:59:59Z',
      ['end_time quarter', 'start_time window_far', 'end_time window_short'],
    ],
    ['the beginning of times', '0000-01-01T00:00:00Z', '0000-01-01T01:00:00Z', ['start_time start_past']],
  ])('%s', (_name, start, end, expected) => {
    expect(problems(start, end)).toEqual(expected)
  })

  test('accepts only windows that meet every rule', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 200 * 96 }),
        fc.integer({ min: -4, max: 32 * 96 }),
        fc.nat(),
        (from, length, second) => {
          const start = new Date(runningQuarter(now).getTime() + from * 900_000)
          const end = new Date(start.getTime() + length * 900_000)
          const late = new Date(runningQuarter(now).getTime() + (second % 900) * 1_000)
          // The running quarter hour is free.
          const charged = from === 0 ? length - 1 : length
          const isRight =
            from >= 0 && charged >= 1 && charged <= 30 * 96 && start.getTime() <= late.getTime() + 180 * 86_400_000
          expect(windowProblems({ start, end }, late).length === 0).toBe(isRight)
        },
      ),
    )
  })

  test('reports all problems at once', () => {
    let thrown: unknown
    try {
      getWindow('2026-11-20T10:05:00Z', '2026-11-20T10:00:00Z', now, 'Africa/Lagos')
    } catch (error) {
      thrown = error
    }
    expect(thrown).toBeInstanceOf(AppError)
    expect((thrown as AppError).fields.map(({ key }) => key)).toEqual(['quarter', 'start_past', 'end_before_start'])
  })
})

describe('a time in a request', () => {
  const toronto = (text: string) => parseInstant('America/Toronto', text)?.toISOString()

  test.each([
    ['of the park’s clocks', '2026-12-01T09:30', '2026-12-01T14:30:00.000Z'],
    ['with seconds', '2026-12-01T09:30:00', '2026-12-01T14:30:00.000Z'],
    ['an instant', '2026-12-01T09:30:00Z', '2026-12-01T09:30:00.000Z'],
    ['an instant with an offset', '2026-12-01T09:30:00+01:00', '2026-12-01T08:30:00.000Z'],
    ['the last before the clocks are put forward', '2027-03-14T01:45', '2027-03-14T06:45:00.000Z'],
    ['the first that is skipped', '2027-03-14T02:00', undefined],
    ['in the middle of it', '2027-03-14T02:30', undefined],
    ['the first after it', '2027-03-14T03:00', '2027-03-14T07:00:00.000Z'],
    ['an instant in that night', '2027-03-14T02:30:00-05:00', '2027-03-14T07:30:00.000Z'],
    ['twice: the first of the two', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ])('%s', (_name, text, expected) => {
    expect(z.safeParse(MomentText, text).success).toBe(true)
    expect(toronto(text)).toBe(expected)
  })

  test('exists in zones without clock changes', () => {
    expect(parseInstant('Africa/Lagos', '2027-03-14T02:30')?.toISOString()).toBe('2027-03-14T01:30:00.000Z')
    expect(parseInstant('Africa/Dakar', '2027-03-14T02:30')?.toISOString()).toBe('2027-03-14T02:30:00.000Z')
  })

  test.each(['2026-12-01', '2026-12-01 09:30', '2026-02-30T09:30', '2026-12-01T25:00', '09:30', '', '2026-12-01T09'])(
    '"%s" is none',
    (text) => {
      expect(z.safeParse(MomentText, text).success).toBe(false)
    },
  )

  test('makes 00:30 to 03:30 four hours in the night of 25 hours', () => {
    const { start, end } = getWindow(
      '2026-11-01T00:30',
      '2026-11-01T03:30',
      new Date('2026-10-30T00:00:00Z'),
      'America/Toronto',
    )
    expect(end.getTime() - start.getTime()).toBe(4 * 3_600_000)
  })

  test('is refused at either end when a clock change skips it', () => {
    const wrong = (start: string, end: string) => {
      try {
        getWindow(start, end, now, 'America/Toronto')
      } catch (error) {
        return (error as AppError).fields
      }
      return []
    }
    const skipped = (field: string) => ({ field, key: 'no_such_time' })
    expect(wrong('2027-03-14T02:30', '2027-03-14T04:00')).toEqual([skipped('start_time')])
    expect(wrong('2027-03-14T01:00', '2027-03-14T02:30')).toEqual([skipped('end_time')])
    expect(wrong('2027-03-14T02:00', '2027-03-14T02:45')).toEqual([skipped('start_time'), skipped('end_time')])
    expect(wrong('2027-03-14T01:00', '2027-03-14T03:00')).toEqual([])
  })
})

describe('a window to view', () => {
  test('may be missing but not incomplete', () => {
    expect(findWindow({}, now)).toBeUndefined()
    expect(() => findWindow({ start_time: '2026-11-21T10:00:00Z' }, now)).toThrow('validation_failed')
    expect(() => findWindow({ end_time: '2026-11-21T10:00:00Z' }, now)).toThrow('validation_failed')
  })

  test('is valid until it ends', () => {
    expect(findWindow({ start_time: '2026-11-21T08:00:00Z', end_time: '2026-11-21T10:00:00Z' }, now)).toBeDefined()
    expect(() => findWindow({ start_time: '2026-11-21T08:00:00Z', end_time: '2026-11-21T09:00:00Z' }, now)).toThrow()
  })
})
