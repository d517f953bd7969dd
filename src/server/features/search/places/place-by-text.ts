import { readPostcode } from '#server/features/places/postcodes.ts'
import type { PlaceRow, StateRow } from '#server/features/places/queries.ts'
import { cityReachKm } from '#server/features/places/seed-nearest.ts'
import {
  matchPlaceName,
  matchTyped,
  mayHaveErrors,
  readNames,
  readPlaceText,
} from '#server/features/places/text-matching.ts'
import type { ReferenceData } from '../live/reference-data.ts'
import { isStreetName } from '../streets/street-names.ts'
import { toFindable, type PlaceIndex } from './place-index.ts'

/** A place or state that a search text clearly names; `isByWords` if the text is not its whole name. */
export type NamedPlace =
  | {
      kind: 'place'
      name: string
      country_id: number
      lat: number
      lng: number
      radius_m: number
      isByWords?: true
      /** A street of shops that is listed as a mall: "Rue Peel". */
      isStreet?: true
    }
  | { kind: 'state'; id: number; name: string; country_id: number }

/**
 * Population from which a name means the city instead of the state of the same name: within that state, and elsewhere.
 */
const metropolis = { within: 250_000, elsewhere: 500_000 }
/** If several places share a name, the chosen one needs at least this weight. */
const least_weight = 0.4

/**
 * Returns the place that a search text clearly names: by code, name, or words of a name with its kind ("lagos
 * airport"). Undefined otherwise; then it is searched as words.
 */
export function findPlaceByText(
  places: PlaceIndex,
  reference: ReferenceData,
  text: string,
  country_id?: number,
): NamedPlace | undefined {
  const { isWhole, found } = readPostcode(text)
  const [postcode] = isWhole ? found : []
  const ofPostcode = postcode === undefined ? undefined : reference.findState(postcode.state_code)?.country_id
  if (postcode !== undefined && ofPostcode !== undefined && [undefined, ofPostcode].includes(country_id))
    return toNamedPlace({
      ...postcode,
      name: postcode.code,
      kind: 'postcode',
      population: null,
      country_id: ofPostcode,
    })
  const { named, kind } = readPlaceText(text)
  if (named.length === 0) return undefined
  const typed = { folded: named.join(' '), words: named }
  const matches = places
    .findNamed(typed, kind, country_id)
    .map((row) => ({ row, how: matchPlaceName(named, kind, toFindable(row)) }))
  const exact = matches
    .filter(({ how }) => how === 'exactly')
    .map(({ row }) => row)
    .toSorted((a, b) => b.weight - a.weight)
  const byWords = matches.find(({ how }) => how === 'by words')?.row ?? findAirportOf(typed.folded, matches[0]?.row)
  const [heaviest] = exact
  const isClear =
    heaviest !== undefined && (exact.length === 1 || kind !== undefined || heaviest.weight >= least_weight)
  const place = isClear ? heaviest : byWords
  const state = kind === undefined ? findStateByName(reference, typed.folded, country_id) : undefined
  // "New York" is the city, "Kansas" is not Kansas City in Missouri, "Ontario" is not the town in California.
  const isCity = ({ state_id, population }: (typeof exact)[number]) =>
    (population ?? 0) >= (state_id === state?.id ? metropolis.within : metropolis.elsewhere)
  if (state !== undefined && !exact.some(isCity))
    return { kind: 'state', id: state.id, name: state.name, country_id: state.country_id }
  if (place === undefined) return undefined
  return isClear ? toNamedPlace(place) : { ...toNamedPlace(place), isByWords: true }
}

/** A first name is no airport. */
const shortestName = 5

/** Returns the most important place with a word if it is an airport whose name begins with it: "murtala", not "san". */
function findAirportOf(word: string, place: PlaceRow | undefined): PlaceRow | undefined {
  if (place?.kind !== 'airport' || word.length < shortestName) return undefined
  return readNames(place.folded).some((name) => name.startsWith(`${word} `)) ? place : undefined
}

type Located = Pick<PlaceRow, 'kind' | 'name' | 'country_id' | 'lat' | 'lng' | 'population'>

const toNamedPlace = (row: Located): NamedPlace & { kind: 'place' } => ({
  kind: 'place',
  name: row.name,
  country_id: row.country_id,
  lat: row.lat,
  lng: row.lng,
  radius_m: reachOf(row),
  ...(row.kind === 'mall' && isStreetName(row.name) && { isStreet: true }),
})

/** How far around a place people look for parking: all of a city, and not much more than a walk elsewhere. */
export const reachOf = ({ kind, population }: Pick<PlaceRow, 'kind' | 'population'>): number =>
  kind === 'airport' ? 10_000 : Math.max(5_000, kind === 'city' ? 1_000 * cityReachKm(population ?? 0) : 0)

const findStateByName = (
  { states }: ReferenceData,
  normalized: string,
  country_id: number | undefined,
): StateRow | undefined =>
  states.find(
    (state) => (country_id === undefined || state.country_id === country_id) && state.names.includes(normalized),
  )

/** Returns the large place most similar to a text with typing errors, or undefined. */
export function findSimilarPlace(places: PlaceIndex, text: string, country_id?: number): NamedPlace | undefined {
  const { named } = readPlaceText(text)
  const typed = { folded: named.join(' '), words: named }
  if (!mayHaveErrors(typed)) return undefined
  const [best] = places
    .findLarge(typed, country_id)
    .map((row) => ({ row, match: matchTyped(typed, { ...toFindable(row), codes: [] }) }))
    .filter(({ match }) => match !== undefined)
    .toSorted((a, b) => b.match!.score - a.match!.score)
  return best === undefined ? undefined : toNamedPlace(best.row)
}
