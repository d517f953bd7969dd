import type { DistanceUnit } from './distance-units.ts'
import { type countryIds, languageRegister, languages } from './geography.ts'

type CountryCode = keyof typeof countryIds
type Language = (typeof languages)[number]

/**
 * Whose form everything has that people read: the reader's language, with the country whose formats and words they know.
 * It is never that of the car park, of the page's address or of what is paid.
 * - On a page, and in what a page asks the server for, files included: the country that is chosen in the header.
 * - Where nobody has chosen one, and in emails and notifications, which no page asks for: the account's country.
 * - Without either, the language alone: British English or French, and no currency is at home.
 * Posters at a car park, and tariffs in the desk's list of car parks, which name its country, have the form of that country
 * (decision 62).
 */
export type Locale = Language | `${Language}-${CountryCode}`

/** What a country's readers expect. Amounts of another country's currency carry its code. */
interface CountryFormats {
  /** The currency that is written with its sign alone. */
  currency: 'NGN' | 'CAD' | 'USD' | 'XOF'
  /**
   * Whose dates, times and numbers `Intl` writes, where not those of the language: `en-US` has 12-hour times and "Nov 28", the
   * others 24-hour times.
   */
  intl?: Partial<Record<Language, string>>
  /** `imperial`: miles, feet and inches. */
  units: 'metric' | 'imperial'
}

/** The one table of formats by country; the words of a country are in `i18n/words.ts`. */
export const formatsByCountry: Record<CountryCode, CountryFormats> = {
  US: { currency: 'USD', intl: { en: 'en-US' }, units: 'imperial' },
  CA: { currency: 'CAD', intl: { en: 'en-US' }, units: 'metric' },
  NG: { currency: 'NGN', units: 'metric' },
  SN: { currency: 'XOF', units: 'metric' },
}

export const localeOf = (language: Language, country: CountryCode | null | undefined): Locale =>
  country === null || country === undefined ? language : `${language}-${country}`

const formatsOf = (locale: string): CountryFormats | undefined =>
  (formatsByCountry as Record<string, CountryFormats>)[locale.slice(3)]

/** The locale for `Intl`; English without a country is British English: day before month, 24-hour times. */
export const intlLocale = (locale: string): string =>
  formatsOf(locale)?.intl?.[languageIn(locale)] ?? languageRegister[languageIn(locale)].intl

export const languageIn = (locale: string): Language =>
  languages.find((language) => locale.startsWith(language)) ?? 'en'

/** The country of a locale; null for a language alone. */
export const countryIn = (locale: Locale): CountryCode | null => (locale.slice(3) || null) as CountryCode | null

export const homeCurrency = (locale: string): CountryFormats['currency'] | undefined => formatsOf(locale)?.currency

export const usesMiles = (locale: string): boolean => formatsOf(locale)?.units === 'imperial'

/** The currency of a country's prices. */
export const currencyOf = (country: CountryCode): CountryFormats['currency'] => formatsByCountry[country].currency

/** The unit of a country's longer distances. */
export const distanceUnitOf = (country: CountryCode): DistanceUnit =>
  formatsByCountry[country].units === 'imperial' ? 'mi' : 'km'
