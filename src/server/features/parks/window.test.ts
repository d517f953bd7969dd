import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#server/errors.ts'
import { findWindow, getWindow, runningQuarter, windowProblems } from './window.ts'

const now = new Date('2026-11-21T09:03:20Z')
const problems = (start: string, end: string) =>
  windowProblems({ start: new Date(start), end: new Date(end) }, now).map(({ field, key }) => `${field} ${key}`)

describe('a window to be booked', () => {
  test.each([
    ['the running quarter', '2026-11-21T09:00:00Z', '2026-11-21T09:15:00Z', []],
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

  test('what the rules let through keeps them all', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -2, max: 200 * 96 }),
        fc.integer({ min: -4, max: 32 * 96 }),
        fc.nat(),
        (from, length, second) => {
          const start = new Date(runningQuarter(now).getTime() + from * 900_000)
          const end = new Date(start.getTime() + length * 900_000)
          const late = new Date(runningQuarter(now).getTime() + (second % 900) * 1_000)
          const isRight =
            from >= 0 && length >= 1 && length <= 30 * 96 && start.getTime() <= late.getTime() + 180 * 86_400_000
          expect(windowProblems({ start, end }, late).length === 0).toBe(isRight)
        },
      ),
    )
  })

  test('all problems come in one answer', () => {
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

describe('a window to look at', () => {
  test('none, and half of one', () => {
    expect(findWindow({}, now)).toBeUndefined()
    expect(() => findWindow({ start_time: '2026-11-21T10:00:00Z' }, now)).toThrow('validation_failed')
    expect(() => findWindow({ end_time: '2026-11-21T10:00:00Z' }, now)).toThrow('validation_failed')
  })

  test('one that has begun may be looked at until it ends', () => {
    expect(findWindow({ start_time: '2026-11-21T08:00:00Z', end_time: '2026-11-21T10:00:00Z' }, now)).toBeDefined()
    expect(() => findWindow({ start_time: '2026-11-21T08:00:00Z', end_time: '2026-11-21T09:00:00Z' }, now)).toThrow()
  })
})
