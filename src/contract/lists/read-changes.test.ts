import { expect, test } from 'vitest'
import { readChanges } from './read-changes.ts'

const format = {
  flag: (value: boolean) => (value ? 'Yes' : 'No'),
  day: (value: string) => `day ${value.slice(-2)}`,
  instant: (at: Date) => at.toISOString().slice(0, 10),
  money: ({ amount, currency }: { amount: number; currency: string }) => `${currency} ${amount}`,
  word: (name: string, value: string) => (name === 'status' ? `(${value})` : undefined),
  labelled: (name: string, value: string) => `${name}: ${value}`,
}

test('only what differs is a change', () => {
  const before = JSON.stringify({ name: 'A', plates: ['X 1'], note: null, same: 1 })
  const after = JSON.stringify({ name: 'B', plates: [], note: 'Called', same: 1 })
  expect(readChanges(before, after, format)).toEqual([
    { names: ['name'], from: 'A', to: 'B' },
    { names: ['plates'], from: 'X 1', to: '–' },
    { names: ['note'], from: '–', to: 'Called' },
  ])
})

test('a side may be missing', () => {
  expect(readChanges(null, '{"name":"A"}', format)).toEqual([{ names: ['name'], from: '–', to: 'A' }])
  expect(readChanges(null, null, format)).toEqual([])
})

test('times and answers are written for the reader', () => {
  const before = JSON.stringify({ at: '2026-11-23T12:00:00.000Z', is_active: true })
  expect(readChanges(before, JSON.stringify({ at: null, is_active: false }), format)).toEqual([
    { names: ['at'], from: '2026-11-23', to: '–' },
    { names: ['is_active'], from: 'Yes', to: 'No' },
  ])
})

test('a date is written for the reader, and the id of a new record is no news', () => {
  expect(readChanges(null, '{"id":"1","valid_from":"2026-11-23"}', format)).toEqual([
    { names: ['valid_from'], from: '–', to: 'day 23' },
  ])
})

test('amounts have their currency, and values their words', () => {
  const after = JSON.stringify({ refunded: { amount: 1363, currency: 'XOF' }, status: 'cancelled' })
  expect(readChanges('{"status":"active"}', after, format)).toEqual([
    { names: ['status'], from: '(active)', to: '(cancelled)' },
    { names: ['refunded'], from: '–', to: 'XOF 1363' },
  ])
})

test('a tariff says which of its parts changed, with amounts in its currency', () => {
  const before = { currency: 'XOF', day_cap_amount: 4_000, early_bird: { amount: 1_500, leave_by: '10:00' }, tiers: [] }
  const after = {
    ...before,
    day_cap_amount: 5_000,
    early_bird: { amount: 2_000, leave_by: '10:00' },
    tiers: [{ up_to_min: 60, amount: 500 }],
  }
  expect(readChanges(JSON.stringify(before), JSON.stringify(after), format)).toEqual([
    { names: ['day_cap_amount'], from: 'XOF 4000', to: 'XOF 5000' },
    { names: ['early_bird', 'amount'], from: 'XOF 1500', to: 'XOF 2000' },
    { names: ['tiers'], from: '–', to: 'up_to_min: 60 · amount: XOF 500' },
  ])
})

test('prices of several parts are named', () => {
  const side = (amount: number) => JSON.stringify({ prices: [{ name: 'Car', amount, currency: 'CAD' }] })
  expect(readChanges(side(10), side(12), format)).toEqual([{ names: ['prices'], from: 'Car CAD 10', to: 'Car CAD 12' }])
})

test('the id of another record is nothing to read', () => {
  const after = JSON.stringify({ customer: '01a2272c-29c5-76e0-b721-07dca9c87bbb', reason: 'Booked twice' })
  expect(readChanges(null, after, format)).toEqual([{ names: ['reason'], from: '–', to: 'Booked twice' }])
})
