import { loadavg } from 'node:os'
import { bytesCodec } from '#server/features/search/index/codecs.ts'
import { randomFrom } from '#server/features/search/index/generated-entries.ts'
import { buildParkIndex, restoreParkIndex } from '#server/features/search/index/park-index.ts'
import type { Box, Entry, Filter, Point } from '#server/features/search/index/types.ts'
import { distanceM } from '#server/geo.ts'
import { drawPark, type ParkColumns } from './generated-parks.ts'
import { median, option, percentile, printTable, textOption, whole } from './lib.ts'
import { openKdbush } from './peers/kdbush.ts'
import { openParkDatabase } from './peers/park-database.ts'
import { measurePeer, us, type Answered, type ParkQuestion } from './peers/park-questions.ts'

/*
 * The in-process park index compared with a full scan of the same columns, over parks distributed like the cities. Each
 * query runs once per round and its time is the median of the rounds, so that other load on the machine matters less. With
 * `--peers` the same questions are also put to kdbush, PostGIS and PostgreSQL's GIN, one after the other; with `--checked`
 * so many of the nearest are compared with the scan's. `--only nearest` is for the queries with that in their names.
 */

const parks = option('parks', 500_000)
const rounds = option('rounds', 5)
const cardBytes = option('card', 300)
const random = randomFrom(1)

const card = new Uint8Array(cardBytes).fill(32)

/** The same parks as columns for the full scan, filled while the index is built. */
const scanned: ParkColumns = {
  lat: new Float64Array(parks),
  lng: new Float64Array(parks),
  country: new Uint8Array(parks),
  weight: new Uint16Array(parks),
  words: [],
}
function* drawParks(): Iterable<Entry<Uint8Array>> {
  for (let at = 0; at < parks; at += 1) {
    const entry = drawPark(random, card)
    scanned.lat[at] = entry.lat
    scanned.lng[at] = entry.lng
    scanned.country[at] = entry.country_id
    scanned.weight[at] = entry.weight
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
  for (let at = 0; at < Math.min(parks, 100_000); at += 1) drawPark(random, card)
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
const pointNear = (at = anyPark()): Point => ({
  lat: clamp(scanned.lat[at]! + (random() - 0.5) * 0.05, 90),
  lng: clamp(scanned.lng[at]! + (random() - 0.5) * 0.05, 180),
})
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

/** A degree of latitude is 111,195 m of our globe. */
const least_m_a_degree = 111_000

function scanNear(point: Point, country_id: number | undefined): number[] {
  const found: number[] = []
  // Two points are at least as far apart as their latitudes: what is further than the last found by that alone is skipped.
  let most_degrees = Infinity
  for (let at = 0; at < parks; at += 1) {
    const isAllowed = country_id === undefined || scanned.country[at] === country_id
    if (!isAllowed || Math.abs(scanned.lat[at]! - point.lat) > most_degrees) continue
    const distance_m = distanceM(point, { lat: scanned.lat[at]!, lng: scanned.lng[at]! })
    if (found.length === page.limit && distance_m >= found.at(-1)!) continue
    let place = found.length
    while (place > 0 && found[place - 1]! > distance_m) place -= 1
    found.splice(place, 0, distance_m)
    if (found.length > page.limit) found.pop()
    if (found.length === page.limit) most_degrees = found.at(-1)! / least_m_a_degree
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
  /** The same for other indexes. */
  question?: ParkQuestion
}
/** Near a park; `filter` gets its number. */
const near =
  (filter: (at: number) => Filter<Uint8Array>, offset = 0) =>
  (): Query => {
    const at = anyPark()
    const point = pointNear(at)
    const filters = filter(at)
    const { country_id } = filters
    const isPlain = Object.keys(filters).every((name) => name === 'country_id') && offset === 0
    return {
      run: () => index.near(point, filters, { ...page, offset }).items.map(({ distance_m }) => distance_m),
      ...(isPlain && { scan: () => scanNear(point, country_id), question: { kind: 'near', point, country_id } }),
    }
  }
const country = (at: number) => ({ country_id: scanned.country[at]! })
const anyCountry = () => country(anyPark())
const typed = () => {
  const own = wordsOf(anyPark())
  return random() < 0.5 ? [prefixOf(pick(own))] : [pick(own), prefixOf(pick(own))]
}
const clusters = (filter: Filter<Uint8Array>) => (): Query => {
  const zoom = Math.floor(random() * 18)
  const box = windowAt(zoom)
  const isPlain = Object.keys(filter).length === 0
  return {
    run: () => index.clusters(box, zoom, filter).total,
    ...(isPlain && { scan: () => scanBox(box), question: { kind: 'clusters', box, zoom } }),
  }
}

const topWeights = (filter: Filter<Uint8Array>) =>
  index.top(filter, { offset: 0, limit: 10 }).map(({ row }) => row.weight)

const queryKinds: Record<string, () => Query> = {
  'nearest 20': near(() => ({})),
  'nearest 20 in a country': near(country),
  'nearest 20 with three amenities': near(() => ({ amenities: 0b1_0110 })),
  'nearest 20 with words': near(() => ({ words: typed() })),
  'nearest 20 from the 50,000th': near(country, 50_000),
  'text, counted exactly': () => {
    const words = typed()
    return { run: () => index.count({ words }), scan: () => scanWords(words), question: { kind: 'text', words } }
  },
  'ten suggestions as typed': () => {
    const filter = { ...anyCountry(), words: typed() }
    return { run: () => topWeights(filter), question: { kind: 'suggest', ...filter } }
  },
  'ten suggestions with a typing error': () => {
    const word = wrong(pick(wordsOf(anyPark()).filter((word) => word.length > 3)))
    return { run: () => topWeights({ words: [word], typos: true }), question: { kind: 'mistyped', word } }
  },
  'clusters of a window': clusters({}),
  'clusters with two amenities': clusters({ amenities: 0b110 }),
}

/** What a peer is asked too, by the kind of the query. */
const answered = new Map<string, Answered[]>()
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
  const shared = queries.flatMap(({ run, question }, at) =>
    question === undefined ? [] : [{ question, answer: run(), took_ms: each[at]! }],
  )
  if (shared.length > 0) answered.set(name, shared)
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

/** Compares so many of the nearest with a scan's, in any country and everywhere in turns; returns how many differ. */
function countWrong(count: number): number {
  const queries = Array.from({ length: count }, (_, n) => near(n % 2 === 0 ? anyCountry : () => ({}))())
  return queries.filter(({ run, scan }) => JSON.stringify(run()) !== JSON.stringify(scan!())).length
}

async function measurePeers(): Promise<void> {
  const seconds = option('peer-seconds', 60)
  await measurePeer(openKdbush(scanned), answered, scanned, seconds)
  const database = await openParkDatabase(scanned)
  const times = await database.roundTrip()
  console.info(`\nAn empty statement: p50 ${us(median(times))} µs, p99 ${us(percentile(times, 0.99))} µs`)
  if (!database.hasPostgis) console.info('PostGIS is not installed (Debian: postgresql-15-postgis-3).')
  const hasAny = (...kinds: ParkQuestion['kind'][]) =>
    [...answered.values()].some(([first]) => kinds.includes(first!.question.kind))
  const peers = [
    ...(database.hasPostgis && hasAny('near', 'clusters') ? [database.openMercator] : []),
    ...(database.hasPostgis && hasAny('near')
      ? [() => database.openGeography('indexed'), () => database.openGeography('loaded')]
      : []),
    ...(hasAny('text', 'suggest', 'mistyped') ? [database.openText] : []),
  ]
  for (const open of peers) {
    const peer = await open()
    await measurePeer(peer, answered, scanned, seconds)
    await peer.close?.()
  }
  await database.stop()
}

const changes = Array.from({ length: 1_000 }, () => ({ put: drawPark(random, card) }))
const only = new RegExp(textOption('only') ?? '')
const rows = Object.keys(queryKinds)
  .filter((name) => only.test(name))
  .map(measure)
const checked = option('checked', 0)
const wrongNearest = countWrong(checked)
for (let at = 0; at < changes.length; at += 20) index.apply(changes.slice(at, at + 20))
const changed = Array.from({ length: 1_000 }, near(country)).map(({ run }) => timed(run).took)
rows.push(['nearest 20 in a country, 1,000 changes later', us(median(changed)), us(percentile(changed, 0.99)), '', ''])
printTable(['µs', 'p50', 'p99', 'a scan', 'times'], rows)
console.info(`\n${wrongAnswers} of ${compared} answers differ from the scan's. Load ${loadavg()[0]!.toFixed(0)}`)
if (checked > 0) console.info(`${wrongNearest} of ${whole(checked)} nearest differ from the scan's.`)
if (process.argv.includes('--peers')) await measurePeers()
