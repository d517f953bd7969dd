import { expect, test } from 'vitest'
import { readChanges } from './readChanges.ts'

test('only what differs is a change', () => {
  const before = JSON.stringify({ name: 'A', plates: ['X 1'], note: null, same: 1 })
  const after = JSON.stringify({ name: 'B', plates: [], note: 'Called', same: 1 })
  expect(readChanges(before, after)).toEqual([
    { name: 'name', from: 'A', to: 'B' },
    { name: 'plates', from: 'X 1', to: '–' },
    { name: 'note', from: '–', to: 'Called' },
  ])
})

test('a side may be missing', () => {
  expect(readChanges(null, '{"name":"A"}')).toEqual([{ name: 'name', from: '–', to: 'A' }])
  expect(readChanges(null, null)).toEqual([])
})
