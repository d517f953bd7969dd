import { windowRules } from '#contract/bookings.ts'
import type { Box } from '#contract/page.ts'
import {
  amenities as allAmenities,
  type Amenity,
  bayWidths_cm,
  parkKinds,
  type ParkKind,
  parkSorts,
} from '#contract/parks.ts'
import { countryCodes, type CountryCode } from '#contract/places.ts'
import { addMinutes, minutesBetween, QUARTER_MS, runningQuarter } from '#web/lib/quarterHours.ts'

export type ParkSort = (typeof parkSorts)[number]

/** A point to search around, with what to call it; without a name it is a point that somebody took from the map. */
export interface Place {
  lat: number
  lng: number
  name: string | undefined
}

/** From when until when, on the quarter hour. */
export interface BookingWindow {
  start: Date
  end: Date
}

export const vehicleSides = ['height_cm', 'length_cm', 'width_cm'] as const
/** The vehicle's own measures, where they are not those of its type. */
export type Sizes = Partial<Record<(typeof vehicleSides)[number], number | undefined>>

/** What is looked for: where, when, with what, and how the answers are ordered and sifted. */
export interface ParkSearch extends BookingWindow, Sizes {
  place: Place | undefined
  /** A part of the map: it alone says where, and the place what distances are measured from. */
  box?: Box | undefined
  /** Words in names and addresses. */
  text: string | undefined
  /** Whose parks they are, where neither a place nor a part of the map says where; undefined for the chosen country's. */
  country?: CountryCode | undefined
  vehicle: number
  /** Leaves out what is known to be too small for the vehicle. */
  fits?: boolean | undefined
  /** Accessible by measure. */
  step_free?: boolean | undefined
  lift?: boolean | undefined
  bay_width_cm?: (typeof bayWidths_cm)[number] | undefined
  /** The most that the whole stay may cost. */
  max_price?: number | undefined
  /** The park that is looked at. */
  chosen?: string | undefined
  /** Undefined leaves it to the server: nearest first around a place, else what can be booked first. */
  sort: ParkSort | undefined
  kind: ParkKind | undefined
  amenities: readonly Amenity[]
  page: number
}

export type AddressQuery = Record<string, string | number | undefined>

/** The length of a window that nobody has chosen yet. */
export const defaultMinutes = 120

const nameLength = 120
const textLength = 200
const mostPrice = 1_000_000_000
/** As the server takes them. */
export const sizeLimits = { height_cm: [50, 600], length_cm: [100, 3_000], width_cm: [50, 400] } as const

/** Now, rounded to the running quarter, and two hours. */
export const defaultWindow = (now: Date): BookingWindow => {
  const start = runningQuarter(now)
  return { start, end: addMinutes(start, defaultMinutes) }
}

/** The latest instant at which a window may start. */
export const latestStart = (now: Date): Date => addMinutes(runningQuarter(now), windowRules.ahead_days * 24 * 60)

/**
 * The window as asked for, made into one that can be booked: put on the quarter hour, begun now where it has begun,
 * no longer than the longest stay. What makes no sense becomes the usual window.
 */
export function fitWindow(start: Date | undefined, end: Date | undefined, now: Date): BookingWindow {
  if (start === undefined) return defaultWindow(now)
  const from = new Date(Math.max(runningQuarter(start).getTime(), runningQuarter(now).getTime()))
  if (from > latestStart(now)) return defaultWindow(now)
  if (end === undefined) return { start: from, end: addMinutes(from, defaultMinutes) }
  const to = new Date(Math.ceil(end.getTime() / QUARTER_MS) * QUARTER_MS)
  const length_min = minutesBetween(from, to)
  if (length_min < windowRules.least_min) return defaultWindow(now)
  return { start: from, end: addMinutes(from, Math.min(length_min, windowRules.most_min)) }
}

/** What an address asks for. Whatever is missing or makes no sense takes its usual value; nothing throws. */
export function readSearch(params: URLSearchParams, now: Date): ParkSearch {
  const wanted = new Set(params.get('amenities')?.split(',') ?? [])
  return {
    ...fitWindow(readInstant(params.get('start')), readInstant(params.get('end')), now),
    place: readPlace(params) ?? readFrom(params.get('from')),
    box: readBox(params.get('box')),
    text: readText(params.get('search'), textLength),
    country: countryCodes.find((code) => code === params.get('country')?.toUpperCase()),
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
    amenities: allAmenities.filter((amenity) => wanted.has(amenity)),
    page: readCount(params.get('page'), 1_000_000),
  }
}

/** The query of an address that says the same; what is usual is left out, but never the window. */
export function writeSearch(search: ParkSearch): AddressQuery {
  const { box } = search
  return {
    lat: search.place && roundDegrees(search.place.lat),
    lng: search.place && roundDegrees(search.place.lng),
    place: search.place?.name,
    box: box && writeBox(box),
    search: search.text,
    country: search.place || box ? undefined : search.country,
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

/** A box as the server and an address take it. */
export const writeBox = ({ west, south, east, north }: Box): string =>
  [west, south, east, north].map(roundDegrees).join(',')

/** The window and the vehicle alone: what the pages of a park and of its checkout take. */
export function writeWindow({ start, end, vehicle }: BookingWindow & { vehicle: number }): AddressQuery {
  return { start: formatInstant(start), end: formatInstant(end), vehicle: vehicle === 1 ? undefined : vehicle }
}

/** The same as the calls take it. */
export const windowQuery = ({ start, end, vehicle }: BookingWindow & { vehicle: number }) => ({
  start_time: formatInstant(start),
  end_time: formatInstant(end),
  vehicle_type_id: vehicle,
})

/** What the page of a park takes from a search: the window, the vehicle by its own measures, and the place that was searched. */
export const writeParkQuery = (
  search: BookingWindow & Sizes & Pick<ParkSearch, 'vehicle' | 'place'>,
): AddressQuery => ({
  ...writeWindow(search),
  ...Object.fromEntries(vehicleSides.map((side) => [side, search[side]])),
  from: search.place && writeFrom(search.place),
})

/** `43.65,-79.38,City Hall` */
export const writeFrom = ({ lat, lng, name }: Place): string =>
  [roundDegrees(lat), roundDegrees(lng), ...(name === undefined ? [] : [name])].join(',')

/** RFC 3339 in UTC, without the milliseconds that no window has. */
export const formatInstant = (at: Date): string => at.toISOString().replace('.000Z', 'Z')

/** Five digits are a metre. */
const roundDegrees = (degrees: number): number => Math.round(degrees * 1e5) / 1e5

function readInstant(text: string | null): Date | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? undefined : at
}

function readPlace(params: URLSearchParams): Place | undefined {
  const lat = readDegrees(params.get('lat'), 90)
  const lng = readDegrees(params.get('lng'), 180)
  if (lat === undefined || lng === undefined) return undefined
  return { lat, lng, name: readText(params.get('place'), nameLength) }
}

/** As `writeFrom` writes it; the name may be missing and may hold commas. */
export function readFrom(text: string | null): Place | undefined {
  const [first = null, second = null, ...name] = text?.split(',') ?? []
  const [lat, lng] = [readDegrees(first, 90), readDegrees(second, 180)]
  if (lat === undefined || lng === undefined) return undefined
  return { lat, lng, name: readText(name.join(','), nameLength) }
}

function readDegrees(text: string | null, most: number): number | undefined {
  if (text === null || !/^-?\d{1,3}(\.\d{1,18})?$/.test(text)) return undefined
  const degrees = roundDegrees(Number(text))
  return Math.abs(degrees) <= most ? degrees : undefined
}

function readBox(text: string | null): Box | undefined {
  const degrees = text?.split(',') ?? []
  if (degrees.length !== 4) return undefined
  const [west, south, east, north] = degrees.map((one, n) => readDegrees(one, n % 2 === 0 ? 180 : 90))
  if (west === undefined || south === undefined || east === undefined || north === undefined) return undefined
  return west !== east && south < north ? { west, south, east, north } : undefined
}

function readSize(text: string | null, side: keyof typeof sizeLimits): number | undefined {
  const [least, most] = sizeLimits[side]
  const size = text !== null && /^\d{2,4}$/.test(text) ? Number(text) : 0
  return size >= least && size <= most ? size : undefined
}

function readPrice(text: string | null): number | undefined {
  const price = text !== null && /^\d{1,10}(\.\d{1,2})?$/.test(text) ? Number(text) : 0
  return price > 0 && price <= mostPrice ? price : undefined
}

function readText(text: string | null, most: number): string | undefined {
  const plain = text
    ?.replaceAll(/[\u0000-\u001f\u007f]+/g, ' ')
    .trim()
    .slice(0, most)
    .trim()
  return plain === '' ? undefined : plain
}

function readCount(text: string | null, most: number): number {
  const count = text !== null && /^\d{1,7}$/.test(text) ? Number(text) : 1
  return count >= 1 && count <= most ? count : 1
}
