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
  'position',
] as const

export interface Destination {
  kind: 'city' | 'airport'
  /** Query for the suggestions endpoint, which gives the name and position. */
  query: string
}

/** Popular destinations of each country: large cities, and the busiest airports by IATA code. */
export const destinations: Record<CountryCode, readonly Destination[]> = {
  NG: [
    { kind: 'city', query: 'Lagos' },
    { kind: 'city', query: 'Abuja' },
    { kind: 'city', query: 'Port Harcourt' },
    { kind: 'city', query: 'Kano' },
    { kind: 'city', query: 'Ibadan' },
    { kind: 'city', query: 'Benin City' },
    { kind: 'airport', query: 'LOS' },
    { kind: 'airport', query: 'ABV' },
  ],
  CA: [
    { kind: 'city', query: 'Toronto' },
    { kind: 'city', query: 'Montréal' },
    { kind: 'city', query: 'Vancouver' },
    { kind: 'city', query: 'Québec' },
    { kind: 'city', query: 'Calgary' },
    { kind: 'city', query: 'Ottawa' },
    { kind: 'airport', query: 'YYZ' },
    { kind: 'airport', query: 'YUL' },
  ],
  SN: [
    { kind: 'city', query: 'Dakar' },
    { kind: 'city', query: 'Thiès' },
    { kind: 'city', query: 'Saint-Louis' },
    { kind: 'city', query: 'Mbour' },
    { kind: 'city', query: 'Touba' },
    { kind: 'city', query: 'Ziguinchor' },
    { kind: 'city', query: 'Kaolack' },
    { kind: 'airport', query: 'DSS' },
  ],
  US: [
    { kind: 'city', query: 'New York' },
    { kind: 'city', query: 'Los Angeles' },
    { kind: 'city', query: 'Chicago' },
    { kind: 'city', query: 'San Francisco' },
    { kind: 'city', query: 'Seattle' },
    { kind: 'city', query: 'Boston' },
    { kind: 'airport', query: 'JFK' },
    { kind: 'airport', query: 'LAX' },
  ],
}
