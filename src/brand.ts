/** Addresses by network; those that are left out are not shown. */
type SocialLinks = Partial<Record<'facebook' | 'instagram' | 'linkedin' | 'twitter', string>>

/**
 * The product's name and every address that belongs to whoever runs it.
 * Replace them here and nowhere else. What is not set is not shown.
 */
export const brand = {
  name: 'Parkwell',
  slug: 'parkwell',
  /** Part of identifiers in calendar files and emails, which must not change; nobody reads it. */
  domain: 'parkwell.example',
  /** Who issues receipts, and its tax numbers by country, such as `{ NG: [['TIN', '…']], CA: [['GST/HST', '…']] }`. */
  company: {
    legalName: undefined as string | undefined,
    taxNumbers: {} as Partial<Record<'NG' | 'CA' | 'SN' | 'US', readonly (readonly [name: string, number: string])[]>>,
  },
  /** Without one, people are led to the form of the help page. */
  supportEmail: undefined as string | undefined,
  /** Where operators list their spaces; without one, links lead to our own page, where they claim and list them. */
  partnerSite: undefined as string | undefined,
  /** Demonstrations are given in these hours of the team's zone (Monday is 1), but not on its country's holidays. */
  demonstrations: { zone: 'Africa/Lagos', country_code: 'NG', weekdays: [1, 2, 3, 4, 5], from_hour: 9, to_hour: 17 },
  /** Addresses in the two stores; without them, links lead to the page that explains installing from the browser. */
  apps: { ios: undefined as string | undefined, android: undefined as string | undefined },
  /** By country; `DEFAULT` for the networks where a country has none of its own. */
  social: { NG: {}, CA: {}, SN: {}, US: {}, DEFAULT: {} } as Record<'NG' | 'CA' | 'SN' | 'US' | 'DEFAULT', SocialLinks>,
} as const

/** Where links for operators lead. */
export const partnerAddress: string = brand.partnerSite ?? '/partners'

/** Who issues a receipt in a country: the legal name and tax numbers, line by line; empty if neither is set. */
export const companyLinesOf = (
  country: keyof typeof brand.company.taxNumbers,
  { legalName, taxNumbers }: typeof brand.company = brand.company,
): string[] => [
  ...(legalName === undefined ? [] : [legalName]),
  ...(taxNumbers[country] ?? []).map((parts) => parts.join('\u00a0')),
]

/** The part of the help page where people write to us. */
export const contactPath = '/help#contact'

/** Where people reach us: the support address, or the form of the help page at `origin`. */
export const contactAt = (origin: string): string => brand.supportEmail ?? `${origin}${contactPath}`

/** The social links of a country's readers. */
export const socialLinksOf = (
  country: keyof typeof brand.social,
  social: Partial<typeof brand.social> = brand.social,
): [network: keyof SocialLinks, address: string][] =>
  Object.entries({ ...social.DEFAULT, ...social[country] }) as [keyof SocialLinks, string][]
