import type { countryCodes } from '#contract/geography.ts'
import { inReadersLanguage, networks, settings, type Network, type Settings } from './settings.ts'

type CountryCode = (typeof countryCodes)[number]

/** Parts of identifiers in files, calendars and emails, which must not change; nobody reads them. */
export const identity = { slug: 'parkwell', domain: 'parkwell.example' } as const

/**
 * When the team works, in its zone (Monday is 1) and but for its country's holidays: the hours of demonstrations, and the zone
 * of times in the desk that belong to no place.
 */
export const team = {
  zone: 'Africa/Lagos',
  country_code: 'NG',
  weekdays: [1, 2, 3, 4, 5],
  from_hour: 9,
  to_hour: 17,
} as const

/** Where links for operators lead. */
export const partnerAddress = (): string => settings().site.partner_site ?? '/partners'

/** The part of the help page where people write to us. */
export const contactPath = '/help#contact'

/** Where people reach us: the support address, or the form of the help page at `origin`. */
export const contactAt = (origin: string): string => settings().site.support_email ?? `${origin}${contactPath}`

/** The organizer of an event in a calendar file; nothing without a support address. */
export function organizerOf(): { organizer?: { name: string; email: string } } {
  const { support_email } = settings().site
  return support_email === null ? {} : { organizer: { name: settings().company.name, email: support_email } }
}

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

/** The social links of a country's readers: its own account of a network, or else the one for all. */
export const socialLinksOf = (
  country: CountryCode,
  social: Settings['social'] = settings().social,
): [network: Network, address: string][] =>
  networks.flatMap((network): [Network, string][] => {
    const place = country.toLowerCase() as Lowercase<CountryCode>
    const address = social[`${place}_${network}`] ?? social[`default_${network}`]
    return address === null ? [] : [[network, address]]
  })

/** What whoever runs the product writes at the end of receipts; null if nothing. */
export function receiptNote(language: 'en' | 'fr'): string | null {
  const { invoice_note_en, invoice_note_fr } = settings().company
  return inReadersLanguage(language, invoice_note_en, invoice_note_fr)
}
