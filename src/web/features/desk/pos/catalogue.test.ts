import { expect, test } from 'vitest'
import type { CounterItem } from '#contract/orders/desk/pos.ts'
import { findByCode, findItems, toScannedLine } from './catalogue.ts'

const item = (id: string, changes: Partial<CounterItem>) =>
  ({ id, name: id, sku: null, barcodes: [], variations: [], category: { slug: 'all' }, ...changes }) as CounterItem
const form = (id: string, changes: object) => ({ id, sku: null, barcodes: [], ...changes }) as never
const items = [
  item('Crème solaire', { sku: 'SUN-1', barcodes: ['04006381333931'] }),
  item('Oil', {
    category: { slug: 'oil' } as never,
    variations: [form('small', { barcodes: ['00000096385074'] }), form('large', { sku: 'OIL-L' })],
  }),
]

test.each([
  ['4006381333931', 'Crème solaire', undefined],
  ['04006381333931', 'Crème solaire', undefined],
  ['sun-1', 'Crème solaire', undefined],
  ['96385074', 'Oil', 'small'],
  ['OIL-L', 'Oil', 'large'],
])('finds by the code %s', (code, id, variation_id) => {
  const found = findByCode(items, code)
  expect([found?.item.id, found?.variation_id]).toEqual([id, variation_id])
})

test('finds nothing by a code that nothing has', () => expect(findByCode(items, '40170725')).toBeUndefined())

test('searches names without accents, codes, and within a category', () => {
  const ids = (search: string, category?: string) => findItems(items, { search, category }).map(({ id }) => id)
  expect(ids('creme SOL')).toEqual(['Crème solaire'])
  expect(ids('96385074')).toEqual(['Oil'])
  expect(ids('', 'oil')).toEqual(['Oil'])
  expect(ids('creme', 'oil')).toEqual([])
})

test('asks for the form of what has several, unless its own code was read', () => {
  expect(toScannedLine({ item: items[1]!, variation_id: undefined })).toBeUndefined()
  expect(toScannedLine({ item: items[1]!, variation_id: 'small' })).toEqual({
    item_id: 'Oil',
    quantity: 1,
    variation_id: 'small',
  })
})
