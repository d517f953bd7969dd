import { isOpeningHours } from '#server/features/parks/opening-hours.ts'
import type { Candidate, Origin, ParkRowInput } from '../row.ts'
import { parseCount, parseDay, parseDegrees, parseText, roundDegrees } from '../values.ts'
import { parseHeight } from './heights.ts'
import { parseFlag, type MappedField, type Mapping } from './mapping.ts'
import { parsePosition, type FileRecord } from './records.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { parseWordedHours } from './worded-hours.ts'

/** In this order: "underground garage" is underground. */
const kindWords: [RegExp, ParkRowInput['kind']][] = [
  [/underground|below grade|souterrain/i, 'underground'],
  [/garage|parkade|structure|ramp|multi|deck|etage|étage/i, 'garage'],
  [/street|curb|kerb|\brue\b|meter/i, 'street'],
  [/surface|lot\b|open|terrain|ext[eé]rieur/i, 'surface'],
]
const readKind = (text: string | null): ParkRowInput['kind'] =>
  text === null ? 'unknown' : (kindWords.find(([words]) => words.test(text))?.[1] ?? 'unknown')

const countryNames: Record<string, string> = {
  canada: 'CA',
  can: 'CA',
  'united states': 'US',
  'united states of america': 'US',
  usa: 'US',
  nigeria: 'NG',
  senegal: 'SN',
  sénégal: 'SN',
}
const readCountry = (text: string | null): string | null =>
  text === null ? null : (countryNames[text.toLowerCase()] ?? (text.length === 2 ? text.toUpperCase() : null))

/** "ON", "CA-ON"; null for names, whose state is that of the nearest place. */
function readState(text: string | null, country: string | null): string | null {
  if (text === null) return null
  if (/^[A-Z]{2}-[A-Z\d]{1,3}$/i.test(text)) return text.toUpperCase()
  return country !== null && /^[A-Z]{2,3}$/i.test(text) ? `${country}-${text.toUpperCase()}` : null
}

const anywhere = { timezone: 'UTC', country_code: 'US', state_name: null }
/** The syntax of OpenStreetMap has neither halves of the day nor longer names of days. */
const isWorded = (text: string): boolean =>
  /\d\s*[ap]\.?m\b|\b(?:mon|tues?|wed|thur?|fri|sat|sun)(?:\w*day)?s?\b|\b(?:hours?|hrs|daily|noon|midnight|to)\b/i.test(
    text,
  )
const readHours = (text: string | null): string | null =>
  text !== null && !isWorded(text) && isOpeningHours(text, anywhere) ? text : parseWordedHours(text ?? '')

/**
 * Reads car parks by a mapping. Throws UnreadableFile for one that names columns that the file does not have, and for one
 * that does not say what identifies a car park or where it is.
 */
export function readMapped(
  records: readonly FileRecord[],
  mapping: Mapping,
  { source, source_date }: Origin,
): Candidate[] {
  requireColumns(records, mapping)
  return records.map(({ fields, id, shape }, index): Candidate => {
    const valuesOf = (field: MappedField) => (mapping.fields.get(field) ?? []).map((column) => fields[column])
    const textOf = (field: MappedField): string | null => {
      const texts = valuesOf(field).map((value) => (typeof value === 'boolean' ? String(value) : parseText(value)))
      return parseText(texts.filter((text) => text !== null).join(' '))
    }
    const source_id = mapping.fields.has('source_id') ? textOf('source_id') : (id ?? null)
    if (source_id === null) return { source_id: `row ${index + 1}`, refusal: 'bad_row' }
    const [lat, lng] = [parseDegrees(valuesOf('lat')[0]), parseDegrees(valuesOf('lng')[0])]
    const position =
      lat !== undefined && lng !== undefined ? { lat, lng } : (parsePosition(valuesOf('position')[0]) ?? shape)
    if (position === undefined) return { source_id, refusal: 'missing_position' }
    if (Math.abs(position.lat) > 90 || Math.abs(position.lng) > 180) return { source_id, refusal: 'not_degrees' }
    const country_code = readCountry(textOf('country_code')) ?? mapping.country_code
    const [kind, rates] = [readKind(textOf('kind')), textOf('rates')]
    const row: ParkRowInput = {
      source,
      source_id,
      name: textOf('name'),
      kind,
      lat: roundDegrees(position.lat),
      lng: roundDegrees(position.lng),
      address: textOf('address'),
      city: textOf('city'),
      state_code: readState(textOf('state_code'), country_code),
      country_code,
      capacity: parseCount(valuesOf('capacity')[0]) || null,
      accessible_spaces: parseCount(valuesOf('accessible_spaces')[0]) ?? null,
      opening_hours: readHours(textOf('opening_hours')),
      access: textOf('access')?.toLowerCase() ?? null,
      fee: parseFlag(valuesOf('fee')[0]),
      covered: kind === 'garage' || kind === 'underground' ? true : kind === 'surface' ? false : null,
      max_height: parseHeight(valuesOf('max_height')[0]),
      operator: textOf('operator'),
      rates:
        rates === null || mapping.currency === null ? null : { currency: mapping.currency, raw: rates, parsed: [] },
      area_m2: shape?.area_m2 ?? null,
      source_date: parseDay(valuesOf('source_date')[0]) ?? source_date,
    }
    return { source_id, row }
  })
}

function requireColumns(records: readonly FileRecord[], { fields }: Mapping): void {
  const columns = new Set(records.flatMap((record) => Object.keys(record.fields)))
  const missing = [...fields.values()].flat().filter((column) => !columns.has(column))
  if (missing.length > 0)
    throw new UnreadableFile(`The file has no column ${missing.map((name) => `“${name}”`).join(', ')}.`)
  if (!fields.has('source_id') && records.some(({ id }) => id === undefined))
    throw new UnreadableFile('The mapping does not say which column identifies a car park (source_id).')
  const hasPosition = fields.has('position') || (fields.has('lat') && fields.has('lng'))
  if (!hasPosition && records.every(({ shape }) => shape === undefined))
    throw new UnreadableFile('The mapping does not say where a car park is (lat and lng, or position).')
}
