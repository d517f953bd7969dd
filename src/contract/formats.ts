import type { DistanceUnit } from './distance-units.ts'
import type { countryIds, languages } from './geography.ts'

type CountryCode = keyof typeof countryIds
type Language = (typeof languages)[number]

/** A reader's language, with the country whose formats and words they know. Without a country, no currency is at home. */
export type Locale = Language | `${Language}-${CountryCode}`

/** What a country's readers expect. Amounts of another country's currency carry its code. */
interface CountryFormats {
  /** The currency that is written with its sign alone. */
  currency: 'NGN' | 'CAD' | 'USD' | 'XOF'
  /** Whose dates, times and numbers `Intl` writes: `en-US` has 12-hour times and "Nov 28", the others 24-hour times. */
  intl: Record<Language, 'en-US' | 'en-GB' | 'fr'>
  /** `imperial`: miles, feet and inches. */
  units: 'metric' | 'imperial'
  /** Words for those of the English sentences, which are written for Nigeria. */
  words: Readonly<Record<string, string>>
}

const northAmericanWords = {
  'multi-storey car park': 'parking garage',
  'car park': 'parking lot',
  'car parks': 'parking lots',
  kerb: 'curb',
  tyre: 'tire',
  tyres: 'tires',
  'multi-storey': 'multi-level',
}

/** The one table of formats and words by country. */
export const formatsByCountry: Record<CountryCode, CountryFormats> = {
  US: {
    currency: 'USD',
    intl: { en: 'en-US', fr: 'fr' },
    units: 'imperial',
    words: {
      ...northAmericanWords,
      'number plate': 'license plate',
      'number plates': 'license plates',
      postcode: 'ZIP code',
      postcodes: 'ZIP codes',
      centre: 'center',
      colour: 'color',
      organiser: 'organizer',
      organisers: 'organizers',
    },
  },
  CA: {
    currency: 'CAD',
    intl: { en: 'en-US', fr: 'fr' },
    units: 'metric',
    words: {
      ...northAmericanWords,
      'number plate': 'licence plate',
      'number plates': 'licence plates',
      postcode: 'postal code',
      postcodes: 'postal codes',
    },
  },
  NG: { currency: 'NGN', intl: { en: 'en-GB', fr: 'fr' }, units: 'metric', words: {} },
  SN: { currency: 'XOF', intl: { en: 'en-GB', fr: 'fr' }, units: 'metric', words: {} },
}

export const localeOf = (language: Language, country: CountryCode | null | undefined): Locale =>
  country === null || country === undefined ? language : `${language}-${country}`

const formatsOf = (locale: string): CountryFormats | undefined =>
  (formatsByCountry as Record<string, CountryFormats>)[locale.slice(3)]

/** The locale for `Intl`; English without a country is British English: day before month, 24-hour times. */
export const intlLocale = (locale: string): string =>
  formatsOf(locale)?.intl[languageIn(locale)] ?? (languageIn(locale) === 'fr' ? 'fr' : 'en-GB')

export const languageIn = (locale: string): Language => (locale.startsWith('fr') ? 'fr' : 'en')

/** The country of a locale; null for a language alone. */
export const countryIn = (locale: Locale): CountryCode | null => (locale.slice(3) || null) as CountryCode | null

/** Options of `Intl.DateTimeFormat` for the time of day: `14:30`, `2:30 PM`. */
export const clockOptions = (locale: string): Pick<Intl.DateTimeFormatOptions, 'hour' | 'minute'> => ({
  hour: intlLocale(locale) === 'en-US' ? 'numeric' : '2-digit',
  minute: '2-digit',
})

export const homeCurrency = (locale: string): CountryFormats['currency'] | undefined => formatsOf(locale)?.currency

export const usesMiles = (locale: string): boolean => formatsOf(locale)?.units === 'imperial'

/** The unit of a country's longer distances. */
export const distanceUnitOf = (country: CountryCode): DistanceUnit =>
  formatsByCountry[country].units === 'imperial' ? 'mi' : 'km'

const rewords = new Map<string, (sentence: string) => string>()

/** Returns a function that replaces the words of English sentences by those of the reader's country. */
export function rewordFor(locale: string): ((sentence: string) => string) | undefined {
  const words = languageIn(locale) === 'en' ? (formatsOf(locale)?.words ?? {}) : {}
  if (Object.keys(words).length === 0) return undefined
  const cached = rewords.get(locale)
  if (cached !== undefined) return cached
  // Names of values (`{{centre}}`) and addresses (`/car-park`) stay.
  const pattern = new RegExp(String.raw`\{\{[^}]*\}\}|(?<![\w/-])(?:${Object.keys(words).join('|')})(?![\w-])`, 'gi')
  const reword = (sentence: string) =>
    sentence.replaceAll(pattern, (found) => {
      const word = words[found.toLowerCase()]
      if (word === undefined) return found
      return found[0] === found[0]!.toLowerCase() ? word : word.charAt(0).toUpperCase() + word.slice(1)
    })
  rewords.set(locale, reword)
  return reword
}
