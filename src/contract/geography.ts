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

/**
 * The languages of the interface: a further one is a line here and a folder of sentences in `src/i18n`. `intl` names whose
 * numbers, dates and plural forms it has, `open_graph` what previews call it. `at` and `until` stand before a time within a
 * sentence.
 */
export const languageRegister = {
  en: { name: 'English', intl: 'en-GB', open_graph: 'en_US', at: 'at', until: 'until' },
  fr: { name: 'Français', intl: 'fr', open_graph: 'fr_FR', at: 'à', until: 'jusqu’à' },
} as const
export const languages = Object.keys(languageRegister) as (keyof typeof languageRegister)[]

/** The languages of texts that are stored in two: of pages, names and descriptions. Readers of others have the English ones. */
export const textLanguages = ['en', 'fr'] as const
export type TextLanguage = (typeof textLanguages)[number]
export const textLanguageOf = (language: string): TextLanguage => (language.startsWith('fr') ? 'fr' : 'en')

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
