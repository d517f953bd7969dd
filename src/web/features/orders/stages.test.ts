import { expect, test } from 'vitest'
import { listComing } from './stages.ts'

test('a new order has all of its way before it, by its type', () => {
  expect(listComing({ order_type: 'takeaway', status: 'pending' })).toEqual([
    'accepted',
    'preparing',
    'ready',
    'completed',
  ])
  expect(listComing({ order_type: 'delivery', status: 'ready' })).toEqual([
    'out_for_delivery',
    'delivered',
    'completed',
  ])
})

test.each(['completed', 'canceled', 'rejected', 'returned'] as const)('nothing comes after %s', (status) => {
  expect(listComing({ order_type: 'delivery', status })).toEqual([])
})
