import { expect, test } from 'vitest'
import { readSide } from './money-discrepancies.ts'

const money = (amount: number, currency: string) => ({ amount, currency })

test.each([
  ['nothing', { name: null, state: null, money: null }],
  ['pending', { name: null, state: 'pending', money: null }],
  ['success 20.5 CAD', { name: null, state: 'success', money: money(20.5, 'CAD') }],
  ['asked 1500 XOF', { name: null, state: 'asked', money: money(1500, 'XOF') }],
  ['re_1a done 5 CAD', { name: 're_1a', state: 'done', money: money(5, 'CAD') }],
  ['RF-ABC done 5 CAD', { name: 'RF-ABC', state: 'done', money: money(5, 'CAD') }],
  ['txn_1 kept -0.59 USD', { name: 'txn_1', state: 'kept', money: money(-0.59, 'USD') }],
])('%s', (text, side) => {
  expect(readSide(text)).toEqual(side)
})

test.each(['charge.dispute.created', 'success 20 EUR', 'txn_1 505 XOF', 're_1 done', '', 'x '])(
  '%s stays as it is told',
  (text) => {
    expect(readSide(text)).toBeUndefined()
  },
)
