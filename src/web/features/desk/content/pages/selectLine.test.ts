import { expect, test } from 'vitest'
import { findLine, lineAt } from './selectLine.ts'

const text = 'one\n\nthree\nfour'

test.each([
  [1, 'one'],
  [2, ''],
  [3, 'three'],
  [4, 'four'],
  [9, 'four'],
  [0, 'one'],
])('line %i is %j', (line, expected) => {
  const { start, end } = findLine(text, line)
  expect(text.slice(start, end)).toBe(expected)
})

test('a position is in the line that it was found by', () => {
  for (const line of [1, 2, 3, 4]) expect(lineAt(text, findLine(text, line).end)).toBe(line)
})
