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
 * numbers, dates and plural forms it has. `at` and `until` stand before a time within a
 * sentence.
 */
export const languageRegister = {
  en: { name: 'English', intl: 'en-GB', at: 'at', until: 'until' },
  fr: { name: 'Français', intl: 'fr', at: 'à', until: 'jusqu’à' },
} as const
export const languages = Object.keys(languageRegister) as (keyof typeof languageRegister)[]

/** Kinds of places with their own pages. */
export const placeKinds = ['airport', 'city', 'stadium', 'station'] as const
