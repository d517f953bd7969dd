import type { Box } from '#contract/fields.ts'
import { amenities as allAmenities, bayWidths_cm, parkKinds, parkSorts } from '#contract/parks/park-lists.ts'
import type { Amenity, ParkKind } from '#contract/parks/parks.ts'
import type { CountryCode, Suggestion } from '#contract/places/places.ts'
import { isTooLong, longestSearch } from '#contract/search/search-text.ts'
import { sizeLimits } from '#contract/vehicles/size-limits.ts'
import { servedCountries } from '#web/api/config.ts'
import { type AddressQuery, type BookingWindow, fitWindow, readInstant, writeWindow } from './window.ts'

export type ParkSort = (typeof parkSorts)[number]

/** A point to search around; `name` is undefined for a point chosen on the map. */
export interface Place {
  lat: number
  lng: number
  name: string | undefined
  /** The position is not exact: no marker, and no way on foot from it. */
  approximate?: true | undefined
}

export const vehicleSides = ['height_cm', 'length_cm', 'width_cm'] as const
/** Measures of the vehicle where they differ from those of its type. */
export type VehicleSizes = Partial<Record<(typeof vehicleSides)[number], number | undefined>>

/** A search for parks: place, booking window, vehicle, filters, order and page. */
export interface ParkSearch extends BookingWindow, VehicleSizes {
  place: Place | undefined
  /** An area of the map: takes precedence over `place`, which then only serves to measure distances. */
  box?: Box | undefined
  /** Words in names and addresses. */
  text: string | undefined
  /** Applies only without `place` and `box`; undefined means the chosen country. */
  country?: CountryCode | undefined
  vehicle: number
  /** Leaves out parks known to be too small for the vehicle. */
  fits?: boolean | undefined
  step_free?: boolean | undefined
  lift?: boolean | undefined
  bay_width_cm?: (typeof bayWidths_cm)[number] | undefined
  /** Highest total for the booking, in major units. */
  max_price?: number | undefined
  /** The park selected in the results. */
  chosen?: string | undefined
  /** Undefined lets the server decide: nearest first around a place, otherwise bookable parks first. */
  sort: ParkSort | undefined
  kind: ParkKind | undefined
  amenities: readonly Amenity[]
  page: number
}

const nameLength = 120
const mostPrice = 1_000_000_000

/** Reads a search from an address. Missing and invalid parameters get their defaults. */
export function readSearch(params: URLSearchParams, now: Date): ParkSearch {
  const requested = new Set(params.get('amenities')?.split(',') ?? [])
  return {
    ...fitWindow(readInstant(params.get('start')), readInstant(params.get('end')), now),
    place: readPlace(params) ?? readFrom(params.get('from')),
    box: readBox(params.get('box')),
    text: readSearchText(params.get('search')),
    country: servedCountries().find((code) => code === params.get('country')?.toUpperCase()),
    vehicle: readCount(params.get('vehicle'), 1_000),
    ...Object.fromEntries(vehicleSides.map((side) => [side, readSize(params.get(side), side)])),
    fits: params.get('fits') === 'true' || undefined,
    step_free: params.get('step_free') === 'true' || undefined,
    lift: params.get('lift') === 'true' || undefined,
    bay_width_cm: bayWidths_cm.find((width_cm) => String(width_cm) === params.get('bay_width_cm')),
    max_price: readPrice(params.get('max_price')),
    chosen: readText(params.get('chosen'), nameLength),
    sort: parkSorts.find((sort) => sort === params.get('sort')),
    kind: parkKinds.find((kind) => kind === params.get('kind')),
    amenities: allAmenities.filter((amenity) => requested.has(amenity)),
    page: readCount(params.get('page'), 1_000_000),
  }
}

/** The place of a suggestion. */
export const toPlace = ({ lat, lng, name, approximate }: Suggestion): Place => ({
  lat,
  lng,
  name,
  ...(approximate === true && { approximate }),
})

/** What to search for a suggestion: around a place, or along a street, which the server finds by its name and city. */
export const toWhere = (suggestion: Suggestion): Pick<ParkSearch, 'place' | 'text'> =>
  suggestion.kind === 'street'
    ? { place: undefined, text: [suggestion.name, suggestion.context.split(', ')[0]].join(', ') }
    : { place: toPlace(suggestion), text: undefined }

/** Where a place may be marked on a map and walked from; undefined when its position is not exact. */
export const exactPoint = (place: Place | undefined): Place | undefined => (place?.approximate ? undefined : place)

/** The inverse of `readSearch`. Defaults are omitted, except the window. */
export function writeSearch(search: ParkSearch): AddressQuery {
  const { box } = search
  return {
    lat: search.place && roundDegrees(search.place.lat),
    lng: search.place && roundDegrees(search.place.lng),
    place: search.place?.name,
    approximate: search.place?.approximate && 'true',
    box: box && writeBox(box),
    search: search.text,
    // Of a map area, the side of a border that was searched.
    country: search.place && !box ? undefined : search.country,
    ...writeWindow(search),
    ...Object.fromEntries(vehicleSides.map((side) => [side, search[side]])),
    fits: search.fits ? 'true' : undefined,
    step_free: search.step_free ? 'true' : undefined,
    lift: search.lift ? 'true' : undefined,
    bay_width_cm: search.bay_width_cm,
    max_price: search.max_price,
    sort: search.sort,
    kind: search.kind,
    amenities: search.amenities.length === 0 ? undefined : search.amenities.join(','),
    page: search.page === 1 ? undefined : search.page,
    chosen: search.chosen,
  }
}

/** `west,south,east,north`, as in the API and in addresses. */
export const writeBox = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map(roundDegrees).join(',')

/** Query of a park page: the window, the vehicle with its measures, and the place that was searched. */
export const writeParkQuery = (
  search: BookingWindow & VehicleSizes & Pick<ParkSearch, 'vehicle' | 'place'>,
): AddressQuery => ({
  ...writeWindow(search),
  ...Object.fromEntries(vehicleSides.map((side) => [side, search[side]])),
  from: writeOrigin(exactPoint(search.place)),
})

const writeOrigin = (place: Place | undefined) => place && writeFrom(place)

/** `43.65,-79.38,City Hall` */
export const writeFrom = ({ lat, lng, name }: Place): string =>
  [roundDegrees(lat), roundDegrees(lng), ...(name === undefined ? [] : [name])].join(',')

/** To five decimals, about one metre. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

function readPlace(params: URLSearchParams): Place | undefined {
  const lat = readDegrees(params.get('lat'), 90)
  const lng = readDegrees(params.get('lng'), 180)
  if (lat === undefined || lng === undefined) return undefined
  const approximate = params.get('approximate') === 'true' ? { approximate: true as const } : {}
  return { lat, lng, name: readText(params.get('place'), nameLength), ...approximate }
}

/** The inverse of `writeFrom`. The name may be missing and may contain commas. */
export function readFrom(text: string | null): Place | undefined {
  const [first = null, second = null, ...name] = text?.split(',') ?? []
  const [lat, lng] = [readDegrees(first, 90), readDegrees(second, 180)]
  if (lat === undefined || lng === undefined) return undefined
  return { lat, lng, name: readText(name.join(','), nameLength) }
}

function readDegrees(text: string | null, max: number): number | undefined {
  if (text === null || !/^-?\d{1,3}(\.\d{1,18})?$/.test(text)) return undefined
  const degrees = roundDegrees(Number(text))
  return Math.abs(degrees) <= max ? degrees : undefined
}

function readBox(text: string | null): Box | undefined {
  const degrees = text?.split(',') ?? []
  if (degrees.length !== 4) return undefined
  const [west, south, east, north] = degrees.map((degree, n) => readDegrees(degree, n % 2 === 0 ? 180 : 90))
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  return west !== east && south < north ? { west, south, east, north } : undefined
}

function readSize(text: string | null, side: keyof typeof sizeLimits): number | undefined {
  const [min, max] = sizeLimits[side]
  const size = text !== null && /^\d{2,4}$/.test(text) ? Number(text) : 0
  return size >= min && size <= max ? size : undefined
}

function readPrice(text: string | null): number | undefined {
  const price = text !== null && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return price > 0 && price <= mostPrice ? price : undefined
}

function readText(text: string | null, max: number): string | undefined {
  const plain = text
    ?.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, max)
    .trim()
  return plain === '' ? undefined : plain
}

/** Of a text that is too long, the beginning. */
function readSearchText(text: string | null): string | undefined {
  const whole = readText(text, longestSearch.link)
  return whole !== undefined && isTooLong(whole) ? readText(whole, longestSearch.text) : whole
}

function readCount(text: string | null, max: number): number {
  const count = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : 1
  return count >= 1 && count <= max ? count : 1
}
