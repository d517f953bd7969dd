import fc from 'fast-check'
import type { Box, Entry, Filter, Point } from './types.ts'

/** Returns a seeded random number generator from 0 to 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

export const vocabulary =
  'parking garage lot king queen kings street st main maine mainz airport toronto torino lagos dakar dakota 12 120 1200 ŋor 停车场 停车 x xy xyz'.split(
    ' ',
  )

/** Centres of parks: cities and edge cases at ±180°, the poles and anyPoint. */
const centres: [lat: number, lng: number, spread: number][] = [
  [43.65, -79.38, 0.2],
  [43.7, -79.4, 0.01],
  [6.45, 3.39, 0.1],
  [14.7, -17.44, 0.05],
  [-16.8, 179.95, 0.3],
  [-16.8, -179.95, 0.3],
  [89.9, 10, 3],
  [-89.9, -120, 3],
  [0, 0, 30],
]

const clampedLat = (lat: number) => Math.max(-90, Math.min(90, lat))
const turnedLng = (lng: number) => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng)

export function idFrom(random: () => number): string {
  const hex = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0')
  const [a, b, c, d] = [hex(), hex(), hex(), hex()]
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`
}

export function parkFrom(random: () => number, id = idFrom(random)): Entry<number> {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() ** 2 * values.length)]!
  const [lat, lng, spread] = pick(centres)
  // Some parks share a position.
  const [east, north] = random() < 0.1 ? [0, 0] : [random() + random() - 1, random() + random() - 1]
  const size = (least: number) => (random() < 0.5 ? null : least + Math.floor(random() * 200))
  return {
    id,
    country_id: 1 + Math.floor(random() ** 2 * 4),
    state_id: random() < 0.2 ? null : 1 + Math.floor(random() * 20),
    lat: clampedLat(lat + north * spread),
    lng: turnedLng(lng + east * spread),
    kind: Math.floor(random() ** 3 * 5),
    amenities: (random() * 256) & (random() * 256),
    bookable: random() < 0.3,
    max_height_cm: size(180),
    max_length_cm: size(400),
    max_width_cm: size(180),
    rating: random() < 0.7 ? null : Math.round(random() * 500) / 100,
    weight: Math.floor(random() * 30),
    words: Array.from({ length: Math.floor(random() * 6) }, () => pick(vocabulary)).join(' '),
    payload: Math.floor(random() * 1e9),
  }
}

export const parksFrom = (seed: number, size: number): Entry<number>[] => {
  const random = randomFrom(seed)
  return Array.from({ length: size }, () => parkFrom(random))
}

const lats = fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 43.65, -16.8, 89.99))
const lngs = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.constantFrom(-180, 180, 0, -79.38, 179.99, -179.9),
)
const anyPoint: fc.Arbitrary<Point> = fc.record({ lat: lats, lng: lngs })
/** Any position, or one near parks. */
export const points: fc.Arbitrary<Point> = fc.oneof(
  anyPoint,
  fc.constantFrom(...centres.map(([lat, lng]) => ({ lat: clampedLat(lat), lng }))),
)

export const boxes: fc.Arbitrary<Box> = fc.oneof(
  fc
    .tuple(lats, lats, lngs, lngs)
    .map(([a, b, west, east]) => ({ south: Math.min(a, b), north: Math.max(a, b), west, east })),
  fc.tuple(points, fc.constantFrom(0, 0.001, 0.02, 0.3, 5)).map(([{ lat, lng }, reach]) => ({
    south: clampedLat(lat - reach),
    north: clampedLat(lat + reach),
    west: turnedLng(lng - reach),
    east: turnedLng(lng + reach),
  })),
  fc.constant({ west: -180, south: -90, east: 180, north: 90 }),
)

const optional = <T>(values: fc.Arbitrary<T>, freq = 3) => fc.option(values, { nil: undefined, freq })
/** Vocabulary words, whole, truncated or with one wrong letter. */
const typedWords = fc
  .tuple(fc.constantFrom(...vocabulary), fc.nat(12), fc.constantFrom('whole', 'prefix', 'dropped', 'added', 'swapped'))
  .map(([word, at, how]) => {
    const place = at % word.length
    if (how === 'prefix') return word.slice(0, place + 1)
    if (how === 'dropped') return word.slice(0, place) + word.slice(place + 1) || 'q'
    if (how === 'added') return `${word.slice(0, place)}e${word.slice(place)}`
    if (how === 'swapped')
      return word.slice(0, place) + word.charAt(place + 1) + word.charAt(place) + word.slice(place + 2)
    return word
  })

/** Whole words with the trailing space that excludes longer ones. */
const endedWords = fc.constantFrom(...vocabulary).map((word) => `${word} `)

export const filters: fc.Arbitrary<Omit<Filter<number>, 'where'>> = fc.record({
  country_id: optional(fc.integer({ min: 1, max: 5 }), 2),
  state_id: optional(fc.integer({ min: 1, max: 20 }), 1),
  kind: optional(fc.integer({ min: 0, max: 5 }), 1),
  amenities: optional(fc.constantFrom(0, 1, 2, 3, 12), 1),
  bookable: optional(fc.boolean(), 1),
  fits: optional(
    fc.record({
      height_cm: optional(fc.integer({ min: 150, max: 400 })),
      width_cm: optional(fc.integer({ min: 150, max: 400 })),
    }),
    1,
  ),
  words: optional(
    fc.uniqueArray(
      fc.oneof(
        { weight: 6, arbitrary: typedWords },
        { weight: 1, arbitrary: fc.uniqueArray(fc.oneof(typedWords, endedWords), { minLength: 1, maxLength: 3 }) },
      ),
      { maxLength: 3 },
    ),
    2,
  ),
  typos: fc.boolean(),
  within: optional(
    fc
      .tuple(points, fc.constantFrom(0, 50, 3000, 40_000, 5e6, 3e7))
      .map(([point, radius_m]) => ({ ...point, radius_m })),
    1,
  ),
  box: optional(boxes, 1),
})

export const pages = fc.record({
  offset: fc.oneof(fc.constant(0), fc.nat(50), fc.nat(6000)),
  limit: fc.constantFrom(0, 1, 5, 20, 100),
})
