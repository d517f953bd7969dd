import { expect, test } from 'vitest'
import { formatTypedNumber, parseTypedNumber } from './typedNumber.ts'

test.each([
  ['12', 12, 12],
  ['1 250,5', 1250.5, 1250.5],
  ['1\u202f250', 1250, 1250],
  ['0.35', 0.35, 0.35],
  ['0,350', 0.35, 0.35],
  ['1,500', 1500, 1.5],
  ['1,500,000', 1_500_000, undefined],
  ['2,500.75', 2500.75, undefined],
  ['1.500', 1.5, 1.5],
  ['15,00', 15, 15],
  ['', undefined, undefined],
  ['-3', undefined, undefined],
  ['1e9', undefined, undefined],
  ['a lot', undefined, undefined],
])('%j is read as %s, in French as %s', (text, en, fr) => {
  expect([parseTypedNumber(text, 'en'), parseTypedNumber(text, 'fr')]).toEqual([en, fr])
})

test('a number is shown as it is typed, with the decimals of its currency', () => {
  expect([formatTypedNumber(3.5, 'en'), formatTypedNumber(3.5, 'en', 2), formatTypedNumber(3.5, 'fr', 2)]).toEqual([
    '3.5',
    '3.50',
    '3,50',
  ])
  expect([formatTypedNumber(40, 'en', 2), formatTypedNumber(1.125, 'en', 2)]).toEqual(['40', '1.125'])
})
