/** Countries served, by the numbers of the specification. */
export const countryIds = { NG: 1, CA: 2, SN: 3, US: 4 } as const
type CountryCode = keyof typeof countryIds
export const countryCodes = ['NG', 'CA', 'SN', 'US'] as const

/** The IANA zone of each country, or its most populous one: days of accounts, deadlines and mails follow it. */
export const countryZones = {
  NG: 'Africa/Lagos',
  CA: 'America/Toronto',
  SN: 'Africa/Dakar',
  US: 'America/New_York',
} as const satisfies Record<CountryCode, string>

export const languages = ['en', 'fr'] as const

/** Kinds of places with their own pages. */
export const placeKinds = ['airport', 'city', 'stadium', 'station'] as const
/** Kinds of suggestions; only parks have `id` and `slug`. */
export const suggestionKinds = [
  'state',
  'city',
  'area',
  'airport',
  'station',
  'stadium',
  'poi',
  'park',
  'neighbourhood',
  'postcode',
  'arena',
  'theatre',
  'convention_centre',
  'museum',
  'mall',
  'market',
  'university',
  'hospital',
  'landmark',
  'address',
  'street',
  'position',
] as const
