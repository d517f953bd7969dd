import { expect, test } from 'vitest'
import { addToDraft, emptyDraft, toChosen } from './draft.ts'

const item = { name: 'Blades', max_per_order: 5 }

test('makes one line of the same choice, up to what one order may have', () => {
  const once = addToDraft(emptyDraft, { item, line: { item_id: 'a', quantity: 3 } }, '1')
  const twice = addToDraft(once, { item, line: { item_id: 'a', quantity: 4 } }, '2')
  const other = addToDraft(twice, { item, line: { item_id: 'a', quantity: 1, note: 'Left' } }, '3')
  expect(toChosen(other)).toEqual({
    lines: [
      { item_id: 'a', quantity: 5 },
      { item_id: 'a', quantity: 1, note: 'Left' },
    ],
  })
})

test('sends the coupon only if there is one', () => {
  expect(toChosen({ ...emptyDraft, promo_code: 'TEN' })).toEqual({ lines: [], promo_code: 'TEN' })
})
