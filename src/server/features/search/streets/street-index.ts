import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Box } from '#contract/fields.ts'
import { distanceM, type Point } from '#server/geo.ts'
import { fitOf, readStreetNames, streetWordsOf, writeOut, type StreetName } from './street-names.ts'

type Positions = [lng: number, lat: number][]

/** A line of a file of streets. */
export interface StreetLine {
  properties: { kind: string; class?: string; name?: string; link?: true }
  geometry: { type: string; coordinates: Positions | Positions[] }
}

/** A street, or the part of one name that is connected: "5th Avenue" is one in Manhattan and another in Brooklyn. */
export interface Street {
  name: string
  city: string
  /** Points along it, at most `step_m` apart: latitude and longitude by turns, in 1e-5 degrees. */
  points: Int32Array
  box: Box
}

/** Distance of points along a street, and the widest gap between parts of one street. */
const step_m = 60
const gap_m = 700

const folder = new URL('../../../../../data/streets/', import.meta.url)
const unzip = promisify(gunzip)

/** Names of ways into car parks, of ramps, runways and taxiways. */
const noStreet = /^parking\b|\bramps?\b|\b(?:rwy|twy)/i

/** Roads that have addresses: not motorways, ramps and footpaths. */
export const isAddressed = ({ kind, class: type = '', name, link }: StreetLine['properties']) =>
  kind === 'road' &&
  name !== undefined &&
  link !== true &&
  type !== 'motorway' &&
  type !== 'path' &&
  !noStreet.test(name)

/** "SAN_FRANCISCO" is San Francisco. */
const cityNameOf = (key: string) =>
  key
    .split('_')
    .map((word) => word[0]! + word.slice(1).toLowerCase())
    .join(' ')

/** Names by which streets are known besides their own, and a place that they pass. */
const otherNames = [
  { name: '6th Avenue', other: 'Avenue of the Americas', passes: { lat: 40.7557, lng: -73.984 } },
  { name: '7th Avenue', other: 'Fashion Avenue', passes: { lat: 40.7527, lng: -73.9899 } },
]

/** Returns the names of a road: some sources write several into one ("15th Ave Ne,w Bertona Street"). */
const namesOf = (name: string): string[] =>
  name.split(/;|,(?! )/).map((part) =>
    part
      .trim()
      .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
      .replace(/\b[NS][ew]\b/, (quarter) => quarter.toUpperCase()),
  )

/** Equal for two spellings of one name: "E 14th Ave" and "East 14th Avenue". */
export function streetKeyOf(name: string): string {
  const [read] = readStreetNames(streetWordsOf(name))
  return read === undefined ? name : [read.full, read.kind, ...read.directions.toSorted()].join('|')
}

/** The streets of the cities whose streets are shipped, by the words of their names. */
export class StreetIndex {
  readonly #byCore = new Map<string, { own: StreetName; listStreets: () => readonly Street[] }[]>()

  /** Reads the files one after another, and lets other requests be served in between. */
  static async load(): Promise<StreetIndex> {
    const index = new StreetIndex()
    const { cities } = JSON.parse(await readFile(new URL('sources.json', folder), 'utf8')) as {
      cities: Record<string, { file: string }>
    }
    for (const [key, { file }] of Object.entries(cities)) {
      const text = (await unzip(await readFile(new URL(file, folder)))).toString()
      const lines: StreetLine[] = []
      for (const [n, line] of text.trimEnd().split('\n').entries()) {
        if (n % 1_000 === 999) await setImmediate()
        const street = JSON.parse(line) as StreetLine
        if (isAddressed(street.properties)) lines.push(street)
      }
      await index.add(cityNameOf(key), lines)
    }
    return index
  }

  async add(city: string, lines: readonly StreetLine[]): Promise<void> {
    const byKey = new Map<string, { name: string; lines: StreetLine[] }>()
    let read = 0
    for (const [raw, named] of Map.groupBy(lines, ({ properties }) => properties.name!)) {
      if (read++ % 500 === 0) await setImmediate()
      for (const name of namesOf(raw)) {
        const key = streetKeyOf(name)
        const known = byKey.get(key)
        if (known === undefined) byKey.set(key, { name, lines: [...named] })
        else {
          known.lines.push(...named)
          if (name.length > known.name.length) known.name = name
        }
      }
    }
    for (const { name, lines: parts } of byKey.values()) {
      if (read++ % 500 === 0) await setImmediate()
      const listStreets = joinWhenFound(name, city, parts.flatMap(packLines))
      this.#addNames(name, listStreets)
      for (const { name: known, other, passes } of otherNames)
        if (known === name)
          this.#addNames(other, () => listStreets().filter((street) => distanceToStreetM(street, passes) < 200))
    }
  }

  #addNames(name: string, listStreets: () => readonly Street[]): void {
    for (const own of readStreetNames(streetWordsOf(name))) {
      const others = this.#byCore.get(own.core)
      if (others === undefined) this.#byCore.set(own.core, [{ own, listStreets }])
      else others.push({ own, listStreets })
    }
  }

  /** Returns all streets. */
  list(): Street[] {
    return [
      ...new Set([...this.#byCore.values()].flatMap((entries) => entries.flatMap(({ listStreets }) => listStreets()))),
    ]
  }

  /** Returns the streets that the first words name, with the words that are left; the longest names first, then the best. */
  find(words: readonly string[]): StreetMatch[] {
    const matches: StreetMatch[] = []
    for (let length = words.length; length > 0; length -= 1) {
      const best = new Map<Street, number>()
      const typed = readStreetNames(words.slice(0, length))
      for (const name of [...typed, ...typed.flatMap((each) => writeOut(each) ?? [])])
        for (const { own, listStreets } of this.#byCore.get(name.core) ?? []) {
          const fit = fitOf(name, own)
          if (fit === undefined) continue
          for (const street of listStreets()) best.set(street, Math.max(fit, best.get(street) ?? 0))
        }
      const found = [...best].map(([street, fit]) => ({ street, fit, rest: words.slice(length) }))
      matches.push(...found.toSorted((a, b) => b.fit - a.fit))
    }
    return matches
  }
}

/** A street that the first of some words name: how well they fit (`fitOf`), and the words after them. */
export interface StreetMatch {
  street: Street
  fit: number
  rest: string[]
}

/** Builds a street of points in their order, at least one. */
export const buildStreet = (name: string, city: string, points: readonly Point[]): Street => ({
  name,
  city,
  points: packPoints(points),
  box: boxOf(points),
})

/**
 * Returns a function that joins the lines of one name into streets when it is first called: of all streets, few are ever asked
 * for, and joining them takes half of the time that a reader of the first text would wait.
 */
function joinWhenFound(name: string, city: string, lines: readonly Int32Array[]): () => readonly Street[] {
  let waiting = lines
  let streets: readonly Street[] | undefined
  return () => {
    streets ??= joinParts(waiting.map((line) => addPoints(unpackPoints(line)))).map((points) =>
      buildStreet(name, city, points),
    )
    waiting = []
    return streets
  }
}

function packLines({ geometry }: StreetLine): Int32Array[] {
  const lines = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as Positions[]
  return lines.map((line) => packPoints(line.map(([lng, lat]) => ({ lat, lng }))))
}

/** Returns the points of a line, with more between those that are far apart. */
export const addPoints = (line: readonly Point[]): Point[] =>
  line.flatMap(({ lat, lng }, n): Point[] => {
    const last = line[n - 1]
    if (last === undefined) return [{ lat, lng }]
    const steps = Math.max(1, Math.ceil(distanceM(last, { lat, lng }) / step_m))
    return Array.from({ length: steps }, (_, k) => {
      const share = (k + 1) / steps
      return { lat: last.lat + (lat - last.lat) * share, lng: last.lng + (lng - last.lng) * share }
    })
  })

/** Joins parts that come near each other into streets, the longest first. */
function joinParts(parts: readonly Point[][]): Point[][] {
  let streets: Point[][] = []
  for (const part of parts) {
    const isNear = (street: readonly Point[]) => {
      const ends = [part[0]!, part.at(-1)!, part[part.length >> 1]!]
      return ends.some((end) =>
        street.some((point) => Math.abs(point.lat - end.lat) < 0.007 && distanceM(point, end) <= gap_m),
      )
    }
    const near = streets.filter(isNear)
    streets = [...streets.filter((street) => !near.includes(street)), [...near.flat(), ...part]]
  }
  return streets.toSorted((a, b) => b.length - a.length)
}

function boxOf(points: readonly Point[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
  for (const { lat, lng } of points) {
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
  }
  return box
}

/** Returns a street's box with a margin in metres on each side. */
export function boxAround({ west, south, east, north }: Box, margin_m: number): Box {
  const lat = margin_m / 111_195
  const lng = lat / Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  return { west: west - lng, south: south - lat, east: east + lng, north: north + lat }
}

const scale = 1e5
function packPoints(points: readonly Point[]): Int32Array {
  const packed = new Int32Array(2 * points.length)
  for (const [n, { lat, lng }] of points.entries()) {
    packed[2 * n] = Math.round(lat * scale)
    packed[2 * n + 1] = Math.round(lng * scale)
  }
  return packed
}
const unpackPoints = (points: Int32Array): Point[] =>
  Array.from({ length: points.length / 2 }, (_, n) => pointAt(points, 2 * n))
const pointAt = (points: Int32Array, at: number): Point => ({ lat: points[at]! / scale, lng: points[at + 1]! / scale })

/** Returns how far a position is from a street, to about the half of `step_m`. */
export function distanceToStreetM({ points }: Street, at: Point): number {
  let least = Infinity
  for (let n = 0; n < points.length; n += 2) least = Math.min(least, distanceM(pointAt(points, n), at))
  return least
}

/** Returns the point of a street that is nearest to the middle of its box. */
export function middleOf({ points, box: { west, south, east, north } }: Street): Point {
  const middle = { lat: (south + north) / 2, lng: (west + east) / 2 }
  let best = pointAt(points, 0)
  for (let n = 2; n < points.length; n += 2)
    if (distanceM(pointAt(points, n), middle) < distanceM(best, middle)) best = pointAt(points, n)
  return best
}
