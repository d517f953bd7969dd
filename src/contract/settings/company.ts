import { type countryCodes, countryZones } from '#contract/geography.ts'
import { networks, settings, type Network, type Settings } from './settings.ts'

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

/** The zone of the times of what is for one country, or for all of them (null), when the team's counts. */
export const zoneOfAudience = (country: CountryCode | null): string =>
  country === null ? team.zone : countryZones[country]

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

/** Whether the marketplace sells in a country. */
export const sellsIn = (country: CountryCode): boolean =>
  settings().site[`marketplace_${country.toLowerCase() as Lowercase<CountryCode>}`]

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
