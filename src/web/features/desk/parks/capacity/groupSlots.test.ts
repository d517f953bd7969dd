import { expect, test } from 'vitest'
import { findLeastFree, findPeak, groupSlots } from './groupSlots.ts'

const day = {
  day: '2026-11-21',
  starts_at: '2026-11-21T05:00:00.000Z',
  capacity: [4, 4, 4, 6, 6],
  used: [1, 1, 3, 3, 0],
  closed: [false, false, false, false, true],
}
const at = (slot: number) => new Date(Date.parse(day.starts_at) + slot * 900_000)

test('joins quarter hours with the same numbers', () => {
  expect(groupSlots(day)).toEqual([
    { start: at(0), end: at(2), capacity: 4, used: 1, isClosed: false },
    { start: at(2), end: at(3), capacity: 4, used: 3, isClosed: false },
    { start: at(3), end: at(4), capacity: 6, used: 3, isClosed: false },
    { start: at(4), end: at(5), capacity: 6, used: 0, isClosed: true },
  ])
})

test('finds the fullest quarter hour and the fewest free spaces', () => {
  expect(findPeak(day)).toEqual({ at: at(2), used: 3, capacity: 4 })
  expect(findLeastFree(day)).toBe(1)
  expect(findLeastFree({ ...day, closed: [true, true, true, true, true] })).toBe(0)
})
