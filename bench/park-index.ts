import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { bytesCodec } from '#server/features/search/index/codecs.ts'
import { idFrom, randomFrom } from '#server/features/search/index/generated-entries.ts'
import { buildParkIndex, restoreParkIndex } from '#server/features/search/index/park-index.ts'
import type { Box, Entry, Filter, Point } from '#server/features/search/index/types.ts'
import { distanceM } from '#server/geo.ts'
import { median, option, percentile, printTable, whole } from './lib.ts'

/*
 * The in-process park index compared with a full scan of the same columns, over parks distributed like the cities. Each
 * query runs once per round and its time is the median of the rounds, so that other load on the machine matters less.
 */

const parks = option('parks', 500_000)
const rounds = option('rounds', 5)
const cardBytes = option('card', 300)
const random = randomFrom(1)

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

function drawCity() {
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

/** A park whose distance from the city centre follows the city's density. */
function drawPark(): Entry<Uint8Array> {
  const { town, at } = drawCity()
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
const card = new Uint8Array(cardBytes).fill(32)

/** The same parks as columns for the full scan, filled while the index is built. */
const scanned = {
  lat: new Float64Array(parks),
  lng: new Float64Array(parks),
  country: new Uint8Array(parks),
  words: [] as string[],
}
function* drawParks(): Iterable<Entry<Uint8Array>> {
  for (let at = 0; at < parks; at += 1) {
    const entry = drawPark()
    scanned.lat[at] = entry.lat
    scanned.lng[at] = entry.lng
    scanned.country[at] = entry.country_id
    scanned.words.push(entry.words)
    yield entry
  }
}

function timed<T>(work: () => T): { took: number; result: T } {
  const began = performance.now()
  const result = work()
  return { took: performance.now() - began, result }
}

const mb = (bytes: number) => `${whole(bytes / 1e6)} MB`
const drawing = timed(() => {
  for (let at = 0; at < Math.min(parks, 100_000); at += 1) drawPark()
}).took
const building = timed(() => buildParkIndex(drawParks(), bytesCodec))
const index = building.result
const writing = timed(() => {
  const pieces = [...index.snapshot()]
  const bytes = new Uint8Array(new SharedArrayBuffer(pieces.reduce((sum, { length }) => sum + length, 0)))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
})
const before = process.memoryUsage().rss
const reading = timed(() => restoreParkIndex(writing.result, bytesCodec)!)
const grown = process.memoryUsage().rss - before
if (reading.result.size !== index.size) throw new Error('The snapshot does not hold what it was made of')
const ms = (value: number) => `${whole(value)} ms`
console.info(
  `\n${whole(parks)} parks, cards of ${cardBytes} bytes, load ${loadavg()[0]!.toFixed(0)}, Node ${process.versions.node}\n`,
)
printTable(
  ['build', 'snapshot', 'restore', 'size', 'memory of a second index'],
  [
    [
      ms(building.took - (drawing * parks) / Math.min(parks, 100_000)),
      ms(writing.took),
      ms(reading.took),
      mb(writing.result.length),
      mb(grown),
    ],
  ],
)
console.info('')

const anyPark = () => Math.floor(random() * parks)
const wordsOf = (at: number) => scanned.words[at]!.split(' ')
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
const prefixOf = (word: string) => word.slice(0, 1 + Math.floor(random() * word.length))
const wrong = (word: string) => {
  const at = Math.floor(random() * word.length)
  return word.slice(0, at) + pick(['', 'e', word.charAt(at) + word.charAt(at)]) + word.slice(at + 1)
}
const clamp = (value: number, most: number) => Math.max(-most, Math.min(most, value))
const pointNear = (): Point => {
  const at = anyPark()
  return {
    lat: clamp(scanned.lat[at]! + (random() - 0.5) * 0.05, 90),
    lng: clamp(scanned.lng[at]! + (random() - 0.5) * 0.05, 180),
  }
}
const page = { offset: 0, limit: 20 }

/** The area of a desktop map at a zoom level. */
function windowAt(zoom: number): Box {
  const { lat, lng } = pointNear()
  const wide = (1440 / 512) * (360 / 2 ** zoom)
  const high = wide * 0.4 * Math.cos((lat * Math.PI) / 180)
  return {
    west: clamp(lng - wide / 2, 180),
    east: clamp(lng + wide / 2, 180),
    south: clamp(lat - high / 2, 90),
    north: clamp(lat + high / 2, 90),
  }
}

function scanNear(point: Point, country_id: number): number[] {
  const found: number[] = []
  for (let at = 0; at < parks; at += 1) {
    if (scanned.country[at] !== country_id) continue
    const distance_m = distanceM(point, { lat: scanned.lat[at]!, lng: scanned.lng[at]! })
    if (found.length === page.limit && distance_m >= found.at(-1)!) continue
    let place = found.length
    while (place > 0 && found[place - 1]! > distance_m) place -= 1
    found.splice(place, 0, distance_m)
    if (found.length > page.limit) found.pop()
  }
  return found
}

function scanWords(words: readonly string[]): number {
  let count = 0
  for (const own of scanned.words)
    if (words.every((word) => own.startsWith(word) || own.includes(` ${word}`))) count += 1
  return count
}

function scanBox({ west, south, east, north }: Box): number {
  let count = 0
  for (let at = 0; at < parks; at += 1) {
    const lat = scanned.lat[at]!
    const lng = scanned.lng[at]!
    if (lat >= south && lat <= north && lng >= west && lng <= east) count += 1
  }
  return count
}

interface Query {
  run: () => unknown
  scan?: () => unknown
}
const near =
  (filter: () => Filter<Uint8Array>, offset = 0) =>
  (): Query => {
    const point = pointNear()
    const filters = filter()
    return {
      run: () => index.near(point, filters, { ...page, offset }).items.map(({ distance_m }) => distance_m),
      ...(Object.keys(filters).join() === 'country_id' && offset === 0
        ? { scan: () => scanNear(point, filters.country_id!) }
        : {}),
    }
  }
const country = () => ({ country_id: scanned.country[anyPark()]! })
const typed = () => {
  const own = wordsOf(anyPark())
  return random() < 0.5 ? [prefixOf(pick(own))] : [pick(own), prefixOf(pick(own))]
}
const clusters = (filter: Filter<Uint8Array>) => (): Query => {
  const zoom = Math.floor(random() * 18)
  const box = windowAt(zoom)
  const isPlain = Object.keys(filter).length === 0
  return { run: () => index.clusters(box, zoom, filter).total, ...(isPlain ? { scan: () => scanBox(box) } : {}) }
}

const queryKinds: Record<string, () => Query> = {
  'nearest 20': near(() => ({})),
  'nearest 20 in a country': near(country),
  'nearest 20 with three amenities': near(() => ({ amenities: 0b1_0110 })),
  'nearest 20 with words': near(() => ({ words: typed() })),
  'nearest 20 from the 50,000th': near(country, 50_000),
  'text, counted exactly': () => {
    const words = typed()
    return { run: () => index.count({ words }), scan: () => scanWords(words) }
  },
  'ten suggestions as typed': () => {
    const filter = { ...country(), words: typed() }
    return { run: () => index.top(filter, { offset: 0, limit: 10 }) }
  },
  'ten suggestions with a typing error': () => {
    const filter = { words: [wrong(pick(wordsOf(anyPark()).filter((word) => word.length > 3)))], typos: true }
    return { run: () => index.top(filter, { offset: 0, limit: 10 }) }
  },
  'clusters of a window': clusters({}),
  'clusters with two amenities': clusters({ amenities: 0b110 }),
}

const us = (value: number) => (value * 1000 < 100 ? (value * 1000).toFixed(1) : whole(value * 1000))
let wrongAnswers = 0
let compared = 0
function measure(name: string): string[] {
  const draw = queryKinds[name]!
  const queries = Array.from({ length: option('questions', 1_000) }, draw)
  // Warms up the compiler and the index's caches.
  for (let at = 0; at < 500; at += 1) draw().run()
  const times = queries.map((): number[] => [])
  for (let round = 0; round < rounds; round += 1)
    for (const [at, { run }] of queries.entries()) times[at]!.push(timed(run).took)
  const each = times.map(median)
  const peers = queries.filter(({ scan }) => scan !== undefined).slice(0, 20)
  const scans = peers.map(({ run, scan }) => {
    const { took, result } = timed(scan!)
    compared += 1
    if (JSON.stringify(result) !== JSON.stringify(run())) wrongAnswers += 1
    return took
  })
  const [p50, p99] = [median(each), percentile(each, 0.99)]
  const peer = scans.length === 0 ? ['', ''] : [us(median(scans)), whole(median(scans) / p50)]
  return [name, us(p50), us(p99), ...peer]
}

const changes = Array.from({ length: 1_000 }, () => ({ put: drawPark() }))
const rows = Object.keys(queryKinds).map(measure)
for (let at = 0; at < changes.length; at += 20) index.apply(changes.slice(at, at + 20))
const changed = Array.from({ length: 1_000 }, near(country)).map(({ run }) => timed(run).took)
rows.push(['nearest 20 in a country, 1,000 changes later', us(median(changed)), us(percentile(changed, 0.99)), '', ''])
printTable(['µs', 'p50', 'p99', 'a scan', 'times'], rows)
console.info(`\n${wrongAnswers} of ${compared} answers differ from the scan's. Load ${loadavg()[0]!.toFixed(0)}`)
