import { expect, test } from 'vitest'
import { readChanges } from './readChanges.ts'

const format = {
  flag: (value: boolean) => (value ? 'Yes' : 'No'),
  day: (value: string) => `day ${value.slice(-2)}`,
  instant: (at: Date) => at.toISOString().slice(0, 10),
  money: ({ amount, currency }: { amount: number; currency: string }) => `${currency} ${amount}`,
  word: (name: string, value: string) => (name === 'status' ? `(${value})` : undefined),
}

test('only what differs is a change', () => {
  const before = JSON.stringify({ name: 'A', plates: ['X 1'], note: null, same: 1 })
  const after = JSON.stringify({ name: 'B', plates: [], note: 'Called', same: 1 })
  expect(readChanges(before, after, format)).toEqual([
    { name: 'name', from: 'A', to: 'B' },
    { name: 'plates', from: 'X 1', to: '–' },
    { name: 'note', from: '–', to: 'Called' },
  ])
})

test('a side may be missing', () => {
  expect(readChanges(null, '{"name":"A"}', format)).toEqual([{ name: 'name', from: '–', to: 'A' }])
  expect(readChanges(null, null, format)).toEqual([])
})

test('times and answers are written for the reader', () => {
  const before = JSON.stringify({ at: '2026-11-23T12:00:00.000Z', is_active: true })
  expect(readChanges(before, JSON.stringify({ at: null, is_active: false }), format)).toEqual([
    { name: 'at', from: '2026-11-23', to: '–' },
    { name: 'is_active', from: 'Yes', to: 'No' },
  ])
})

test('a date is written for the reader, and the id of a new record is no news', () => {
  expect(readChanges(null, '{"id":"1","valid_from":"2026-11-23"}', format)).toEqual([
    { name: 'valid_from', from: '–', to: 'day 23' },
  ])
})

test('amounts have their currency, and values their words', () => {
  const after = JSON.stringify({ refunded: { amount: 1363, currency: 'XOF' }, status: 'cancelled' })
  expect(readChanges('{"status":"active"}', after, format)).toEqual([
    { name: 'status', from: '(active)', to: '(cancelled)' },
    { name: 'refunded', from: '–', to: 'XOF 1363' },
  ])
})
