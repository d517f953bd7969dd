import type { ParsedQuery } from '#contract/endpoint.ts'
import type { Box } from '#contract/fields.ts'
import { amenities as knownAmenities } from '#contract/parks/park-lists.ts'
import type { Amenity, listParks } from '#contract/parks/parks.ts'
import type { Language } from '#contract/places/places.ts'
import type { Elsewhere } from '#contract/search/search-areas.ts'
import { findWindow } from '#server/features/availability/window.ts'
import type { View } from '#server/features/parks/summaries.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { parseTypedText } from '#server/features/places/text-matching.ts'
import type { Point } from '#server/geo.ts'
import { fieldError } from '#server/http/errors.ts'
import { listNamed } from './exact-names.ts'
import { hasAnyPark, type Filters, type Word } from './filter.ts'
import type { LoadedIndex } from './live/loaded-index.ts'
import type { ReferenceData } from './live/reference-data.ts'
import { exactNameTerm } from './name-terms.ts'
import { findPlaceByText, findSimilarPlace } from './places/place-by-text.ts'
import { locateTyped, type TypedText } from './positions/locate-typed.ts'
import { formatPosition } from './positions/read-position.ts'
import { specialTerms } from './special-terms.ts'
import { alongStreet_m, type FoundStreet } from './streets/find-streets.ts'

export type ListQuery = ParsedQuery<typeof listParks>
/** The filters that the list and the map share. */
export type SearchQuery = Omit<ListQuery, 'page' | 'size' | 'with_amenities'>

export type Sort = 'best' | 'price' | 'distance' | 'rating'

/**
 * A resolved search query. `named`: the term of the parks that the text names exactly, which come first. `reach_m`: the
 * radius of a place, beyond which the nearest parks are listed if it has none.
 */
export interface Search {
  filters: Filters
  view: View
  sort: Sort
  named?: string | undefined
  elsewhere?: Elsewhere | undefined
  reach_m?: number | undefined
}

/** Where a geocoder or our streets find a text that nothing else answers. */
export type Located = ({ kind: 'address' } & Point) | ({ kind: 'street' } & FoundStreet)

/**
 * Resolves a query; the exact name of a park is that park, a position or a text that clearly names a country, state or
 * place sets the area, else it is words, or the address or street where it was `located`. Throws a 422 for an invalid window, vehicle type, country, amenity or coordinates, and
 * for distances without a centre.
 */
export function parseSearch(
  index: LoadedIndex,
  query: SearchQuery,
  language: Language,
  now: Date,
  located?: Located,
): Search {
  const { reference } = index
  const window = findWindow(query, now)
  const type = reference.getVehicleType(query.vehicle_type_id)
  const vehicle = {
    ...type,
    height_cm: query.height_cm ?? type.height_cm,
    length_cm: query.length_cm ?? type.length_cm,
    width_cm: query.width_cm ?? type.width_cm,
  }
  const given = readPoint(query)
  const country = query.country === undefined ? undefined : reference.getCountry(query.country)
  const amenities = readAmenities(query.amenities)
  const text = query.search === undefined || query.search === '' ? undefined : query.search
  if (given === undefined && text === undefined && (query.radius !== undefined || query.sort === 'distance'))
    throw fieldError('lat', 'required')
  const meant = text === undefined ? {} : readText(index, text, { given, located, country_id: country?.id })
  const centre = given ?? meant.centre
  const isNearest = given !== undefined && query.nearest !== undefined && query.bbox === undefined
  const ofPoint = isNearest && country === undefined ? index.places.findNearest(given)?.country_id : undefined
  const ofBox = query.home === undefined ? undefined : findOwnSide(index, query.bbox, query.home)
  const radius_m = query.radius ?? (query.bbox === undefined ? meant.radius_m : undefined)
  const reach_m = isNearest ? radius_m : query.bbox === undefined ? meant.reach_m : undefined
  const filters: Filters = {
    countries: [country?.id, meant.country_id, ofPoint, ofBox].filter((id) => id !== undefined),
    state_id: meant.state_id,
    kind: query.kind,
    amenities,
    words: meant.words,
    within: centre === undefined || radius_m === undefined ? undefined : { ...centre, radius_m },
    box: query.bbox,
    along: meant.along,
    max_price: query.max_price,
    access: {
      step_free: query.step_free !== undefined,
      lift: query.lift !== undefined,
      bay_width_cm: query.bay_width_cm,
    },
    mustFit: query.fits !== undefined,
  }
  const sort = query.sort ?? (given === undefined ? 'best' : 'distance')
  return {
    filters,
    view: { vehicle, window, centre, now, language },
    sort: sort === 'distance' && centre === undefined ? 'best' : sort,
    named: meant.named,
    elsewhere: meant.elsewhere,
    reach_m,
  }
}

/**
 * Returns the country to whose side of a border a box belongs: `home` if the middle of the box is there. A box around
 * the other side, or one without a place near its middle, has no side.
 */
function findOwnSide({ places, reference }: LoadedIndex, box: Box | undefined, home: string): number | undefined {
  const { id } = reference.getCountry(home)
  if (box === undefined) return undefined
  const { west, south, east, north } = box
  const middle = { lat: (south + north) / 2, lng: middleLng(west, east) }
  return places.findNearest(middle)?.country_id === id ? id : undefined
}

/** Halfway from west to east, also across the date line. */
function middleLng(west: number, east: number): number {
  const middle = (west + (east < west ? east + 360 : east)) / 2
  return middle > 180 ? middle - 360 : middle
}

/** Returns the search for what is beyond the place's own reach; undefined if it does not go farther. */
export function widenSearch(search: Search): Search | undefined {
  const { reach_m, filters } = search
  const { within, along } = filters
  if (along !== undefined && filters.box === undefined && along.reach_m < streetReach_m)
    return { ...search, filters: { ...filters, along: { ...along, reach_m: streetReach_m } } }
  if (reach_m === undefined || within === undefined || within.radius_m >= farthest_m) return undefined
  return { ...search, filters: { ...filters, within: { ...within, radius_m: farthest_m } } }
}

export function readPoint({ lat, lng }: { lat?: number | undefined; lng?: number | undefined }): Point | undefined {
  if (lat === undefined && lng === undefined) return undefined
  if (lat === undefined || lng === undefined) throw fieldError(lat === undefined ? 'lat' : 'lng', 'pair')
  return { lat, lng }
}

function readAmenities(text: string | undefined): Amenity[] {
  if (text === undefined) return []
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !(knownAmenities as readonly string[]).includes(name))
  if (unknown.length > 0) throw fieldError('amenities', 'amenity')
  return names as Amenity[]
}

interface TextMeaning {
  country_id?: number
  state_id?: number
  centre?: Point
  along?: Filters['along']
  radius_m?: number
  /** The radius of the place itself: less than `radius_m` where it has no parks. */
  reach_m?: number
  words?: Word[]
  named?: string | undefined
  elsewhere?: Elsewhere | undefined
  /** Words of a place's name, not the whole of it. */
  isByWords?: true
  /** A place that has the name of the street that it is. */
  isStreet?: true
}

/** With coordinates, the text is only words, since the area is given. */
function readText(
  index: LoadedIndex,
  search: string,
  {
    given,
    located,
    country_id,
  }: { given: Point | undefined; located: Located | undefined; country_id?: number | undefined },
): TextMeaning {
  const { reference, places } = index
  if (given !== undefined) return { words: readWords(reference, search) }
  const typed = locateTyped(index, search, 'search', country_id)
  const elsewhere = country_id === undefined ? undefined : findElsewhere(index, typed, country_id)
  if (typed.point !== undefined)
    return { ...aroundPlace(index, { ...typed.point, radius_m: addressReach_m, country_id }), elsewhere }
  const { text } = typed
  if (located?.kind === 'street')
    return {
      along: { street: located, reach_m: alongStreet_m },
      reach_m: alongStreet_m,
      country_id: located.country_id,
    }
  const own = readOwnText(index, text, country_id)
  if (own !== undefined) return own
  const words = readWords(reference, text)
  if (elsewhere !== undefined) return { words, elsewhere }
  if (located !== undefined) return aroundPlace(index, { ...located, radius_m: addressReach_m, country_id })
  const similar = findSimilarPlace(places, text, country_id)
  return similar?.kind === 'place' ? aroundPlace(index, similar) : { words }
}

/** Returns what our own data says of a text, in the chosen country if there is one. */
function readOwnText(index: LoadedIndex, text: string, country_id: number | undefined): TextMeaning | undefined {
  const { reference, places } = index
  const country = reference.findCountry(text)
  if (country !== undefined)
    return [undefined, country.id].includes(country_id) ? { country_id: country.id } : undefined
  const named = exactNameTerm(text)
  if (named !== undefined && listNamed(index, { country_id }, named).length > 0)
    return { words: readWords(reference, text, named), named }
  const place = findPlaceByText(places, reference, text, country_id)
  if (place?.kind === 'place')
    return {
      ...aroundPlace(index, place),
      ...(place.isByWords === true && { isByWords: true }),
      ...(place.isStreet === true && { isStreet: true }),
    }
  if (place?.kind === 'state') return { state_id: place.id }
  const words = readWords(reference, text)
  return hasAnyPark(index, words, country_id) ? { words } : undefined
}

/** Returns where a text is, if that is not in the chosen country. */
function findElsewhere(index: LoadedIndex, typed: TypedText, country_id: number): Elsewhere | undefined {
  const { reference, places } = index
  const at = (id: number, name: string | null) =>
    id === country_id ? undefined : { name, country_code: reference.getCountryById(id).code }
  if (typed.point !== undefined) {
    const nearest = places.findNearest(typed.point)
    const around = { country_id, within: { ...typed.point, radius_m: farthest_m } }
    // At a border, what is near is in both countries.
    if (nearest === undefined || index.parks.count(around) > 0) return undefined
    return at(nearest.country_id, formatPosition(typed.point))
  }
  const { text } = typed
  const country = reference.findCountry(text)
  if (country !== undefined) return at(country.id, null)
  const named = exactNameTerm(text)
  const [park] = named === undefined ? [] : listNamed(index, {}, named)
  if (park !== undefined) return at(park.country_id, text.trim())
  const place = findPlaceByText(places, reference, text)
  return place && at(place.country_id, place.name)
}

/**
 * Returns how our own data answers a text: it is a position or is `named` as a country, state, place or park, a place is a
 * `street` of that name, or a place or parks have its `words`; undefined if not at all.
 */
export function findOwnAnswer(
  index: LoadedIndex,
  search: string,
  country: string | undefined,
): 'named' | 'street' | 'words' | undefined {
  const country_id = country === undefined ? undefined : index.reference.getCountry(country).id
  const typed = locateTyped(index, search, 'search', country_id)
  if (typed.point !== undefined) return 'named'
  const own = readOwnText(index, typed.text, country_id)
  if (own !== undefined) {
    if (own.isStreet === true) return 'street'
    const isNamed = own.named !== undefined || (own.words === undefined && own.isByWords !== true)
    return isNamed ? 'named' : 'words'
  }
  if (country_id === undefined || findElsewhere(index, typed, country_id) === undefined) return undefined
  const place = findPlaceByText(index.places, index.reference, typed.text)
  return place?.kind === 'place' && place.isByWords === true ? 'words' : 'named'
}

/** How far around an address parks are listed. */
const addressReach_m = 5_000
/** How far from a street that has none along it. */
const streetReach_m = 5_000

/** Where a place has no car park within its own reach, those within this distance are listed. */
const farthest_m = 50_000

/** Nothing across a border: what is around a place is in its country. */
function aroundPlace(
  { parks }: LoadedIndex,
  { lat, lng, radius_m, country_id }: Point & { radius_m: number; country_id: number | undefined },
): TextMeaning {
  const hasParks = parks.count({ country_id, within: { lat, lng, radius_m } }) > 0
  return {
    centre: { lat, lng },
    radius_m: hasParks ? radius_m : farthest_m,
    reach_m: radius_m,
    ...(country_id !== undefined && { country_id }),
  }
}

/** Returns the words that parks must have; those with the term `named` need none of them. */
const readWords = ({ sources }: ReferenceData, text: string, named?: string): Word[] =>
  parseTypedText(text).words.map((word) => {
    const ofSource = sources.filter(({ title }) => normalizeText(title).split(' ').includes(word))
    const terms = ofSource.map(({ code }) => specialTerms.source(code))
    return { word, terms: named === undefined ? terms : [...terms, specialTerms.whole(named)] }
  })
