import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { Position } from '#server/features/places/seed-nearest.ts'
import { isAddressed, type StreetLine } from '#server/features/search/streets/street-index.ts'

/** Finds the named streets within `reach_m` metres of a position, nearest first, each name once. */
export type StreetFinder = (at: Position, reach_m: number) => { name: string; distance_m: number }[]

type Line = [lng: number, lat: number][]

const metres_per_degree = 111_195
const cell_deg = 0.002
/** Cells on either side that are searched: at least 220 m in the four countries, whose northernmost cities are at 62°. */
const cells = 2
const keyOf = (row: number, column: number) => row * 1_000_000 + column

interface Segment {
  name: string
  from: Line[number]
  to: Line[number]
}

/** Indexes streets for `StreetFinder`; the reach must not exceed 200 m. */
export function indexStreets(streets: Iterable<StreetLine>): StreetFinder {
  const grid = new Map<number, Segment[]>()
  for (const { properties, geometry } of streets) {
    if (!isAddressed(properties)) continue
    const lines = (geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates) as Line[]
    for (const line of lines)
      for (const [n, to] of line.entries())
        if (n > 0) addSegment(grid, { name: properties.name!, from: line[n - 1]!, to })
  }
  return (at, reach_m) => {
    const nearest = new Map<string, number>()
    const [row, column] = [Math.floor(at.lat / cell_deg), Math.floor(at.lng / cell_deg)]
    for (let r = row - cells; r <= row + cells; r += 1)
      for (let c = column - cells; c <= column + cells; c += 1)
        for (const segment of grid.get(keyOf(r, c)) ?? []) {
          const distance_m = distanceToSegmentM(at, segment)
          if (distance_m <= Math.min(reach_m, nearest.get(segment.name) ?? Infinity))
            nearest.set(segment.name, distance_m)
        }
    return [...nearest]
      .map(([name, distance_m]) => ({ name, distance_m }))
      .toSorted((a, b) => a.distance_m - b.distance_m || (a.name < b.name ? -1 : 1))
  }
}

/** Adds a segment to every cell that its bounding box touches. */
function addSegment(grid: Map<number, Segment[]>, segment: Segment): void {
  const { from, to } = segment
  const cellsOf = (a: number, b: number) => [
    Math.floor(Math.min(a, b) / cell_deg),
    Math.floor(Math.max(a, b) / cell_deg),
  ]
  const [south, north] = cellsOf(from[1], to[1]) as [number, number]
  const [west, east] = cellsOf(from[0], to[0]) as [number, number]
  for (let r = south; r <= north; r += 1)
    for (let c = west; c <= east; c += 1) {
      const key = keyOf(r, c)
      const cell = grid.get(key)
      if (cell === undefined) grid.set(key, [segment])
      else cell.push(segment)
    }
}

function distanceToSegmentM(at: Position, { from, to }: Segment): number {
  const scale = Math.cos((at.lat * Math.PI) / 180)
  const [ax, ay] = [(from[0] - at.lng) * scale, from[1] - at.lat]
  const [bx, by] = [(to[0] - at.lng) * scale, to[1] - at.lat]
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : Math.max(0, Math.min(1, -(ax * dx + ay * dy) / length))
  return Math.hypot(ax + along * dx, ay + along * dy) * metres_per_degree
}

const folder = new URL('../../../../data/streets/', import.meta.url)
type Cities = Record<string, { file: string; bbox: [west: number, south: number, east: number, north: number] }>

/** Reads the shipped streets of the cities that contain one of the positions, one file at a time. */
export async function readStreetsAround(positions: readonly Position[]): Promise<StreetFinder[]> {
  const { cities } = JSON.parse(await readFile(new URL('sources.json', folder), 'utf8')) as { cities: Cities }
  const finders: StreetFinder[] = []
  for (const { file, bbox } of Object.values(cities)) {
    const [west, south, east, north] = bbox
    if (!positions.some(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east)) continue
    const lines = gunzipSync(await readFile(new URL(file, folder)))
      .toString()
      .trimEnd()
      .split('\n')
    finders.push(indexStreets(lines.map((line) => JSON.parse(line) as StreetLine)))
  }
  return finders
}
