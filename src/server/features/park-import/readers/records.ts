import { parseDegrees, parseText } from '../values.ts'
import { parseShape, type Shape } from './geometry.ts'

/** A row or feature of a file in any format, before it is known what its fields mean. */
export interface FileRecord {
  fields: Readonly<Record<string, unknown>>
  /** The feature's own, in GeoJSON. */
  id?: string
  shape?: Shape
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Objects within a row become columns of their own: `address.street`. */
function flatten(row: Record<string, unknown>, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] =>
      isObject(value) && parsePosition(value) === undefined
        ? Object.entries(flatten(value, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  )
}

/** The rows of a JSON document: GeoJSON features, a list of objects, or the only such list in an object; else undefined. */
export function listRecords(document: unknown): FileRecord[] | undefined {
  const lists = isObject(document) ? Object.values(document) : [document]
  const rows = lists.filter((list) => Array.isArray(list) && list.length > 0 && list.every(isObject)) as Record<
    string,
    unknown
  >[][]
  if (rows.length !== 1) return undefined
  return rows[0]!.map((row) => {
    if (row['type'] !== 'Feature') return { fields: flatten(row) }
    const [id, shape] = [parseText(row['id']), parseShape(row['geometry'])]
    return {
      fields: isObject(row['properties']) ? flatten(row['properties']) : {},
      ...(id === null ? {} : { id }),
      ...(shape === undefined ? {} : { shape }),
    }
  })
}

/**
 * Parses a position in one value: "45.5, -73.6" and "(45.5, -73.6)" (latitude first), "POINT (-73.6 45.5)", GeoJSON and
 * objects with latitude and longitude; undefined for others.
 */
export function parsePosition(value: unknown): { lat: number; lng: number } | undefined {
  if (isObject(value)) {
    const lat = parseDegrees(value['latitude'] ?? value['lat'])
    const lng = parseDegrees(value['longitude'] ?? value['lng'] ?? value['lon'])
    return lat === undefined || lng === undefined ? parseShape(value) : { lat, lng }
  }
  const text = parseText(value) ?? ''
  const [, x, y] = /^(?:SRID=4326;)?POINT ?(?:Z ?)?\(\s*(-?[\d.]+)\s+(-?[\d.]+)(?:\s+-?[\d.]+)?\s*\)$/i.exec(text) ?? []
  if (x !== undefined) return { lat: Number(y), lng: Number(x) }
  const [, lat, lng] = /^[([]?\s*(-?\d{1,2}\.\d+)\s*[,;\s]\s*(-?\d{1,3}\.\d+)\s*[)\]]?$/.exec(text) ?? []
  return lat === undefined ? undefined : { lat: Number(lat), lng: Number(lng) }
}
