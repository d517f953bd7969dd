import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countryCodes } from '#contract/geography.ts'
import { currencyDigits } from '#contract/money.ts'
import { formatBankFile, type BankTransfer } from './bank-file.ts'

const examples: Record<(typeof countryCodes)[number], BankTransfer> = {
  NG: {
    reference: 'P-NGN-2026-00001',
    holder_name: 'Ọlá Ɗanjuma',
    bank_code: '011',
    number: '0000014579',
    amount_minor: 123_456_700n,
    currency: 'NGN',
  },
  CA: {
    reference: 'P-CAD-2026-00001',
    holder_name: 'Stationnement Régie de l’Œuvre, Inc.',
    bank_code: '000301020',
    number: '1234567',
    amount_minor: 5n,
    currency: 'CAD',
  },
  US: {
    reference: 'P-USD-2026-00001',
    holder_name: 'Lot "A" LLC',
    bank_code: '021000021',
    number: '000123456789',
    amount_minor: 100_000n,
    currency: 'USD',
  },
  SN: {
    reference: 'P-XOF-2026-00001',
    holder_name: 'Fatou Ndiaye',
    bank_code: 'SN010',
    number: 'SN08SN0100152000048500003035',
    amount_minor: 250_000n,
    currency: 'XOF',
  },
}
const rowsOf = (text: string) => parse(text, { columns: true }) as Record<string, string>[]

describe('the file for the bank', () => {
  test('has the columns of its country', () => {
    const files = countryCodes.map((country) => formatBankFile(country, [examples[country]]).text)
    expect(files.join('\n')).toMatchInlineSnapshot(`
      "reference,name,bank_code,account_number,amount,currency
      P-NGN-2026-00001,Ola Danjuma,011,0000014579,1234567.00,NGN

      reference,name,institution,transit,account_number,amount,currency
      P-CAD-2026-00001,"Stationnement Regie de l'OEuvre, Inc.",003,01020,1234567,0.05,CAD

      reference,name,iban,code_banque,code_guichet,numero_compte,cle_rib,amount,currency
      P-XOF-2026-00001,Fatou Ndiaye,SN08SN0100152000048500003035,SN010,01520,000485000030,35,250000,XOF

      reference,name,routing_number,account_number,amount,currency
      P-USD-2026-00001,"Lot ""A"" LLC",021000021,000123456789,1000.00,USD
      "
    `)
  })

  test('counts and sums what it pays', () => {
    const second = { ...examples.NG, reference: 'P-NGN-2026-00002', amount_minor: 1n }
    expect(formatBankFile('NG', [examples.NG, second])).toMatchObject({
      count: 2,
      total_minor: 123_456_701n,
      currency: 'NGN',
    })
    expect(formatBankFile('NG', [])).toMatchObject({ count: 0, total_minor: 0n })
  })

  test.each([
    ['a reference twice', [examples.NG, examples.NG]],
    ['no reference', [{ ...examples.NG, reference: '' }]],
    ['nothing to pay', [{ ...examples.NG, amount_minor: 0n }]],
    ['a negative amount', [{ ...examples.NG, amount_minor: -1n }]],
    ['another currency', [{ ...examples.NG, currency: 'USD' as const }]],
    ['an account of another country', [{ ...examples.US, currency: 'NGN' as const }]],
    ['no bank', [{ ...examples.NG, bank_code: null }]],
    ['a formula for an account', [{ ...examples.NG, number: '=1+1' }]],
  ])('is not written with %s', (_what, transfers) => {
    expect(() => formatBankFile('NG', transfers)).toThrowError(RangeError)
  })

  test('is not written with a Wave number, which banks cannot pay', () => {
    const wave = { ...examples.SN, bank_code: null, number: '+221771234567' }
    expect(() => formatBankFile('SN', [wave])).toThrowError(RangeError)
  })

  test('keeps every name on one line of ASCII that no program takes for a formula', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.string().map((text) => `=${text}`),
          fc.string().map((text) => `\r\n@${text}`),
        ),
        (holder_name) => {
          const { text } = formatBankFile('NG', [{ ...examples.NG, holder_name }])
          expect(text).toMatch(/^[\u0020-\u007e\r\n]*$/)
          const rows = rowsOf(text)
          expect(rows).toHaveLength(1)
          expect(rows[0]).toMatchObject({ account_number: '0000014579', amount: '1234567.00', currency: 'NGN' })
          expect(rows[0]!['name']).not.toMatch(/^[=+\-@\t\r\n]/)
        },
      ),
    )
  })

  test('writes every amount exactly', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countryCodes),
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        (country, amount_minor) => {
          const { text } = formatBankFile(country, [{ ...examples[country], amount_minor }])
          const { amount, currency } = rowsOf(text)[0]!
          const digits = currencyDigits[examples[country].currency]
          expect(currency).toBe(examples[country].currency)
          expect(amount).toMatch(digits === 0 ? /^[1-9]\d*$/ : /^(0|[1-9]\d*)\.\d\d$/)
          expect(BigInt(amount!.replace('.', ''))).toBe(amount_minor)
        },
      ),
    )
  })
})
