import * as z from 'zod'
import { removeAccents } from '#contract/accents.ts'
import { countryIds } from '#contract/geography.ts'
import { currencies } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { parseCount, parseDay, parseDegrees, parseText } from '../values.ts'
import { parsePosition, type FileRecord } from './records.ts'
import { UnreadableFile } from './unreadable-file.ts'

/* Which columns of a file in no known format say what of a car park: proposed from names and values, decided by a person. */

export const mappedFields = [
  'source_id',
  'name',
  'lat',
  'lng',
  'position',
  'kind',
  'address',
  'city',
  'state_code',
  'country_code',
  'capacity',
  'accessible_spaces',
  'opening_hours',
  'access',
  'fee',
  'max_height',
  'operator',
  'rates',
  'source_date',
] as const
export type MappedField = (typeof mappedFields)[number]

const Columns = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])
/** A mapping file: what `--propose` prints, and what a person has changed in it. */
const MappingFile = z.strictObject({
  /** For rows that have no country of their own. */
  country_code: z.enum(Object.keys(countryIds) as [CountryCode, ...CountryCode[]]).nullish(),
  /** Of `rates`; without it, they are left out. */
  currency: z.enum(currencies).nullish(),
  /** The values of several columns are put together. */
  fields: z.partialRecord(
    z.enum(mappedFields),
    z.strictObject({ from: Columns, samples: z.array(z.unknown()).optional() }).nullable(),
  ),
  unused: z.record(z.string(), z.unknown()).optional(),
})
export interface Mapping {
  country_code: CountryCode | null
  currency: (typeof currencies)[number] | null
  fields: ReadonlyMap<MappedField, readonly string[]>
}

/** Reads a mapping file. Throws UnreadableFile with the first thing that is wrong. */
export function parseMapping(text: string): Mapping {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (cause) {
    throw new UnreadableFile('The mapping is not valid JSON.', { cause })
  }
  const parsed = MappingFile.safeParse(document)
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!
    throw new UnreadableFile(`The mapping is wrong at ${path.join('.') || 'its top'}: ${message}.`)
  }
  const { country_code = null, currency = null, fields } = parsed.data
  return {
    country_code,
    currency,
    fields: new Map(
      Object.entries(fields).flatMap(([field, column]) =>
        column === undefined || column === null ? [] : [[field as MappedField, [column.from].flat()] as const],
      ),
    ),
  }
}

interface Proposal {
  field: MappedField
  name: RegExp
  fits: (value: unknown) => boolean
}
const isText = (value: unknown): boolean => /\p{L}/u.test(parseText(value) ?? '')
const isCount = (value: unknown): boolean => parseCount(value) !== undefined
const isShort = (value: unknown): boolean => (parseText(value) ?? '').length <= 40
const anything = (): boolean => true

/** In this order: a column is proposed for one field. Names are in small letters without accents, with underscores. */
const proposals: readonly Proposal[] = [
  {
    field: 'lat',
    name: /^(?:lat|latitude|y|(?:y|point|coord|geo)_?(?:coord|y|lat)|.*_latitude)$/,
    fits: (v) => isDegrees(v, 90),
  },
  {
    field: 'lng',
    name: /^(?:lng|lon|long|longitude|x|(?:x|point|coord|geo)_?(?:coord|x|lng|lon|long)|.*_longitude)$/,
    fits: (v) => isDegrees(v, 180),
  },
  {
    field: 'position',
    name: /^(?:location|geo_?point(?:_?2d)?|the_geom|geom|geometry|wkt|point|lat_?lo?ng?|coordinates?|coord|position)$/,
    fits: (v) => parsePosition(v) !== undefined,
  },
  {
    field: 'source_id',
    name: /^(?:id|(?:lot|park|parking|car_?park|garage|facility|asset|site|zone|stationnement)_?(?:id|no|num|number|code|key)|num|numero|no|number|code|unique_?id|identifiant|id_\w+|\w+_id|global_?id|uuid|object_?id|fid|gid|ogc_fid)$/,
    fits: isShort,
  },
  {
    field: 'name',
    name: /^(?:name|nom|(?:lot|park|parking|car_?park|garage|facility|site|location|place|common|full)_?name|nom_\w+|facility|parking_lot|garage|parkade|stationnement|title|label|libelle|designation|description)$/,
    fits: isText,
  },
  {
    field: 'address',
    name: /^(?:(?:full|street|civic|site|location)?_?(?:address|addr|adresse)(?:_?(?:1|line_?1|full|complete|civique))?|location|emplacement|rue|street)$/,
    fits: isText,
  },
  { field: 'city', name: /^(?:(?:addr_)?city|ville|municipality|municipalite|town|commune)$/, fits: isText },
  { field: 'state_code', name: /^(?:state|province|prov|region|state_?code)$/, fits: isText },
  { field: 'country_code', name: /^(?:country|pays|country_?code)$/, fits: isText },
  { field: 'accessible_spaces', name: /accessible|handicap|disabled|\bada\b|_ada|ada_|pmr|mobilite/, fits: isCount },
  {
    field: 'capacity',
    name: /^(?:capacity|capacite|(?:total|nb|nbr|num|number|no|nombre)?_?(?:of_|de_)?(?:parking_?)?(?:spaces?|stalls?|places|spots|bays|cases)(?:_?count|_?total)?|(?:total|parking|vehicle|car|lot|max)_capacity|capacite_\w+)$/,
    fits: isCount,
  },
  { field: 'max_height', name: /height|clearance|hauteur|gabarit/, fits: (v) => /\d/.test(parseText(v) ?? '') },
  { field: 'opening_hours', name: /hours|hrs|horaires?|heures|opening/, fits: anything },
  { field: 'rates', name: /(?:^|_)(?:rates?|prices?|pricing|tarifs?|prix|cost)(?:_|$)/, fits: anything },
  { field: 'fee', name: /^(?:fee|fees|paid|payant|is_paid|pay|paid_parking)$/, fits: (v) => parseFlag(v) !== null },
  { field: 'access', name: /^(?:access|acces|public_private|availability)$/, fits: isText },
  { field: 'operator', name: /operator|operateur|exploitant|gestionnaire|managed_?by/, fits: isText },
  {
    field: 'kind',
    name: /^(?:type|kind|class|categor\w+|(?:lot|park|parking|car_?park|facility|structure)_?(?:type|class|categor\w+)|type_\w+)$/,
    fits: isText,
  },
  {
    field: 'source_date',
    name: /(?:^|_)(?:updated?|modified|edited|last_?edit\w*|date|maj)(?:_|$)/,
    fits: (v) => parseDay(v) !== null,
  },
]

const isDegrees = (value: unknown, most: number): boolean => Math.abs(parseDegrees(value) ?? Infinity) <= most

/** Yes and no in English and French, as flags and as words for pay; null for anything else. */
export function parseFlag(value: unknown): boolean | null {
  const text = typeof value === 'boolean' ? String(value) : (parseText(value)?.toLowerCase() ?? '')
  if (/^(?:yes|y|true|1|oui|o|vrai|paid|pay|payant|fee)$/.test(text)) return true
  return /^(?:no|n|false|0|non|faux|free|gratuit)$/.test(text) ? false : null
}

const simplify = (name: string): string =>
  removeAccents(name)
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')

const mostSamples = 3
const sampleRows = 2_000

/** Returns the mapping that names and values suggest, with samples, as a mapping file; `unused` are the other columns. */
export function proposeMapping(records: readonly FileRecord[]): z.input<typeof MappingFile> {
  const seen = records.slice(0, sampleRows)
  const columns = new Map<string, unknown[]>()
  for (const { fields } of seen)
    for (const [column, value] of Object.entries(fields)) {
      const values = columns.get(column) ?? []
      if (parseText(value) !== null || (value !== null && !['string', 'number', 'undefined'].includes(typeof value)))
        values.push(value)
      columns.set(column, values)
    }
  const samples = (values: readonly unknown[]) => [...new Set(values)].slice(0, mostSamples)
  const taken = new Set<string>()
  const found = new Map<MappedField, { from: string; samples: unknown[] }>()
  for (const { field, name, fits } of proposals) {
    const fitting = [...columns].filter(
      ([column, values]) =>
        !taken.has(column) &&
        name.test(simplify(column)) &&
        values.length > 0 &&
        values.filter(fits).length * 10 >= values.length * 9,
    )
    const [column, values] =
      (field === 'source_id' ? fitting.find(([, ids]) => new Set(ids).size === seen.length) : fitting[0]) ?? []
    if (column === undefined || values === undefined) continue
    taken.add(column)
    found.set(field, { from: column, samples: samples(values) })
  }
  return {
    country_code: null,
    currency: null,
    fields: Object.fromEntries(mappedFields.map((field) => [field, found.get(field) ?? null])),
    unused: Object.fromEntries(
      [...columns].filter(([column]) => !taken.has(column)).map(([column, values]) => [column, samples(values)]),
    ),
  }
}
