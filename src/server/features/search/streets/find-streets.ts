import type { Language, Suggestion } from '#contract/places/places.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import type { LoadedIndex } from '../live/loaded-index.ts'
import { boxAround, middleOf, StreetIndex, type Street } from './street-index.ts'
import { readTypedStreet, streetWordsOf } from './street-names.ts'

/** A street with the city and country that it is in. */
export interface FoundStreet {
  street: Street
  country_id: number
  city: { name: string; name_fr: string | null; state_id: number | null } | undefined
}

/** Cities of so many streets of one name that their quarters tell them apart. */
const byQuarter = new Set(['NEW_YORK'])

/** "SAN_FRANCISCO" is San Francisco. */
const cityNameOf = (key: string) =>
  key
    .split('_')
    .map((word) => word[0]! + word.slice(1).toLowerCase())
    .join(' ')

/** How far from a street its car parks are. */
export const alongStreet_m = 250

let loading: Promise<StreetIndex> | undefined

/** Reads the streets when the first text asks for one. */
const loadStreets = () => (loading ??= StreetIndex.load())

const postcode = /^(\d{5}|[a-z]\d[a-z]|\d[a-z]\d)$/

/**
 * Returns the streets that a text names, of a country if given; those with the most car parks first. What follows the name
 * must be the city, state, country or postcode.
 */
export async function findStreets(
  { places, parks, reference }: LoadedIndex,
  text: string,
  country_id: number | undefined,
): Promise<FoundStreet[]> {
  const typed = readTypedStreet(text)
  if (typed === undefined) return []
  const streets = await loadStreets()
  const found = streets.find(typed.words).flatMap(({ street, rest }) => {
    const at = middleOf(street)
    const country = places.findNearest(at)?.country_id
    if (country === undefined || (country_id !== undefined && country !== country_id)) return []
    const city = places.findNearest(at, 'city')
    const state =
      city?.state_id === null || city?.state_id === undefined ? undefined : reference.getState(city.state_id)
    const { code, name, name_fr } = reference.getCountryById(country)
    const around = [street.city.replaceAll('_', ' '), city?.name, city?.name_fr, state?.name, state?.name_fr]
    const words = new Set(
      [...around, state?.code.slice(3), code, name, name_fr, 'usa'].flatMap((entry) =>
        entry === null || entry === undefined ? [] : [...streetWordsOf(entry), ...normalizeText(entry).split(' ')],
      ),
    )
    if (!rest.every((word) => words.has(word) || postcode.test(word))) return []
    const total = parks.count({ country_id: country, box: boxAround(street.box, alongStreet_m) })
    return [{ street, country_id: country, city, total }]
  })
  return found.toSorted((a, b) => b.total - a.total || b.street.points.length - a.street.points.length)
}

/** Returns a street as a suggestion, whose name and context name it again when searched. */
export function suggestStreet(
  { street, country_id, city }: FoundStreet,
  { reference }: LoadedIndex,
  language: Language,
): Suggestion {
  const quarter = language === 'fr' ? (city?.name_fr ?? city?.name) : city?.name
  const cityName = byQuarter.has(street.city) ? (quarter ?? cityNameOf(street.city)) : cityNameOf(street.city)
  const state =
    city?.state_id === null || city?.state_id === undefined ? undefined : reference.stateName(city.state_id, language)
  const parts = [cityName, state, reference.countryName(country_id, language)].filter((part) => part !== undefined)
  return {
    kind: 'street',
    name: street.name,
    context: [...new Set(parts)].join(', '),
    ...middleOf(street),
    approximate: true,
  }
}
