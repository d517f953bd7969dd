import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import sources from '../../../../../data/parks/sources.json' with { type: 'json' }
import { decodeText, UndecodableText } from '#server/decode-text.ts'
import { readGreenP } from './green-p.ts'
import { readNrel } from './nrel.ts'
import { readOsm } from './osm.ts'
import { readPrkng } from './prkng.ts'
import type { Candidate, Origin } from '#server/features/park-import/row.ts'

/** The file is in no supported format or of no known source; the message is shown in the terminal. */
export class UnreadableFile extends Error {}

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
} as const

function findOrigin(format: keyof typeof sourcesByFormat, path: string, sourceOption: string | undefined): Origin {
  const name = basename(path).toLowerCase()
  const source = sourceOption ?? sourcesByFormat[format].find(([word]) => name.includes(word))?.[1]
  if (source === undefined) {
    throw new UnreadableFile(`Cannot tell the source of ${path}. Name one from data/parks/sources.json with --source.`)
  }
  const details = (sources as Record<string, { date?: string }>)[source]
  return { source, source_date: details?.date ?? null }
}

/**
 * Reads car parks from a file's bytes: our NDJSON (also gzipped), Toronto's Green P JSON, prkng's CSV, the Alternative
 * Fuels Data Center's CSV, GeoJSON of OpenStreetMap. `sourceOption` is needed if neither format nor file name determine
 * the source. Throws UnreadableFile for other formats.
 */
export async function readParks(bytes: Uint8Array, path: string, sourceOption?: string): Promise<Candidate[]> {
  const text = await readText(bytes, path)
  if (/^\s*[{[]/.test(text)) return isNdjson(text) ? readNdjson(text) : readJson(text, path, sourceOption)
  const records = parseCsv(text)
  const [first = {}] = records
  if ('Fuel Type Code' in first) return readNrel(records, findOrigin('nrel', path, sourceOption))
  if ('name' in first && 'lun_normal' in first) return readPrkng(records, findOrigin('prkng', path, sourceOption))
  throw new UnreadableFile(`${path} is not in a supported format: NDJSON, Green P JSON, prkng CSV, AFDC CSV or GeoJSON`)
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

function readJson(text: string, path: string, sourceOption: string | undefined): Candidate[] {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw new UnreadableFile(`${path} is not valid JSON`, { cause })
  }
  if (typeof document === 'object' && document !== null) {
    if ('carparks' in document && Array.isArray(document.carparks)) {
      return readGreenP(document.carparks as unknown[], findOrigin('greenp', path, sourceOption))
    }
    if ('features' in document && Array.isArray(document.features)) {
      return readOsm(document.features as unknown[], findOrigin('osm', path, sourceOption))
    }
  }
  throw new UnreadableFile(`${path} is JSON in an unsupported format: expected Green P car parks or GeoJSON features`)
}
