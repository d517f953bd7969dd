import type { ParsedQuery } from '#contract/endpoint.ts'
import type { Box } from '#contract/page.ts'
import { amenities as knownAmenities, type Amenity, type listParks, type ParkKind } from '#contract/parks.ts'
import type { Language } from '#contract/places.ts'
import { fieldError } from '#server/errors.ts'
import { foldText } from '#server/features/places/fold.ts'
import type { CountryRow } from '#server/features/places/queries.ts'
import { readTyped } from '#server/features/places/rules.ts'
import type { MeantPlace } from '#server/features/places/search.ts'
import type { Point } from '#server/geo.ts'
import type { VehicleType } from '#server/features/parks/offers.ts'
import type { View } from '#server/features/parks/summaries.ts'
import { findWindow } from '#server/features/availability/window.ts'

export type ListQuery = ParsedQuery<typeof listParks>
/** What the list and the map are asked alike, and what the list alone. */
export type SearchQuery = Omit<ListQuery, 'page' | 'size'>

/** One word that a park must have: one of its own begins so, or its source's title has it whole. */
export type Word = { word: string; sources: readonly string[] }

/** Accessible by measure, as far as it is asked for. */
export type Access = { step_free: boolean; lift: boolean; bay_width_cm: number | undefined }

/** Which parks are asked for: every condition must hold. */
export type Filters = {
  countries: readonly number[]
  state_id: number | undefined
  kind: ParkKind | undefined
  amenities: readonly Amenity[]
  /** No word at all is found nowhere. */
  words: readonly Word[] | undefined
  within: (Point & { radius_m: number }) | undefined
  box: Box | undefined
  max_price: number | undefined
  access: Access
  /** Only what is not known to be too small for the view's vehicle. */
  mustFit: boolean
}

export type Sort = 'best' | 'price' | 'distance' | 'rating'

/** A question, read: nothing in it needs to be looked up any more. */
export type Search = { filters: Filters; view: View; sort: Sort }

/** What must be known to read a question; the database tells it, or the memory. */
export type Knowledge = {
  /** Throws a 422 for `country` when there is none. */
  getCountry(text: string): Promise<CountryRow>
  findCountry(text: string): Promise<CountryRow | undefined>
  /** Throws a 422 for `vehicle_type_id` when there is none. */
  getVehicleType(id: number): Promise<VehicleType>
  findPlace(text: string, country_id: number | undefined): Promise<MeantPlace | undefined>
  findAlikePlace(text: string, country_id: number | undefined): Promise<MeantPlace | undefined>
  findSources(): Promise<readonly { code: string; title: string }[]>
  /** Whether any park has these words. */
  isAny(words: readonly Word[]): Promise<boolean>
}

/**
 * Reads a question. Throws a 422 for a wrong window, an unknown vehicle type, country or amenity, half of a pair of
 * coordinates, and a radius or an order by distance from nowhere. A search text is a country, a place or a state where
 * it is surely one, and otherwise words in names, addresses, cities and the source's title.
 */
export async function readSearch(known: Knowledge, query: SearchQuery, language: Language, now: Date): Promise<Search> {
  const window = findWindow(query, now)
  const type = await known.getVehicleType(query.vehicle_type_id)
  const vehicle = {
    ...type,
    height_cm: query.height_cm ?? type.height_cm,
    length_cm: query.length_cm ?? type.length_cm,
    width_cm: query.width_cm ?? type.width_cm,
  }
  const given = readPoint(query)
  const country = query.country === undefined ? undefined : await known.getCountry(query.country)
  const amenities = readAmenities(query.amenities)
  const text = query.search === undefined || query.search === '' ? undefined : query.search
  if (given === undefined && text === undefined && (query.radius !== undefined || query.sort === 'distance'))
    throw fieldError('lat', 'required')
  const asked = text === undefined ? {} : await readText(known, text, given, country?.id)
  const centre = given ?? asked.centre
  const filters: Filters = {
    countries: [country?.id, asked.country_id].filter((id) => id !== undefined),
    state_id: asked.state_id,
    kind: query.kind,
    amenities,
    words: asked.words,
    within: centre === undefined || query.radius === undefined ? undefined : { ...centre, radius_m: query.radius },
    box: query.bbox,
    max_price: query.max_price,
    access: {
      step_free: query.step_free !== undefined,
      lift: query.lift !== undefined,
      bay_width_cm: query.bay_width_cm,
    },
    mustFit: query.fits !== undefined,
  }
  const wanted = query.sort ?? (centre === undefined ? 'best' : 'distance')
  return {
    filters,
    view: { vehicle, window, centre, now, language },
    sort: wanted === 'distance' && centre === undefined ? 'best' : wanted,
  }
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

type ReadText = { country_id?: number; state_id?: number; centre?: Point; words?: Word[] }

/** With coordinates the text is words: where to look is told already. */
async function readText(
  known: Knowledge,
  text: string,
  given: Point | undefined,
  country_id: number | undefined,
): Promise<ReadText> {
  if (given === undefined) {
    const country = await known.findCountry(text)
    if (country !== undefined) return { country_id: country.id }
    const place = await known.findPlace(text, country_id)
    if (place?.kind === 'place') return { centre: { lat: place.lat, lng: place.lng } }
    if (place?.kind === 'state') return { state_id: place.id }
  }
  const words = await readWords(known, text)
  if (given !== undefined || (words.length > 0 && (await known.isAny(words)))) return { words }
  const alike = await known.findAlikePlace(text, country_id)
  return alike?.kind === 'place' ? { centre: { lat: alike.lat, lng: alike.lng } } : { words }
}

async function readWords(known: Knowledge, text: string): Promise<Word[]> {
  const sources = await known.findSources()
  return readTyped(text).words.map((word) => ({
    word,
    sources: sources.filter(({ title }) => foldText(title).split(' ').includes(word)).map(({ code }) => code),
  }))
}
