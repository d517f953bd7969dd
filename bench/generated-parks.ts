import { readFileSync } from 'node:fs'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { idFrom } from '#server/features/search/index/generated-entries.ts'
import type { Entry } from '#server/features/search/index/types.ts'

/** Parks distributed as the cities are, for the benchmark of the park index. */

interface City {
  name: string
  lat: number
  lng: number
  population: number | null
}
const countries = [
  { code: 'US', country_id: 4, share: 0.6, density: 1_400 },
  { code: 'CA', country_id: 2, share: 0.18, density: 1_600 },
  { code: 'NG', country_id: 1, share: 0.17, density: 9_000 },
  { code: 'SN', country_id: 3, share: 0.05, density: 8_000 },
]

/** Cities with their share of a country's parks, by population; streets are named after cities. */
const towns = countries.map((country) => {
  const file = new URL(`../data/places/cities_${country.code}.ndjson`, import.meta.url)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  const cities = lines.map((line) => JSON.parse(line) as City)
  let sum = 0
  const until = cities.map(({ population }) => (sum += Math.max(100, population ?? 0) ** 0.95))
  return { ...country, cities, words: cities.map(({ name }) => normalizeText(name)), until, sum }
})
const kinds = ['parking', 'parking lot', 'garage', 'car park', 'street parking', 'parking garage']

function drawCity(random: () => number) {
  let share = random()
  const town = towns.find((town) => (share -= town.share) < 0) ?? towns[0]!
  const target = random() * town.sum
  let low = 0
  let high = town.until.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (town.until[middle]! < target) low = middle + 1
    else high = middle
  }
  return { town, at: low }
}

/** Draws a park whose distance from the city centre follows the city's density. */
export function drawPark(random: () => number, card: Uint8Array): Entry<Uint8Array> {
  const { town, at } = drawCity(random)
  const city = town.cities[at]!
  const population = Math.max(100, city.population ?? 0)
  const density = town.density * Math.min(6, Math.max(0.6, (population / 1e5) ** 0.35))
  const radius_km = Math.sqrt(population / (Math.PI * density))
  const fall = Math.max(0.25, radius_km / 2.6)
  const away_km = Math.min(2 * radius_km + 0.5, -fall * Math.log(random() * random() + 1e-12))
  const angle = random() * 2 * Math.PI
  const number = Math.floor(random() ** 2 * 9_000)
  const street = town.words[Math.floor(random() ** 2 * town.words.length)]!
  const lat = city.lat + (away_km / 111.2) * Math.sin(angle)
  return {
    id: idFrom(random),
    country_id: town.country_id,
    state_id: null,
    lat,
    lng: city.lng + ((away_km / 111.2) * Math.cos(angle)) / Math.cos((lat * Math.PI) / 180),
    kind: Math.floor(random() ** 2 * 5),
    amenities: (random() * 1024) & (random() * 1024),
    bookable: random() < 0.3,
    max_height_cm: random() < 0.7 ? null : 180 + Math.floor(random() * 200),
    max_length_cm: null,
    max_width_cm: null,
    rating: null,
    weight: Math.floor(random() * 1000),
    words: `${kinds[Math.floor(random() * kinds.length)]!} ${number} ${street} st ${town.words[at]!}`,
    payload: card,
  }
}

/** Parks as columns, for what scans them or loads them elsewhere; a park's number is its place in each. */
export interface ParkColumns {
  lat: Float64Array
  lng: Float64Array
  country: Uint8Array
  weight: Uint16Array
  words: string[]
}
