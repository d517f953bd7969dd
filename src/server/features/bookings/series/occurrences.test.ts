import { expect, test } from 'vitest'
import { listStarts } from './occurrences.ts'

const toronto = { like: new Date('2026-11-23T14:00:00Z'), timezone: 'America/Toronto' }
const starts = (like: typeof toronto, weekdays: number[], until: string, now = '2026-11-21T09:00:00Z') =>
  listStarts(like, { weekdays, until }, new Date(now)).map(({ local, start }) => [local, start?.toISOString()])

test('follow the clock of the car park through a clock change', () => {
  expect(
    starts({ ...toronto, like: new Date('2026-10-26T13:00:00Z') }, [1], '2026-11-09', '2026-10-20T00:00:00Z'),
  ).toEqual([
    ['2026-11-02T09:00:00', '2026-11-02T14:00:00.000Z'],
    ['2026-11-09T09:00:00', '2026-11-09T14:00:00.000Z'],
  ])
})

test('a time that the clock skips has no instant', () => {
  const like = { like: new Date('2027-03-07T07:30:00Z'), timezone: 'America/Toronto' }
  expect(starts(like, [7], '2027-03-21', '2027-03-01T00:00:00Z')).toEqual([
    ['2027-03-14T02:30:00', undefined],
    ['2027-03-21T02:30:00', '2027-03-21T06:30:00.000Z'],
  ])
})

test('come after the booking and after now, on the chosen weekdays only, with the last day included', () => {
  expect(starts(toronto, [1, 3], '2026-12-02').map(([local]) => local)).toEqual([
    '2026-11-25T09:00:00',
    '2026-11-30T09:00:00',
    '2026-12-02T09:00:00',
  ])
  expect(starts(toronto, [1], '2026-12-14', '2026-12-07T15:00:00Z').map(([local]) => local)).toEqual([
    '2026-12-14T09:00:00',
  ])
})

test.each([
  ['2026-11-23', 'series_empty'],
  ['2027-05-21', 'window_far'],
])('an end on %s is refused: %s', (until, key) => {
  expect(() => starts(toronto, [1], until)).toThrow(
    expect.objectContaining({ fields: [{ field: 'until', key, params: {} }] }),
  )
})
