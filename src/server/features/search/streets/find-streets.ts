import type { Language, Suggestion } from '#contract/places/places.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import type { Point } from '#server/geo.ts'
import type { LoadedIndex } from '../live/loaded-index.ts'
import { findStreetsOfAddresses } from './address-streets.ts'
import { boxAround, distanceToStreetM, middleOf, StreetIndex, type Street, type StreetMatch } from './street-index.ts'
import { otherKind, readTypedStreets, streetWordsOf, type TypedStreet } from './street-names.ts'

/** A street with the city and country that it is in; `isSure` if the text can hardly mean anything else. */
export interface FoundStreet {
  street: Street
  country_id: number
  city: { name: string; name_fr: string | null; state_id: number | null } | undefined
  isSure: boolean
}

/** Cities of so many streets of one name that their quarters tell them apart. */
const byQuarter = new Set(['New York'])

/** How far from a street its car parks are. */
export const alongStreet_m = 250

let loading: Promise<StreetIndex> | undefined

/** Reads the streets, which takes two seconds: when the first text asks for one, or before. */
export const loadStreets = () => (loading ??= StreetIndex.load())

const postcode = /^(\d{5}|[a-z]\d[a-z]|\d[a-z]\d)$/

/**
 * Returns the streets that a text names, of a country if given; those with the most car parks first. What follows the name
 * must be the city, state, country or postcode. `byAddresses` adds streets of car parks' addresses, which our maps may not have.
 */
export async function findStreets(
  index: LoadedIndex,
  text: string,
  { country_id, byAddresses }: { country_id: number | undefined; byAddresses: boolean },
): Promise<FoundStreet[]> {
  const readings = readTypedStreets(text)
  if (readings.length === 0) return []
  const streets = await loadStreets()
  for (const typed of readings) {
    const mapped = placeStreets(index, streets.find(typed.words), country_id)
    const ofAddresses = byAddresses && typed.isSure ? findStreetsOfAddresses(index, typed.words, country_id) : []
    const others = placeStreets(index, ofAddresses, country_id).filter(
      ({ street }) => !mapped.some((own) => own.fit > otherKind && passes(own.street, street)),
    )
    const found = rankStreets(index, [...mapped, ...others], typed)
    if (found.length > 0) return found
  }
  return []
}

/** How far the position of a shopping street is from the street, of which it may be any point. */
const shops_m = 2_000

/** Whether a street passes one of some places that have its name; any does where there are none. */
export const passesPlaces = (street: Street, places: readonly Point[]): boolean =>
  places.length === 0 || places.some((place) => distanceToStreetM(street, place) <= shops_m)

/** Whether a street of our maps has the doors of one that is known by them. */
const passes = (mapped: Street, ofDoors: Street) => distanceToStreetM(mapped, middleOf(ofDoors)) <= alongStreet_m

type PlacedStreet = Omit<FoundStreet, 'isSure'> & StreetMatch

/** Returns the streets of a country whose city, state, country or postcode the rest of the text names. */
const placeStreets = (
  index: LoadedIndex,
  matches: readonly StreetMatch[],
  country_id: number | undefined,
): PlacedStreet[] =>
  matches.flatMap((match) => {
    const place = placeOf(index, match.street)
    if (place === undefined || (country_id !== undefined && place.country_id !== country_id)) return []
    return isPlaceNamed(index, match, place) ? [{ ...match, ...place }] : []
  })

/** Returns the streets that most of the text names, those of another kind only where there is no other. */
function rankStreets(index: LoadedIndex, placed: readonly PlacedStreet[], { isSure }: TypedStreet): FoundStreet[] {
  const shortest = Math.min(...placed.map(({ rest }) => rest.length))
  const named = placed.filter(({ rest }) => rest.length === shortest)
  const ofKind = named.filter(({ fit }) => fit > otherKind)
  return (ofKind.length > 0 ? ofKind : named)
    .map(({ street, country_id, city, fit }) => {
      const total = index.parks.count({ country_id, box: boxAround(street.box, alongStreet_m) })
      return { street, country_id, city, isSure: isSure && fit > otherKind, weight: (total + 1) * fit }
    })
    .toSorted((a, b) => b.weight - a.weight || b.street.points.length - a.street.points.length)
}

function placeOf({ places }: LoadedIndex, street: Street): Pick<FoundStreet, 'country_id' | 'city'> | undefined {
  const at = middleOf(street)
  const country_id = places.findNearest(at)?.country_id
  return country_id === undefined ? undefined : { country_id, city: places.findNearest(at, 'city') }
}

/** Whether each word after the name is of the place of the street, or a postcode. */
function isPlaceNamed(
  { reference }: LoadedIndex,
  { street, rest }: StreetMatch,
  { country_id, city }: Pick<FoundStreet, 'country_id' | 'city'>,
): boolean {
  if (rest.length === 0) return true
  const state = city?.state_id === null || city?.state_id === undefined ? undefined : reference.getState(city.state_id)
  const { code, name, name_fr } = reference.getCountryById(country_id)
  const around = [street.city, city?.name, city?.name_fr, state?.name, state?.name_fr]
  const words = new Set(
    [...around, state?.code.slice(3), code, name, name_fr, 'usa'].flatMap((entry) =>
      entry === null || entry === undefined ? [] : [...streetWordsOf(entry), ...normalizeText(entry).split(' ')],
    ),
  )
  return rest.every((word) => words.has(word) || postcode.test(word))
}

/** Returns a street as a suggestion, whose name and context name it again when searched. */
export function suggestStreet(
  { street, country_id, city }: FoundStreet,
  { reference }: LoadedIndex,
  language: Language,
): Suggestion {
  const quarter = language === 'fr' ? (city?.name_fr ?? city?.name) : city?.name
  const cityName = byQuarter.has(street.city) ? (quarter ?? street.city) : street.city
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
