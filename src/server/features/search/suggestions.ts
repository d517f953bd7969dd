import type { ParsedQuery } from '#contract/endpoint.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import type {
  KnownPlace,
  Language,
  listKnownPlaces as knownPlaces,
  suggest,
  Suggestion,
} from '#contract/places/places.ts'
import type { Deps } from '#server/deps.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import {
  dropJoins,
  dropParking,
  matchTyped,
  mayHaveErrors,
  parsePartialText,
  wordAlternatives,
  type Match,
  type TypedText,
} from '#server/features/places/text-matching.ts'
import { distanceM, type Point } from '#server/geo.ts'
import { findAddresses, toSuggestion } from './addresses.ts'
import { cardOf, type IndexRow } from './evaluator.ts'
import { isNamed } from './exact-names.ts'
import type { Filter } from './index/types.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import type { ReferenceData } from './live/reference-data.ts'
import { exactNameTerm } from './name-terms.ts'
import type { SuggestionRequest } from './places/place-index.ts'
import {
  listKnownPlaces,
  suggestPlaces,
  suggestPostcodeAtEnd,
  suggestPosition,
  suggestPostcodes,
  type RankedSuggestion,
} from './places/place-suggestions.ts'
import { locateTyped } from './positions/locate-typed.ts'
import { readPoint } from './search-query.ts'
import { specialTerms } from './special-terms.ts'
import { findStreets, passesPlaces, suggestStreet } from './streets/find-streets.ts'
import { hasHouseNumber, isStreetName, readNamesake } from './streets/street-names.ts'

const most = 10
/** Weight of distance, and the distance in metres at which it has no effect. */
const nearness = { weight: 0.2, reach_m: 50_000 }

/**
 * Returns suggestions from our own data, with the streets that the text names; where nothing has the whole text, the
 * geocoder's addresses come first, then the streets.
 */
export async function suggestPlacesAndAddresses(
  { search, geocoder }: Pick<Deps, 'search' | 'geocoder'>,
  query: ParsedQuery<typeof suggest>,
  locale: Locale,
): Promise<Suggestion[]> {
  const language = languageIn(locale)
  const index = await search.current()
  const ranked = rankSuggestions(index, query, locale)
  const { isSure, isWhole, text } = ranked
  const country_id = query.country === undefined ? undefined : index.reference.getCountry(query.country).id
  const shops = ranked.suggestions.filter(isStreetPlace)
  const named = await findStreets(index, text, { country_id, byAddresses: !isSure || shops.length > 0 })
  // "Toronto" is the city, not Toronto Street as well.
  const streets = named
    .filter((street) => street.isSure || !isWhole)
    .toSorted((a, b) => Number(passesPlaces(b.street, shops)) - Number(passesPlaces(a.street, shops)))
  const found: Suggestion[] = []
  for (const street of streets.map((each) => suggestStreet(each, index, language)))
    if (found.length < mostStreets && !found.some((other) => isSame(other, street))) found.push(street)
  const suggestions = ranked.suggestions.filter((place) => !found.some((street) => isSame(place, street)))
  if (isSure) {
    // With a house number, a car park that has it; otherwise the street before what only lies in it or has its words.
    const isStreet = streets[0]?.isSure === true && !isWhole && passesPlaces(streets[0].street, shops)
    const firstPark = isStreet ? 0 : suggestions.findIndex(({ kind }) => kind === 'park')
    const before = firstPark === -1 || hasHouseNumber(text) ? suggestions.length : firstPark
    return [
      ...suggestions.slice(0, Math.min(before, most - found.length)),
      ...found,
      ...suggestions.slice(before),
    ].slice(0, most)
  }
  const addresses = await findAddresses(geocoder, index, { text, country: query.country, language })
  const known = [...addresses.map((address) => toSuggestion(address, index, language)), ...found, ...suggestions]
  const name = known.length === 0 ? readNamesake(text) : undefined
  // A street that nobody knows is often called like a place: "Avenue Cheikh Anta Diop" passes the university.
  return name === undefined ? known.slice(0, most) : suggestNamesakes(index, { ...query, q: name }, locale)
}

/** Whether a place is a street of shops, which is the street itself: "Rue Peel". */
const isStreetPlace = ({ kind, name }: Suggestion) => kind === 'mall' && isStreetName(name)

/** Streets of one name in several cities. */
const mostStreets = 3

/** Returns what is called like a street in the chosen country. */
function suggestNamesakes(index: LoadedIndex, query: ParsedQuery<typeof suggest>, locale: Locale): Suggestion[] {
  const { suggestions, isSure } = rankSuggestions(index, query, locale)
  const { places, reference } = index
  const country_id = query.country === undefined ? undefined : reference.getCountry(query.country).id
  return isSure
    ? suggestions.filter((at) => country_id === undefined || places.findNearest(at)?.country_id === country_id)
    : []
}

export const findSuggestions = (index: LoadedIndex, query: ParsedQuery<typeof suggest>, locale: Locale): Suggestion[] =>
  rankSuggestions(index, query, locale).suggestions

/**
 * Returns at most ten places and parks for the typed text: matches without errors first, then the chosen country's,
 * then by score.
 */
function rankSuggestions(
  index: LoadedIndex,
  query: ParsedQuery<typeof suggest>,
  locale: Locale,
): { suggestions: Suggestion[]; isSure: boolean; isWhole: boolean; text: string } {
  const language = languageIn(locale)
  const near = readPoint(query)
  const country = query.country === undefined ? undefined : index.reference.getCountry(query.country)
  const meant = locateTyped(index, query.q, 'q', country?.id)
  if (meant.point !== undefined) {
    const position = suggestPosition(index.places, index.reference, meant.point, language)
    return { suggestions: [position], isSure: true, isWhole: true, text: '' }
  }
  const { text } = meant
  const typed = parsePartialText(text)
  if (typed.words.length === 0) return { suggestions: [], isSure: true, isWhole: false, text }
  const findFor = (words: TypedText, tier: SuggestionRequest['tier']) => {
    const request: SuggestionRequest = { country_id: country?.id, language, locale, tier, near }
    return [
      ...suggestPlaces(index.places, index.reference, words, request),
      ...suggestParks(index, text.trim(), words, request),
    ]
  }
  const named = dropParking(typed)
  const spellings = [typed, dropJoins(typed), named, named && dropJoins(named)]
  const find = (tier: SuggestionRequest['tier']) =>
    spellings.flatMap((words) => (words === undefined ? [] : findFor(words, tier)))
  const { reference } = index
  const exact = [...suggestPostcodes(reference, text, language), ...find('sure')]
  const beforeParking = exact.length === 0 ? dropParking(typed, true) : undefined
  if (beforeParking !== undefined) exact.push(...findFor(beforeParking, 'sure'))
  const isSure = exact.length > 0
  if (!isSure) exact.push(...suggestPostcodeAtEnd(reference, text, language))
  const found = exact.length === 0 && mayHaveErrors(typed) ? find('alike') : exact
  const isMeantAbroad = found.some((entry) => entry.country_id !== country?.id && isLargeByName(entry, typed))
  const scored = found.map((entry) => ({
    ...entry,
    // "New York" is not Newtonbrook in North York, also in Canada.
    isChosen: entry.country_id === country?.id && (!isMeantAbroad || isNameOrCode(entry)),
    score: entry.match.score + (near === undefined ? 0 : bonusOf(near, entry.suggestion)),
  }))
  scored.sort(
    (a, b) => Number(b.isChosen) - Number(a.isChosen) || b.score - a.score || compare(a.suggestion, b.suggestion),
  )
  const shown: typeof scored = []
  for (const entry of scored) {
    if (shown.length === mostCompared) break
    // Nobody who finds something at home means a car park abroad that only has the words.
    if (entry.isBookable !== undefined && !entry.isChosen && entry.match.isWhole !== true && scored[0]?.isChosen)
      continue
    if (!shown.some((other) => isSame(other.suggestion, entry.suggestion))) shown.push(entry)
  }
  const isWhole = shown.some(
    ({ match, state_id, suggestion }) =>
      !isStreetPlace(suggestion) && match.isWhole === true && (state_id !== undefined || match.score >= largePlace),
  )
  return { suggestions: parkingFirst(index, shown).slice(0, most), isSure, isWhole, text }
}

/** The score of a place of some size by its whole name. */
const largePlace = 0.95
/** The score of one of the largest places by the beginning of a name. */
const largestPlace = 0.8

const isNameOrCode = ({ match }: Pick<RankedSuggestion, 'match'>): boolean =>
  match.isWhole === true || match.isStart === true

/** Whether a text of several words begins the name of one of the largest places, or is one. */
const isLargeByName = ({ match, isBookable, state_id }: RankedSuggestion, { words }: TypedText): boolean =>
  isBookable === undefined &&
  state_id === undefined &&
  match.score >= largestPlace &&
  (words.length > 1 ? isNameOrCode({ match }) : match.isWhole === true)
/** Suggestions of which some may come first because there is parking. */
const mostCompared = 16
/** How near a place's car parks are for it to be suggested first. */
const nearEnough_m = 10_000

/**
 * Returns the suggestions of each country with those that lead to parking first: car parks that can be booked, and places
 * with any. A place that is typed as a whole, and what was typed with errors, keeps its place.
 */
function parkingFirst(
  { parks }: LoadedIndex,
  ranked: readonly (RankedSuggestion & { isChosen: boolean })[],
): Suggestion[] {
  const leadsToParking = ({ suggestion: { lat, lng }, country_id, state_id, isBookable }: RankedSuggestion) => {
    const area = state_id === undefined ? { within: { lat, lng, radius_m: nearEnough_m } } : { state_id }
    return isBookable ?? parks.count({ country_id, ...area }) > 0
  }
  const keepsItsPlace = ({ match, state_id }: RankedSuggestion) =>
    match.tier === 'alike' || (match.isWhole === true && state_id === undefined)
  return ranked
    .map((entry) => ({ ...entry, leads: keepsItsPlace(entry) || leadsToParking(entry) }))
    .toSorted((a, b) => Number(b.isChosen) - Number(a.isChosen) || Number(b.leads) - Number(a.leads))
    .map(({ suggestion }) => suggestion)
}

/** Places of one name within this distance are one place, which several sources have. */
const samePlace_m = 2_000

/** Whether two suggestions look the same or are one place, for example a market in two sources. */
function isSame(a: Suggestion, b: Suggestion): boolean {
  if ((a.slug ?? a.kind) === (b.slug ?? b.kind) && a.name === b.name && a.context === b.context) return true
  const arePlaces = [a, b].every(({ kind }) => kind !== 'park' && kind !== 'state')
  return arePlaces && distanceM(a, b) <= samePlace_m && normalizeText(a.name) === normalizeText(b.name)
}

/** Returns the places of a country that a page can suggest without a request. */
export function findKnownPlaces(
  { places, reference }: LoadedIndex,
  query: ParsedQuery<typeof knownPlaces>,
  language: Language,
): KnownPlace[] {
  return listKnownPlaces(places, reference, reference.getCountry(query.country).id, language)
}

/** A total order, so that equal scores have a stable order. */
const compare = (a: Suggestion, b: Suggestion): number =>
  compareTexts(a.name, b.name) ||
  compareTexts(a.context, b.context) ||
  compareTexts(a.slug ?? '', b.slug ?? '') ||
  a.lat - b.lat ||
  a.lng - b.lng

const compareTexts = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const bonusOf = (near: Point, at: Point) => nearness.weight * Math.exp(-distanceM(near, at) / nearness.reach_m)

function suggestParks(
  { parks, reference }: LoadedIndex,
  text: string,
  typed: TypedText,
  request: SuggestionRequest,
): RankedSuggestion[] {
  const rows = new Map<string, IndexRow>()
  const page = { offset: 0, limit: mostOfEachLookup }
  for (const { filter, near } of parkLookups(text, typed, request)) {
    const found = near === undefined ? parks.top(filter, page) : parks.near(near, filter, page).items
    for (const { row } of found) rows.set(row.id, row)
  }
  const named = exactNameTerm(text)
  return [...rows.values()].flatMap((row) => suggestPark(reference, row, named, typed, request) ?? [])
}

const mostOfEachLookup = 6
/** Score of a park by its exact name: more than any place by name, less than one by code. */
const exactName = 1.1

interface ParkLookup {
  filter: Filter<Uint8Array>
  near?: Point
}

/**
 * Queries for parks: by code, exact name, name prefix, then words; in the chosen country, everywhere, bookable and
 * nearby.
 */
function parkLookups(text: string, typed: TypedText, { country_id, tier, near }: SuggestionRequest): ParkLookup[] {
  const scopes: Filter<Uint8Array>[] = [
    ...(country_id === undefined ? [] : [{ country_id, bookable: true }, { country_id }]),
    { bookable: true },
    {},
  ]
  if (tier === 'alike') return scopes.map((scope) => ({ filter: { ...scope, words: typed.words, typos: true } }))
  const words = wordAlternatives(typed)
  const named = exactNameTerm(text)
  return [
    { filter: { words: [specialTerms.code(text)] } },
    ...[country_id, undefined].flatMap((id) =>
      named === undefined ? [] : [{ filter: { country_id: id, words: [specialTerms.whole(named)] } }],
    ),
    { filter: { words: [...words, specialTerms.nameStarts(words[0]!)], country_id } },
    ...scopes.map((scope) => ({ filter: { ...scope, words } })),
    ...(near === undefined ? [] : [{ filter: { words }, near }]),
  ]
}

function suggestPark(
  reference: ReferenceData,
  row: IndexRow,
  named: string | undefined,
  typed: TypedText,
  { language, locale, tier, country_id: chosen_id }: SuggestionRequest,
): RankedSuggestion | undefined {
  const { id, lat, lng, country_id } = row
  const { facts } = cardOf(row)
  const weight = facts.has_partner ? 0.3 : 0.1
  // Reading the terms of a row takes longer than writing that of a name.
  const isExact = facts.name === null ? isNamed(row, named) : specialTerms.exactName(facts.folded_name) === named
  const match: Match | undefined = isExact
    ? { tier: 'sure', score: exactName + weight / 2, isWhole: true }
    : matchTyped(
        typed,
        { ...facts, name: facts.name ?? '', names: [facts.folded_name], codes: [facts.park_code], weight },
        tier,
      )
  if (match?.tier !== tier) return undefined
  const state = language === 'fr' ? facts.state_fr : facts.state
  const isElsewhere = chosen_id !== undefined && chosen_id !== country_id
  const country = isElsewhere ? reference.countryName(country_id, language) : undefined
  const context = [...new Set([facts.name === null ? null : facts.address, facts.city, state, country])]
    .filter((part) => part !== null && part !== undefined)
    .join(', ')
  const name = labelPark(facts, locale)
  const suggestion: Suggestion = { kind: 'park', name, context, lat, lng, id, slug: facts.slug }
  return { suggestion, match, country_id, isBookable: row.bookable }
}
