import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getSlots } from './slots.ts'

const slots = (start: string, end: string) => getSlots({ start: new Date(start), end: new Date(end) })

test.each([
  ['an hour', '2026-11-21T10:00:00Z', '2026-11-21T11:00:00Z', ['2026-11-21', 41, '2026-11-21', 44, 1]],
  ['to midnight', '2026-11-21T23:45:00Z', '2026-11-22T00:00:00Z', ['2026-11-21', 96, '2026-11-21', 96, 1]],
  ['from midnight', '2026-11-22T00:00:00Z', '2026-11-22T00:15:00Z', ['2026-11-22', 1, '2026-11-22', 1, 1]],
  ['across it', '2026-11-21T23:45:00Z', '2026-11-22T00:15:00Z', ['2026-11-21', 96, '2026-11-22', 1, 2]],
  ['a whole day', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z', ['2026-11-21', 1, '2026-11-21', 96, 1]],
  ['over the year', '2026-12-31T12:00:00Z', '2027-01-02T12:00:00Z', ['2026-12-31', 49, '2027-01-02', 48, 3]],
])('%s', (_name, start, end, expected) => {
  const { first_day, first_slot, last_day, last_slot, days } = slots(start, end)
  expect([first_day, first_slot, last_day, last_slot, days]).toEqual(expected)
})

test('returns one slot per quarter hour', () => {
  fc.assert(
    fc.property(fc.nat(400_000), fc.integer({ min: 1, max: 30 * 96 }), (from, length) => {
      const start = new Date(Date.UTC(2026, 0, 1) + from * 900_000)
      const { first_slot, last_slot, days } = getSlots({ start, end: new Date(start.getTime() + length * 900_000) })
      expect((days - 1) * 96 + last_slot - first_slot + 1).toBe(length)
    }),
  )
})
