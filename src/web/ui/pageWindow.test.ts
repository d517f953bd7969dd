import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageWindow } from './pageWindow.ts'

const render = (page: number, pages: number) =>
  pageWindow(page, pages)
    .map((entry) => (entry.gap ? '…' : entry.page === page ? `[${entry.page}]` : entry.page))
    .join(' ')

test.each([
  [1, 1, '[1]'],
  [1, 3, '[1] 2 3'],
  [1, 12, '[1] 2 … 12'],
  [3, 12, '1 2 [3] 4 … 12'],
  [4, 12, '1 2 3 [4] 5 … 12'],
  [6, 12, '1 … 5 [6] 7 … 12'],
  [12, 12, '1 … 11 [12]'],
])('page %i of %i: %s', (page, pages, expected) => {
  expect(render(page, pages)).toBe(expected)
})

test('lists the first, the last and the neighbouring pages in order, and no gap hides a single page', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0, max: 1, noNaN: true }), (pages, where) => {
      const page = 1 + Math.round(where * (pages - 1))
      const entries = pageWindow(page, pages)
      const numbers = entries.filter(({ gap }) => !gap).map((entry) => entry.page)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
      for (const expected of [1, pages, page, Math.max(1, page - 1), Math.min(pages, page + 1)])
        expect(numbers).toContain(expected)
      for (const [index, entry] of entries.entries())
        if (entry.gap) expect((entries[index + 1]?.page ?? 0) - entry.page).toBeGreaterThan(2)
    }),
  )
})
