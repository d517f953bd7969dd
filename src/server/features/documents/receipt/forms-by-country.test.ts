import { describe, expect, test } from 'vitest'
import type { DocumentDetails, QuoteLine } from '#contract/documents/documents.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'
import { createCalendarFile } from '#server/features/bookings/documents/calendar.ts'
import { createOrderReceipt } from '#server/features/orders/documents/receipt.ts'
import { describeEntry } from '#server/features/wallet/texts.ts'
import { buildBooking } from '#test/kits/documents-kit.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { findWrongForms, readers } from '#test/kits/forms-by-country.ts'
import { inTurn } from '#test/kits/rounds.ts'
import { createDocumentReceipt } from './receipt.ts'

/* Files that a reader takes away have the form of the reader's country, as pages and emails do. */

const customer = { first_name: 'Ada', last_name: 'Obi', email: 'ada@test.example' }
const url = 'https://parkwell.example/order/ABCD2345'
const now = new Date('2026-11-21T19:05:00Z')

const naira = (amount: number) => ({ amount, currency: 'NGN' as const })
const line = (part: QuoteLine['part'], amount: number, others: Partial<QuoteLine> = {}): QuoteLine => ({
  kind: 'vehicle_licence',
  part,
  amount: naira(amount),
  source: 'Licensing office, Ikeja',
  observed_on: '2026-11-01',
  is_example: false,
  ...others,
})

/** What a receipt reads of a request. */
const request = {
  number: 'VD-ABCD2345',
  plate: 'KJA-123AA',
  make: 'Toyota',
  model: 'Corolla',
  form: { year: 2015 },
  status: 'cancelled',
  is_example: true,
  lines: [
    line('government', 15_000),
    line('delivery', 2_500, { kind: null, source: null, observed_on: null }),
    line('tax', 1_638, { kind: null, source: null, observed_on: null }),
  ],
  total: naira(19_138),
  refunded: naira(12_500),
} as unknown as DocumentDetails

const dollars = (amount: number) => ({ amount, currency: 'USD' as const })
/** What a receipt reads of an order. */
const order = {
  order_number: 'ABCD2345',
  token: 12,
  order_type: 'delivery',
  branch: {
    name: 'Front Street',
    address: '12 Front Street',
    city: 'Toronto',
    country_code: 'CA',
    timezone: 'America/Toronto',
  },
  slot: { starts_at: '2026-11-21T19:30:00.000Z' },
  destination: { kind: 'bay', park_name: 'Quay', park_code: 'PQ12345', level: '2', bay: '14', address: null },
  amends: null,
  amended_by: ['EFGH6789'],
  replaces: null,
  substitutions: [],
  is_substitute: false,
  is_example: true,
  lines: [
    {
      quantity: 2,
      item: { name: 'Phone holder' },
      variation: null,
      extras: [],
      unit: dollars(1_250.5),
      offer: { name: 'Monday', amount: dollars(10) },
    },
  ],
  amounts: {
    coupon: dollars(5),
    delivery_charge: dollars(4.5),
    taxes: [{ name: 'HST', percent: 13, amount: dollars(320.19) }],
    includes_tax: false,
  },
  promo_code: 'TEN',
  total: dollars(2_810.69),
  refunded: dollars(1_250.5),
  payments: [{ method: 'wallet', amount: dollars(2_810.69), at: '2026-11-21T19:05:00.000Z' }],
  refunds: [{ number: 1, amount: dollars(1_250.5), reason: '', at: '2026-11-22T20:05:00.000Z' }],
} as unknown as OrderDetails

/** The sentences of a calendar file, without what programs read. */
function readCalendar(file: string): string[] {
  const lines = file.replaceAll(/\r\n[ \t]/g, '').split('\r\n')
  return lines
    .filter((text) => /^(?:SUMMARY|DESCRIPTION)/.test(text))
    .flatMap((text) => text.slice(text.indexOf(':') + 1).split(String.raw`\n`))
    .map((text) => text.replaceAll(/\\([,;])/g, '$1'))
}

describe.each(inTurn(readers, 2)())('%s', (reader) => {
  test('calendar files', () => {
    const texts = (['pending', 'active', 'cancelled'] as const).flatMap((status) =>
      readCalendar(createCalendarFile(buildBooking({ status }), reader, url)),
    )
    expect(texts.length).toBeGreaterThan(12)
    expect(texts.flatMap((text) => findWrongForms(text, reader))).toEqual([])
  })

  test('receipts of orders and vehicle documents', async () => {
    const payments = [
      { kind: 'document' as const, amount: naira(19_138), at: '2026-11-21T14:05:00.000Z' },
      { kind: 'refund' as const, amount: naira(12_500), at: '2026-11-22T15:05:00.000Z' },
    ]
    const files = [
      await createOrderReceipt(order, customer, { locale: reader, url, now }),
      await createDocumentReceipt(request, { customer, payments, url }, reader, now),
    ]
    const lines = files.flatMap((file) => readPdf(file).lines)
    expect(lines.length).toBeGreaterThan(40)
    expect(lines.flatMap((text) => findWrongForms(text, reader))).toEqual([])
  })

  test('words of exported transactions', () => {
    const kinds = ['booking', 'refund', 'top_up', 'order'].map((kind) => describeEntry(kind, kind, reader))
    expect(kinds.flatMap((text) => findWrongForms(text, reader))).toEqual([])
  })
})
