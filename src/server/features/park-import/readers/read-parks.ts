import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import sources from '../../../../../data/parks/sources.json' with { type: 'json' }
import { readGreenP } from './green-p.ts'
import { readNrel } from './nrel.ts'
import { readOsm } from './osm.ts'
import { readPrkng } from './prkng.ts'
import type { Candidate, Origin } from '#server/features/park-import/row.ts'

/** The file cannot be read as car parks; the message is a sentence for the terminal. */
export class UnreadableFile extends Error {}

/** Sources that a file of a form can be, by a word in its name; the first stands for a form that is of one source alone. */
const sourcesOf = {
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
} as const

function originOf(form: keyof typeof sourcesOf, path: string, given: string | undefined): Origin {
  const name = basename(path).toLowerCase()
  const source = given ?? sourcesOf[form].find(([word]) => name.includes(word))?.[1]
  if (source === undefined) {
    throw new UnreadableFile(`Cannot tell the source of ${path}. Name one from data/parks/sources.json with --source.`)
  }
  const listed = (sources as Record<string, { date?: string }>)[source]
  return { source, source_date: listed?.date ?? null }
}

/**
 * Reads car parks from a file's bytes: our NDJSON (also gzipped), Toronto's Green P JSON, prkng's CSV, the Alternative
 * Fuels Data Center's CSV, GeoJSON of OpenStreetMap. `given` names the source where form and file name do not. Throws
 * UnreadableFile when it is none of these.
 */
export function readParks(bytes: Uint8Array, path: string, given?: string): Candidate[] {
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(isZipped ? gunzipSync(bytes) : bytes)
  if (/^\s*[{[]/.test(text)) return isLines(text) ? readLines(text) : readJson(text, path, given)
  const header = text.slice(0, 4_000)
  if (header.startsWith('Fuel Type Code,')) return readNrel(parseCsv(text), originOf('nrel', path, given))
  if (/^name,.*\blun_normal\b/.test(header)) return readPrkng(parseCsv(text), originOf('prkng', path, given))
  throw new UnreadableFile(`${path} is not in a supported format: NDJSON, Green P JSON, prkng CSV, AFDC CSV or GeoJSON`)
}

/** Parses CSV with a header into records by column name; a short line lacks its last columns. */
export const parseCsv = (text: string): Record<string, string>[] =>
  parse(text, {
    bom: true,
    columns: (header: string[]) => header.map((name) => name.trim()),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })

/** One object a line: the first line is whole, and says its source. */
function isLines(text: string): boolean {
  const first = text.trimStart().split('\n', 1)[0]!
  try {
    const row: unknown = JSON.parse(first)
    return typeof row === 'object' && row !== null && 'source_id' in row
  } catch {
    return false
  }
}

function readLines(text: string): Candidate[] {
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

function readJson(text: string, path: string, given: string | undefined): Candidate[] {
  let whole: unknown
  try {
    whole = JSON.parse(text)
  } catch (cause) {
    throw new UnreadableFile(`${path} is not valid JSON`, { cause })
  }
  if (typeof whole === 'object' && whole !== null) {
    if ('carparks' in whole && Array.isArray(whole.carparks)) {
      return readGreenP(whole.carparks as unknown[], originOf('greenp', path, given))
    }
    if ('features' in whole && Array.isArray(whole.features)) {
      return readOsm(whole.features as unknown[], originOf('osm', path, given))
    }
  }
  throw new UnreadableFile(`${path} is JSON in an unsupported format: expected Green P car parks or GeoJSON features`)
}
