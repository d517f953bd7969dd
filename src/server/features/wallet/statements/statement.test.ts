import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Locale } from '#contract/formats.ts'
import { readPdf } from '#test/kits/files/pdf-text.ts'
import { renderStatement, calculateTotals, type MonthlyStatement } from './statement.ts'

const line = (kind: string, label: string, amount_minor: bigint, at: string) => ({
  kind,
  label,
  amount_minor,
  created_at: new Date(at),
})

const november = (change: Partial<MonthlyStatement> = {}): MonthlyStatement => ({
  month: '2026-11',
  currency: 'CAD',
  zone: 'America/Toronto',
  from: new Date('2026-11-01T04:00:00Z'),
  to: new Date('2026-12-01T05:00:00Z'),
  holder: { first_name: 'Aïssatou', last_name: 'Œuvrard', email: 'ada@test.example' },
  opening_minor: 1_050n,
  lines: [
    line('top_up', 'top_up:stripe', 5_000n, '2026-11-01T04:30:00Z'),
    line('booking', 'booking:ABCD2345', -1_225n, '2026-11-21T14:00:00Z'),
    line('refund', 'booking:ABCD2345', 1_225n, '2026-12-01T04:59:00Z'),
  ],
  now: new Date('2026-12-05T12:00:00Z'),
  contact: 'https://parkwell.example/help#contact',
  ...change,
})

const read = async (change: Partial<MonthlyStatement> = {}, locale: Locale = 'en-CA') => {
  const { lines, pages, missing } = readPdf(await renderStatement(november(change), locale))
  return { lines: lines.map((text) => text.replaceAll(/[\u00a0\u202f]/g, ' ')), pages, missing }
}

describe('a statement', () => {
  test('has both balances, every entry with its balance, and the totals', async () => {
    const { lines, pages, missing } = await read()
    expect({ pages, missing }).toEqual({ pages: 1, missing: 0 })
    for (const text of [
      'Wallet statement',
      'November 2026',
      'Aïssatou Œuvrard',
      'Opening balance, November 1, 2026',
      '$10.50',
      '+$62.25',
      '−$12.25',
      'Closing balance, November 30, 2026',
      '$60.50',
      'Top-up with Stripe',
      'Parking, booking ABCD2345',
      'Refund, booking ABCD2345',
      '$48.25',
      'Nov 1, 12:30 AM',
      'Nov 30, 11:59 PM',
    ])
      expect(lines, text).toContain(text)
    expect(lines.join('\n')).toContain('Dates and times are in Eastern')
  })

  test('is in French and in francs for a month that is not over', async () => {
    const { lines, missing } = await read(
      { currency: 'XOF', zone: 'Africa/Dakar', now: new Date('2026-11-21T18:00:00Z') },
      'fr-SN',
    )
    expect(missing).toBe(0)
    for (const text of [
      'Relevé du portefeuille',
      'novembre 2026',
      'mois en cours',
      'Solde actuel',
      '+5 000 F CFA',
      'Solde d’ouverture, 1er novembre 2026',
    ])
      expect(lines, text).toContain(text)
  })

  test('states that there were no transactions, and continues over several pages', async () => {
    expect((await read({ lines: [] })).lines).toContain('No transactions this month.')
    const many = Array.from({ length: 90 }, (_, n) => line('booking', `booking:CODE${n}`, -1n, '2026-11-10T10:00:00Z'))
    const { lines, pages } = await read({ lines: many })
    expect(pages).toBeGreaterThan(2)
    expect(lines.filter((text) => text.startsWith('Parking, booking'))).toHaveLength(90)
    expect(lines).toContain('$9.60')
  })

  test('adds its entries to the opening balance to get the closing balance', () => {
    const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
    fc.assert(
      fc.property(amount, fc.array(amount), (opening_minor, amounts) => {
        const lines = amounts.map((amount_minor) => line('booking', 'x', amount_minor, '2026-11-10T10:00:00Z'))
        const { in_minor, out_minor, closing_minor } = calculateTotals({ opening_minor, lines })
        expect(closing_minor).toBe(amounts.reduce((sum, amount) => sum + amount, opening_minor))
        expect(in_minor >= 0n && out_minor <= 0n).toBe(true)
      }),
    )
  })
})
