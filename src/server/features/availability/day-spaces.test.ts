import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calculateDaySpaces, capacityAt, findOversoldSlot } from './day-spaces.ts'
import { slotsPerDay } from './slots.ts'

const day = '2026-11-21'
const midnight = Date.parse(day)
const slot_ms = 15 * 60_000
const at = (slot: number) => new Date(midnight + slot * slot_ms)

const drawnSteps = fc
  .uniqueArray(fc.record({ slot: fc.integer({ min: -50, max: 150 }), capacity: fc.integer({ min: 0, max: 20 }) }), {
    selector: ({ slot }) => slot,
    maxLength: 5,
  })
  .map((steps) => [
    { starts_at: new Date(0), capacity: 7 },
    ...steps.toSorted((a, b) => a.slot - b.slot).map(({ slot, capacity }) => ({ starts_at: at(slot), capacity })),
  ])
const drawnClosures = fc.array(
  fc
    .record({ from: fc.integer({ min: -20, max: 110 }), length: fc.integer({ min: 1, max: 40 }) })
    .map(({ from, length }) => ({ start: at(from), end: at(from + length) })),
  { maxLength: 3 },
)

describe('calculateDaySpaces', () => {
  test('leaves for sale what the step of each quarter hour has, and nothing where it is closed', () => {
    fc.assert(
      fc.property(drawnSteps, drawnClosures, (steps, closures) => {
        const { cap, blocked } = calculateDaySpaces(day, steps, closures)
        for (let slot = 0; slot < slotsPerDay; slot += 1) {
          const isClosed = closures.some(({ start, end }) => start <= at(slot) && end > at(slot))
          expect(cap - (blocked?.[slot] ?? 0)).toBe(isClosed ? 0 : capacityAt(steps, at(slot)))
        }
        expect(cap).toBe(Math.max(...Array.from({ length: slotsPerDay }, (_, slot) => capacityAt(steps, at(slot)))))
      }),
    )
  })

  test('an ordinary day has nothing blocked', () => {
    expect(calculateDaySpaces(day, [{ starts_at: new Date(0), capacity: 5 }], [])).toEqual({ cap: 5, blocked: null })
  })
})

test('names the first quarter hour in which more is sold than a step allows, none that is over', () => {
  const used = Array.from({ length: slotsPerDay }, (_, slot) => (slot < 40 ? 9 : slot === 60 ? 6 : slot === 70 ? 8 : 0))
  const steps = [{ starts_at: new Date(0), capacity: 5 }]
  expect(findOversoldSlot({ day, used }, steps, at(40))).toEqual({ at: at(60), sold: 6 })
  expect(findOversoldSlot({ day, used }, steps, at(39))).toEqual({ at: at(39), sold: 9 })
  expect(findOversoldSlot({ day, used }, [{ starts_at: new Date(0), capacity: 9 }], at(0))).toBeUndefined()
})
