import { expect, test } from 'vitest'
import { byExpiry, kindsFor, reminderDaysIn, stateOf } from './papers.ts'

const paper = (expires_on: string) => ({ kind: 'insurance' as const, expires_on })

test.each([
  ['2026-11-20', 'expired', -1],
  ['2026-11-21', 'soon', 0],
  ['2026-12-21', 'soon', 30],
  ['2027-01-21', 'good', 61],
])('%s is %s', (expires_on, state, days) => {
  expect(stateOf(paper(expires_on), '2026-11-21')).toEqual({ state, days })
})

test('lists the reminder days in the language', () => {
  expect(['en-NG', 'en-US', 'fr-SN'].map(reminderDaysIn)).toEqual([
    '60, 30, 7 and 1',
    '60, 30, 7, and 1',
    '60, 30, 7 et 1',
  ])
})

test('sorts by expiry date, soonest first', () => {
  const days = ['2027-01-01', '2026-12-31', '2026-02-28']
  expect(byExpiry(days.map(paper)).map(({ expires_on }) => expires_on)).toEqual([...days].sort())
})

test('offers the kinds of the country and those already saved', () => {
  expect(kindsFor('CA', [])).toEqual(['insurance', 'inspection', 'permit'])
  expect(kindsFor('NG', [])).toEqual(['licence', 'insurance', 'inspection', 'permit', 'ownership'])
  expect(kindsFor('US', [{ kind: 'licence', expires_on: '2027-01-01' }])).toContain('licence')
})
