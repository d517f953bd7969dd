import { expect, test } from 'vitest'
import { instantsOf, isFiltered, monthsBetween, readFilters } from './filters.ts'

const read = (text: string) => readFilters(new URLSearchParams(text))
const none = { kind: undefined, from: undefined, to: undefined }

test.each([
  ['', none],
  ['kind=refund&from=2026-11-01&to=2026-11-30', { kind: 'refund', from: '2026-11-01', to: '2026-11-30' }],
  ['kind=theft&from=yesterday&to=2026-13-01', none],
  ['from=2026-11-02&to=2026-11-01', { ...none, from: '2026-11-02' }],
])('%j is read as %o', (text, filters) => {
  expect(read(text)).toEqual(filters)
})

test('is filtered by any single filter', () => {
  expect([isFiltered(read('')), isFiltered(read('to=2026-11-01'))]).toEqual([false, true])
})

test('covers the whole day across a clock change', () => {
  expect(instantsOf(read('from=2026-11-01&to=2026-11-01'), 'America/Toronto')).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  })
  expect(instantsOf(read(''), 'Africa/Dakar')).toEqual({})
})

test('lists months in the time zone, across the end of a year', () => {
  const months = monthsBetween(new Date('2026-11-01T03:00:00Z'), new Date('2027-02-01T03:00:00Z'), 'America/Toronto')
  expect(months).toEqual(['2027-01', '2026-12', '2026-11', '2026-10'])
  const now = new Date('2026-11-21T12:00:00Z')
  expect(monthsBetween(now, now, 'Africa/Lagos')).toEqual(['2026-11'])
})
