import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dot_px, isCovered, layOutPins, labelHeight_px, type Spot } from './pinLayout.ts'

const spots = fc.array(
  fc.record({
    x: fc.integer({ min: 0, max: 390 }),
    y: fc.integer({ min: 0, max: 350 }),
    width: fc.integer({ min: 32, max: 90 }),
    round: fc.boolean(),
  }),
  { maxLength: 60 },
)

const areaOf = ({ x, y, width, round }: Spot, room: 'label' | 'dot') => {
  const size = room === 'dot' ? dot_px : width
  const [top, bottom] = room === 'label' && !round ? [y - labelHeight_px, y] : [y - size / 2, y + size / 2]
  return { left: x - size / 2, right: x + size / 2, top, bottom }
}

describe('layOutPins', () => {
  test('no two pressable elements overlap', () => {
    fc.assert(
      fc.property(spots, (all) => {
        const shown = layOutPins(all).flatMap((room, n) => (typeof room === 'number' ? [] : [areaOf(all[n]!, room)]))
        for (const [n, a] of shown.entries())
          for (const b of shown.slice(n + 1))
            expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true)
      }),
    )
  })

  test('the first pin has its label, and a hidden pin is counted with an earlier visible one', () => {
    fc.assert(
      fc.property(spots, (all) => {
        const rooms = layOutPins(all)
        for (const [n, room] of rooms.entries()) {
          if (n === 0) expect(room).toBe('label')
          if (typeof room !== 'number') continue
          expect(room).toBeLessThan(n)
          expect(typeof rooms[room]).toBe('string')
        }
      }),
    )
  })

  test.each([
    ['far apart', [{ x: 0 }, { x: 200 }], ['label', 'label']],
    ['side by side', [{ x: 0 }, { x: 50 }], ['label', 'dot']],
    ['at one place', [{ x: 0 }, { x: 3 }], ['label', 0]],
    ['a count beside a label', [{ x: 0 }, { x: 50, round: true }], ['label', 0]],
  ])('%s', (_case, at, rooms) => {
    expect(layOutPins(at.map((spot) => ({ y: 0, width: 60, round: false, ...spot })))).toEqual(rooms)
  })
})

describe('isCovered', () => {
  const frame = { left: 0, top: 0, right: 390, bottom: 300 }
  const key = { left: 8, top: 8, right: 110, bottom: 54 }
  const at = (x: number, y: number, round = false): Spot => ({ x, y, width: 60, round })
  test.each([
    ['a label whose tip is just below the upper edge', at(200, 10), 'label', true],
    ['a label of which enough is seen', at(200, 25), 'label', false],
    ['a dot on the upper edge', at(200, 0), 'dot', true],
    ['a dot a little below it', at(200, 11), 'dot', false],
    ['a label at the side', at(392, 100), 'label', false],
    ['a label of which the side leaves a strip', at(400, 100), 'label', true],
    ['a cluster under the lower edge', at(200, 320, true), 'label', true],
    ['a pin that is wholly outside', at(200, -40), 'dot', false],
    ['a label of which a button leaves its lower strip', at(60, 70), 'label', true],
    ['a label of which a button leaves the lower half', at(60, 80), 'label', false],
    ['a label of which a button leaves the right half', at(115, 50), 'label', false],
    ['a dot half under a button', at(60, 54), 'dot', true],
    ['a dot beside a button', at(60, 70), 'dot', false],
  ] as const)('%s', (_name, spot, form, expected) => {
    expect(isCovered(spot, form, frame, [key])).toBe(expected)
  })
})
