import { expect, test } from 'vitest'
import type { DeskRow } from '#contract/lists/lists.ts'
import { parkingReport } from '#contract/reports/desk/parking.ts'
import { taxesReport } from '#contract/reports/desk/taxes.ts'
import { rowsLink } from './rowsLink.ts'

const row = (values: object) => ({ id: 'id', ...values }) as DeskRow
const search = new URLSearchParams({
  due_from: '2026-11-01',
  due_to: '2026-11-30',
  start_from: '2026-11-02',
  by: 'day',
})

test('a row that is a sum leads to what it sums up, for the same days', () => {
  expect(rowsLink(parkingReport, row({ park_code: 'AB12' }), search, ['bookings.view'])).toBe(
    '/desk/bookings?start_from=2026-11-02&park=AB12',
  )
  const tax = row({ area: 'shop', code: 'hst', country: 'CA', city: null, currency: 'CAD' })
  expect(rowsLink(taxesReport, tax, search, ['reports.view'])).toBe(
    '/desk/reports/sales?released_from=2026-11-01&released_to=2026-11-30&tax=hst&country=CA&currency=CAD',
  )
})

test('nobody is led to what they may not open', () => {
  expect(rowsLink(parkingReport, row({ park_code: 'AB12' }), search, [])).toBeUndefined()
})
