import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addLine, changeLine, countItem, maxLines, mergeLines, removeLine, type StoredLine } from './lines.ts'

const choice = { variation_id: null, extra_ids: [], note: '', parent_id: null, seen_unit_minor: 100n }
const fill = (...lines: [item_id: string, quantity: number, changes?: Partial<StoredLine>][]) =>
  lines.reduce<StoredLine[]>(
    (all, [item_id, quantity, changes]) => addLine(all, { ...choice, item_id, quantity, ...changes }).lines,
    [],
  )
const shown = (lines: readonly StoredLine[]) => lines.map(({ item_id, quantity, note }) => [item_id, quantity, note])

describe('lines of a cart', () => {
  test('the same choice makes one line, another note or variation another', () => {
    const lines = fill(['a', 1], ['a', 2], ['a', 1, { note: 'soon' }], ['a', 1, { variation_id: 'v' }], ['b', 1])
    expect(shown(lines)).toEqual([
      ['a', 3, ''],
      ['a', 1, 'soon'],
      ['a', 1, ''],
      ['b', 1, ''],
    ])
  })

  test('go with the line that they were added to', () => {
    const lines = fill(['wash', 1])
    const { lines: both } = addLine(lines, { ...choice, item_id: 'wax', quantity: 1, parent_id: lines[0]!.id })
    expect(removeLine(both, lines[0]!.id)).toEqual([])
    expect(shown(removeLine(both, both[1]!.id))).toEqual([['wash', 1, '']])
  })

  test('become one when a change makes them the same, with what was added to both', () => {
    const first = fill(['wash', 1], ['wash', 2, { note: 'x' }])
    const withWax = first.reduce(
      (all, { id: parent_id }) => addLine(all, { ...choice, item_id: 'wax', quantity: 1, parent_id }).lines,
      first,
    )
    const joined = changeLine(withWax, first[1]!.id, { note: '' })
    expect(shown(joined)).toEqual([
      ['wash', 3, ''],
      ['wax', 2, ''],
    ])
    expect(joined[1]!.parent_id).toBe(joined[0]!.id)
  })
})

describe('two carts of one branch', () => {
  test('are merged as far as the limits allow', () => {
    const own = fill(['a', 3], ['b', 1])
    const { lines, left_out } = mergeLines(own, fill(['a', 4], ['c', 2]), () => 5)
    expect(shown(lines)).toEqual([
      ['a', 5, ''],
      ['b', 1, ''],
      ['c', 2, ''],
    ])
    expect([...left_out]).toEqual(['a'])
  })

  test('never pass a limit, and leave nothing out without saying so', () => {
    const cart = fc
      .array(
        fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 9 }), fc.constantFrom('', 'x', 'y', 'z')),
        { maxLength: 30 },
      )
      .map((all) =>
        fill(
          ...all
            .map(([id, count, note]) => [id, count, { note }] as const)
            .map((entry) => [...entry] as [string, number, object]),
        ),
      )
    fc.assert(
      fc.property(cart, cart, fc.integer({ min: 1, max: 99 }), (own, other, most) => {
        const { lines, left_out } = mergeLines(own, other, () => most)
        expect(lines.length).toBeLessThanOrEqual(Math.max(maxLines, own.length))
        for (const id of ['a', 'b', 'c']) {
          const [before, added, after] = [countItem(own, id), countItem(other, id), countItem(lines, id)]
          expect(after).toBeLessThanOrEqual(Math.max(most, before))
          expect(after).toBeGreaterThanOrEqual(before)
          if (after !== before + added) expect(left_out.has(id)).toBe(true)
        }
      }),
    )
  })
})
