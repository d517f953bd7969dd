import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { decodeText, UndecodableText } from '#server/decode-text.ts'
import sources from '../../../../../data/parks/sources.json' with { type: 'json' }
import type { Candidate, Origin } from '../row.ts'
import { readGreenP } from './green-p.ts'
import { readMapped } from './mapped.ts'
import { parseMapping, proposeMapping } from './mapping.ts'
import { readNrel } from './nrel.ts'
import { readOsm } from './osm.ts'
import { readPrkng } from './prkng.ts'
import { listRecords, type FileRecord } from './records.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** Possible sources by format, with a word of the file name; '' if the format has only one source. */
const sourcesByFormat = {
  greenp: [['', 'toronto_greenp_2019']],
  nrel: [['', 'nrel_afdc']],
  prkng: [
    ['montreal', 'prkng_montreal'],
    ['quebec', 'prkng_quebec'],
    ['boston', 'prkng_boston'],
    ['seattle', 'prkng_seattle'],
  ],
  osm: [
    ['wilmington', 'osm_wilmington'],
    ['cleveland', 'osm_cleveland'],
    ['ucsc', 'osm_ucsc'],
  ],
  mapped: [],
} as const

function findOrigin(format: keyof typeof sourcesByFormat, path: string, sourceOption: string | undefined): Origin {
  const name = basename(path).toLowerCase()
  const source =
    sourceOption ??
    (sourcesByFormat[format] as readonly (readonly [string, string])[]).find(([word]) => name.includes(word))?.[1]
  if (source === undefined) {
    throw new UnreadableFile(`Cannot tell the source of ${path}. Name one from data/parks/sources.json with --source.`)
  }
  const details = (sources as Record<string, { date?: string }>)[source]
  return { source, source_date: details?.date ?? null }
}

/** How to read a file whose format or name do not say it. */
export interface ReadOptions {
  /** A code of data/parks/sources.json. */
  source?: string | undefined
  /** The text of a mapping file. */
  mapping?: string | undefined
}

/**
 * Reads car parks from a file's bytes: our NDJSON (also gzipped), Toronto's Green P JSON, prkng's CSV, the Alternative
 * Fuels Data Center's CSV, GeoJSON of OpenStreetMap; and CSV, JSON and GeoJSON of any other columns by a mapping. Throws
 * UnreadableFile for others, and where the source is needed and not given.
 */
export async function readParks(bytes: Uint8Array, path: string, options: ReadOptions = {}): Promise<Candidate[]> {
  const { source, mapping } = options
  const text = await readText(bytes, path)
  if (mapping !== undefined) {
    const parsed = parseMapping(mapping)
    return readMapped(listFileRecords(text, path), parsed, findOrigin('mapped', path, source))
  }
  if (isJson(text)) return isNdjson(text) ? readNdjson(text) : readJson(text, path, source)
  const records = parseCsv(text)
  const [first = {}] = records
  if ('Fuel Type Code' in first) return readNrel(records, findOrigin('nrel', path, source))
  if ('name' in first && 'lun_normal' in first) return readPrkng(records, findOrigin('prkng', path, source))
  throw new UnreadableFile(records.length === 0 ? `${path} has no rows.` : describeUnknownFile(path))
}

/** The mapping that a file suggests, with samples of its values, as the text of a mapping file. Throws UnreadableFile. */
export async function proposeFor(bytes: Uint8Array, path: string): Promise<string> {
  return JSON.stringify(proposeMapping(listFileRecords(await readText(bytes, path), path)), null, 2)
}

const describeUnknownFile = (path: string): string =>
  `${path} is in no known format. See which of its columns could say what with --propose, then import it with --map.`

const isJson = (text: string): boolean => /^\s*[{[]/.test(text)

function listFileRecords(text: string, path: string): FileRecord[] {
  if (!isJson(text)) {
    const rows = parseCsv(text)
    if (rows.length === 0 || Object.keys(rows[0]!).length < 2)
      throw new UnreadableFile(`${path} has no rows with columns.`)
    return rows.map((fields) => ({ fields }))
  }
  const records = isNdjson(text) ? undefined : listRecords(parseJson(text, path))
  if (records === undefined) throw new UnreadableFile(`${path} has no list of objects or features.`)
  return records
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch (cause) {
    throw new UnreadableFile(`${path} is not valid JSON.`, { cause })
  }
}

async function readText(bytes: Uint8Array, path: string): Promise<string> {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  try {
    return (await decodeText(isZipped ? gunzipSync(bytes) : bytes)).text
  } catch (cause) {
    if (cause instanceof UndecodableText) throw new UnreadableFile(`${path}: ${cause.message}`, { cause })
    if (isZipped) throw new UnreadableFile(`${path} cannot be unpacked`, { cause })
    throw cause
  }
}

/** Spreadsheets write semicolons where the comma is the decimal sign, and tabs for "Unicode text". */
function findDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  const count = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best))
}

/** Parses CSV with a header into records by column name; short lines have fewer fields. */
export const parseCsv = (text: string): Record<string, string>[] =>
  parse(text, {
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim()),
    delimiter: findDelimiter(text),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })

/** Whether the text is NDJSON: the first line is an object with a `source_id`. */
function isNdjson(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0]!
  try {
    const row: unknown = JSON.parse(first)
    return typeof row === 'object' && row !== null && 'source_id' in row
  } catch {
    return false
  }
}

function readNdjson(text: string): Candidate[] {
  return text.split('\n').flatMap((line, index): Candidate[] => {
    if (line.trim() === '') return []
    try {
      const row: unknown = JSON.parse(line)
      const id = typeof row === 'object' && row !== null && 'source_id' in row ? row.source_id : undefined
      return [{ source_id: typeof id === 'string' ? id : `line ${index + 1}`, row }]
    } catch {
      return [{ source_id: `line ${index + 1}`, refusal: 'bad_row' }]
    }
  })
}

/** Whether a feature has a tag of OpenStreetMap that says what it is, or comes from there. */
function isTagged(feature: unknown): boolean {
  const { properties, id } = (feature ?? {}) as { properties?: Record<string, unknown> | null; id?: unknown }
  return (
    /^(?:node|way|relation)\//.test(String(properties?.['@id'] ?? id ?? '')) ||
    Object.keys(properties ?? {}).some((key) => /^(?:\w+:)?(?:amenity|leisure|shop)$/.test(key))
  )
}

function readJson(text: string, path: string, source: string | undefined): Candidate[] {
  const document = parseJson(text, path)
  if (typeof document === 'object' && document !== null) {
    if ('carparks' in document && Array.isArray(document.carparks))
      return readGreenP(document.carparks as unknown[], findOrigin('greenp', path, source))
    if ('features' in document && Array.isArray(document.features)) {
      const features = document.features as unknown[]
      if (features.length > 0 && !features.some(isTagged))
        throw new UnreadableFile(`No feature of ${path} has tags of OpenStreetMap, and ${describeUnknownFile('it')}`)
      return readOsm(features, findOrigin('osm', path, source))
    }
  }
  throw new UnreadableFile(describeUnknownFile(path))
}
