import type { KnownPlace, Language, Suggestion } from '#contract/places/places.ts'
import { findPostcodeAtEnd, readPostcode, type Postcode } from '#server/features/places/postcodes.ts'
import type { PlaceRow, StateRow } from '#server/features/places/queries.ts'
import { matchTyped, type Findable, type Match, type TypedText } from '#server/features/places/text-matching.ts'
import type { Point } from '#server/geo.ts'
import type { ReferenceData } from '../live/reference-data.ts'
import { formatPosition } from '../positions/read-position.ts'
import { toFindable, type PlaceIndex, type SuggestionRequest } from './place-index.ts'

/** A suggestion with its match and country; of a park, whether it can be booked. */
export interface RankedSuggestion {
  isBookable?: boolean
  /** Of a state. */
  state_id?: number
  suggestion: Suggestion
  match: Match
  country_id: number
}

/** Returns suggested places and states, unsorted. */
export function suggestPlaces(
  places: PlaceIndex,
  reference: ReferenceData,
  typed: TypedText,
  request: SuggestionRequest,
): RankedSuggestion[] {
  const suggested = places.findCandidates(typed, request).flatMap((row): RankedSuggestion[] => {
    const weight = row.weight * getKindWeight(row.kind)
    const match = matchTyped(typed, { ...toFindable(row), weight }, request.tier)
    if (match?.tier !== request.tier) return []
    return [{ suggestion: toSuggestion(row, reference, request.language), match, country_id: row.country_id }]
  })
  return [...suggested, ...suggestStates(places, reference, typed, request)]
}

const mostKnown = 300

/** Returns a country's most important places and all its states, most important first. */
export function listKnownPlaces(
  places: PlaceIndex,
  reference: ReferenceData,
  country_id: number,
  language: Language,
): KnownPlace[] {
  const rows = places.findHeaviest(country_id, mostKnown)
  const listed = rows.map((row) => ({
    ...toSuggestion(row, reference, language),
    weight: row.weight * getKindWeight(row.kind),
  }))
  const ownStates = reference.states.filter((state) => state.country_id === country_id)
  const states = placeStates(places, reference, ownStates, language).map(({ suggestion }) => ({
    ...suggestion,
    weight: stateWeight,
  }))
  return [...listed, ...states].toSorted((a, b) => b.weight - a.weight)
}

export function toSuggestion(row: PlaceRow, reference: ReferenceData, language: Language): Suggestion {
  const { kind, lat, lng, approximate } = row
  const state = row.state_id === null ? undefined : reference.stateName(row.state_id, language)
  const named = language === 'fr' ? (row.name_fr ?? row.name) : row.name
  const name = row.iata === null || row.kind !== 'airport' ? named : `${named} (${row.iata})`
  const context = contextOf(row.city, state, reference.countryName(row.country_id, language))
  return { kind, name, context, lat, lng, ...(approximate && { approximate }) }
}

/** Returns a position as a suggestion, called after the nearest city; without one, it has no country. */
export function suggestPosition(
  places: PlaceIndex,
  reference: ReferenceData,
  point: Point,
  language: Language,
): Suggestion {
  const city = places.findNearest(point, 'city')
  const state =
    city?.state_id === undefined || city.state_id === null ? undefined : reference.stateName(city.state_id, language)
  const country = places.findNearest(point)?.country_id
  const context = contextOf(
    language === 'fr' ? (city?.name_fr ?? city?.name) : city?.name,
    state,
    country === undefined ? undefined : reference.countryName(country, language),
  )
  return { kind: 'position', name: formatPosition(point), context, ...point }
}

/** Weight of a postcode: one that is typed completely is first whatever it weighs. */
const postcodeWeight = 0.5

/** Returns the postcodes that a text is or starts. */
export function suggestPostcodes(reference: ReferenceData, text: string, language: Language): RankedSuggestion[] {
  const { isWhole, found } = readPostcode(text)
  const match: Match = { tier: 'sure', score: (isWhole ? 1 : 0.4) + postcodeWeight / 2, ...(isWhole && { isWhole }) }
  return found.flatMap((postcode) => suggestPostcode(reference, postcode, language, match))
}

/** Returns the postcode at the end of a text, for addresses that nothing else matches. */
export function suggestPostcodeAtEnd(reference: ReferenceData, text: string, language: Language): RankedSuggestion[] {
  const postcode = findPostcodeAtEnd(text)
  const match: Match = { tier: 'sure', score: postcodeWeight / 2 }
  return postcode === undefined ? [] : suggestPostcode(reference, postcode, language, match)
}

function suggestPostcode(
  reference: ReferenceData,
  { code, state_code, city, lat, lng }: Postcode,
  language: Language,
  match: Match,
): RankedSuggestion[] {
  const state = reference.findState(state_code)
  if (state === undefined) return []
  const { id, country_id } = state
  const context = contextOf(city, reference.stateName(id, language), reference.countryName(country_id, language))
  const suggestion = { kind: 'postcode' as const, name: code, context, lat, lng, approximate: true }
  return [{ suggestion, match, country_id }]
}

/** Weight by kind: cities before airports, unless airports are named, because more drivers go there. */
const getKindWeight = (kind: Suggestion['kind']) => (kind === 'airport' ? 0.75 : 1)

/** Returns for example "Toronto, Ontario, Canada"; a repeated name appears once. */
function contextOf(...parts: (string | null | undefined)[]): string {
  return [...new Set(parts.filter((part) => part !== null && part !== undefined))].join(', ')
}

const stateWeight = 0.5

const stateNames = new WeakMap<StateRow, Findable[]>()

/** The names of a state as the text rules see them. */
function findStateNames(state: StateRow): readonly Findable[] {
  const known = stateNames.get(state)
  if (known !== undefined) return known
  const names = state.names.map((name) => ({ name, folded: name, names: [name], codes: [], weight: stateWeight }))
  stateNames.set(state, names)
  return names
}

function suggestStates(
  places: PlaceIndex,
  reference: ReferenceData,
  typed: TypedText,
  { tier, language }: SuggestionRequest,
): RankedSuggestion[] {
  const matches = new Map<StateRow, Match>()
  for (const state of reference.states) {
    for (const name of findStateNames(state)) {
      const match = matchTyped(typed, name, tier)
      if (match?.tier === tier && match.score > (matches.get(state)?.score ?? -Infinity)) matches.set(state, match)
    }
  }
  return placeStates(places, reference, [...matches.keys()], language).map(({ state, suggestion }) => ({
    suggestion,
    match: matches.get(state)!,
    country_id: state.country_id,
    state_id: state.id,
  }))
}

/** Positions each state at its largest city; states without a city are left out. */
function placeStates(
  places: PlaceIndex,
  reference: ReferenceData,
  states: readonly StateRow[],
  language: Language,
): { state: StateRow; suggestion: Suggestion }[] {
  return states.flatMap((state) => {
    const position = places.findLargestCity(state.id)
    if (position === undefined) return []
    const name = language === 'fr' ? state.name_fr : state.name
    const context = contextOf(reference.countryName(state.country_id, language))
    return [{ state, suggestion: { kind: 'state' as const, name, context, ...position } }]
  })
}
