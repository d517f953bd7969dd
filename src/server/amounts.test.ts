import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseAmount } from './amounts.ts'

test.each([
  ['NGN', 100.5],
  ['NGN', 0.01],
  ['XOF', 100.5],
  ['CAD', 10.005],
  ['USD', Number.NaN],
] as const)('refuses %s %d on its field', (currency, amount) => {
  expect(() => parseAmount('charge', amount, currency)).toThrowError(
    expect.objectContaining({ code: 'validation_failed', fields: [{ field: 'charge', key: 'fraction', params: {} }] }),
  )
})

/** Where minor units are made of anything but a typed amount: our own figures, and a total that is compared with ours. */
const others = {
  'bookings/documents/mails.ts': 'our own figures',
  'bookings/documents/series-mails.ts': 'our own figures',
  'bookings/series/series.ts': 'compared',
  'demo/shop.ts': 'examples',
  'documents/receipt/receipt.ts': 'our own figures',
  'documents/requests/inspection-fee.ts': 'compared',
  'documents/requests/pay.ts': 'compared',
  'orders/create/check-order.ts': 'compared',
  'orders/documents/receipt.ts': 'our own figures',
  'orders/pos/sell.ts': 'compared',
  'access/amount-limits.ts': 'our own figures',
  'orders/staff/refunds.ts': 'our own figures',
  'park-import/posted-tariffs.ts': 'checked with the tariff',
  'park-import/tariff.ts': 'checked with the tariff',
  'parks/manage/bulk/park-plan.ts': 'checked with the tariff',
  'pricing/tariff-request.ts': 'checked with the tariff',
  'payouts/payouts.ts': 'our own figures',
  'promos/coupons.ts': 'checked before',
  'wallet/refunds/refunds.ts': 'all that is left of a payment',
}

test('every typed amount is converted by parseAmount or checked with toCharged', () => {
  const root = new URL('features/', import.meta.url)
  const files = globSync('**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'))
  const using = files.filter((path) => /\btoMinor\(/.test(readFileSync(new URL(path, root), 'utf8')))
  expect(using.toSorted()).toEqual(Object.keys(others).toSorted())
})
