import { expect, test } from 'vitest'
import { auditKinds } from '#contract/accounts/desk/audit.ts'
import { words as en } from '#i18n/en/desk/words.ts'
import { words as fr } from '#i18n/fr/desk/words.ts'
import { findActions } from './audit-names.ts'

test('everyday words find what changes prices, in both languages', () => {
  for (const text of ['rates', 'Prices', 'tarifs', 'prix']) {
    expect(findActions(text)).toEqual(expect.arrayContaining(['saveTariff', 'setPrices']))
    // Of many items or car parks at once, too.
    const atOnce = ['changeItems', 'importItems', 'undoItemChange', 'changeParks', 'undoParkChange', 'importFees']
    expect(findActions(text)).toEqual(expect.arrayContaining(atOnce))
    expect(findActions(text)).not.toContain('disableCustomer')
  }
  expect(findActions('bl')).toEqual([])
  for (const { calls } of [en, fr]) expect(findActions(calls.disableCustomer)).toContain('disableCustomer')
})

test.each([
  ['en', en],
  ['fr', fr],
])('every kind of record in the log has its word in %s', (_language, { record_kinds }) => {
  expect(Object.keys(record_kinds).toSorted()).toEqual(Object.keys(auditKinds).toSorted())
})
