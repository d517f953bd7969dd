import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Box } from '#contract/fields.ts'
import { distanceM, type Point } from '#server/geo.ts'
import { streetKeys } from './street-names.ts'

type Positions = [lng: number, lat: number][]

/** A line of a file of streets. */
export interface StreetLine {
  properties: { kind: string; class?: string; name?: string; link?: true }
  geometry: { type: string; coordinates: Positions | Positions[] }
}

/** A street, or the part of one name that is connected: "5th Avenue" is one in Manhattan and another in Brooklyn. */
export interface Street {
  name: string
  /** Key of the city's file. */
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

/** Roads that have addresses: not motorways, ramps and footpaths. */
export const isAddressed = ({ kind, class: type = '', name, link }: StreetLine['properties']) =>
  kind === 'road' && name !== undefined && link !== true && type !== 'motorway' && type !== 'path'

/** The streets of the cities whose streets are shipped, by the words of their names. */
export class StreetIndex {
  readonly #byKey = new Map<string, Street[]>()

  /** Reads the files one after another, and lets other requests be served in between. */
  static async load(): Promise<StreetIndex> {
    const index = new StreetIndex()
    const { cities } = JSON.parse(await readFile(new URL('sources.json', folder), 'utf8')) as {
      cities: Record<string, { file: string }>
    }
    for (const [city, { file }] of Object.entries(cities)) {
      const text = (await unzip(await readFile(new URL(file, folder)))).toString()
      const lines: StreetLine[] = []
      for (const [n, line] of text.trimEnd().split('\n').entries()) {
        if (n % 1_000 === 999) await setImmediate()
        const street = JSON.parse(line) as StreetLine
        if (isAddressed(street.properties)) lines.push(street)
      }
      index.add(city, lines)
      await setImmediate()
    }
    return index
  }

  add(city: string, lines: readonly StreetLine[]): void {
    for (const [name, parts] of Map.groupBy(lines, ({ properties }) => properties.name!))
      for (const points of joinParts(parts.flatMap(pointsOf))) {
        const street = { name, city, points: packPoints(points), box: boxOf(points) }
        for (const key of streetKeys(name)) {
          const others = this.#byKey.get(key)
          if (others === undefined) this.#byKey.set(key, [street])
          else others.push(street)
        }
      }
  }

  /** Returns the streets that the first words name, with the words that are left; the longest name first. */
  find(words: readonly string[]): { street: Street; rest: string[] }[] {
    for (let length = words.length; length > 0; length -= 1) {
      const found = this.#byKey.get(words.slice(0, length).join(' '))
      if (found !== undefined) return found.map((street) => ({ street, rest: words.slice(length) }))
    }
    return []
  }
}

/** Returns the points of each line of a road, with more between those that are far apart. */
function pointsOf({ geometry }: StreetLine): Point[][] {
  const lines = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as Positions[]
  return lines.map((line) =>
    line.flatMap(([lng, lat], n): Point[] => {
      const last = n === 0 ? undefined : { lng: line[n - 1]![0], lat: line[n - 1]![1] }
      const steps = last === undefined ? 1 : Math.max(1, Math.ceil(distanceM(last, { lat, lng }) / step_m))
      return Array.from({ length: steps }, (_, k) => {
        const share = (k + 1) / steps
        return last === undefined
          ? { lat, lng }
          : { lat: last.lat + (lat - last.lat) * share, lng: last.lng + (lng - last.lng) * share }
      })
    }),
  )
}

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
const packPoints = (points: readonly Point[]) =>
  Int32Array.from(points.flatMap(({ lat, lng }) => [Math.round(lat * scale), Math.round(lng * scale)]))
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
