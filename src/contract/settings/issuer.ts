import type { countryCodes, languages } from '#contract/geography.ts'
import { inReadersLanguage, settings, type Settings } from './settings.ts'

type Language = (typeof languages)[number]
type CountryCode = (typeof countryCodes)[number]

/** The tax numbers of a country by their names, as they stand on receipts. */
const taxNumbersOf = {
  NG: ({ ng_tin }) => [['TIN', ng_tin]],
  CA: ({ ca_gst, ca_qst }) => [
    ['GST/HST', ca_gst],
    ['QST', ca_qst],
  ],
  SN: ({ sn_ninea }) => [['NINEA', sn_ninea]],
  US: ({ us_ein }) => [['EIN', us_ein]],
} as const satisfies Record<CountryCode, (company: Settings['company']) => [name: string, number: string | null][]>

/** Who issues a receipt in a country: legal name, address and tax numbers, line by line; empty if none is set. */
export function companyLinesOf(country: CountryCode, company: Settings['company'] = settings().company): string[] {
  const { legal_name, address, postal_code, city, state } = company
  const place = [[postal_code, city].filter(Boolean).join(' '), state].filter(Boolean).join(', ')
  const numbers = taxNumbersOf[country](company).flatMap(([name, number]) =>
    number === null ? [] : [`${name}\u00a0${number}`],
  )
  return [...[legal_name, address, place].filter((line): line is string => !!line), ...numbers]
}

/** What whoever runs the product writes at the end of receipts; null if nothing. */
export function receiptNote(language: Language): string | null {
  const { invoice_note_en, invoice_note_fr } = settings().company
  return inReadersLanguage(language, invoice_note_en, invoice_note_fr)
}
