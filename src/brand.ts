/**
 * The product's name and every address that belongs to whoever runs it.
 * Replace them here and nowhere else.
 */
export const brand = {
  name: 'Parkwell',
  slug: 'parkwell',
  domain: 'parkwell.example',
  supportEmail: 'support@parkwell.example',
  mailFrom: 'Parkwell <no-reply@parkwell.example>',
  /** Where operators list their spaces; without one, links lead to the page for operators. */
  partnerSite: undefined as string | undefined,
  /** Demonstrations are given in these hours of the team's zone (Monday is 1), but not on its country's holidays. */
  demonstrations: { zone: 'Africa/Lagos', country_code: 'NG', weekdays: [1, 2, 3, 4, 5], from_hour: 9, to_hour: 17 },
  /** Addresses in the two stores; without them, links lead to the page that explains installing from the browser. */
  apps: { ios: undefined as string | undefined, android: undefined as string | undefined },
  /** By country; `DEFAULT` where a country has none of its own. */
  social: {
    NG: social('parkwellng'),
    CA: social('parkwellca'),
    SN: social('parkwellsn'),
    US: social('parkwellus'),
    DEFAULT: social('parkwell'),
  },
} as const

/** Where links for operators lead. */
export const partnerAddress: string = brand.partnerSite ?? '/car-park-management#ask'

function social(name: string) {
  return {
    facebook: `https://www.facebook.com/${name}`,
    instagram: `https://www.instagram.com/${name}`,
    linkedin: `https://www.linkedin.com/company/${name}`,
    twitter: `https://x.com/${name}`,
  }
}
