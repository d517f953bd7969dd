import * as z from 'zod'
import { countryIds } from '#contract/geography.ts'
import { currencies } from '#contract/money.ts'
import { parkKinds } from '#contract/parks/park-lists.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { replacementCharacter } from '#server/decode-text.ts'
import { isWithinCountry } from '#server/features/places/seed-bounds.ts'
import { isBusTerminal, isCarDealer } from './names.ts'
import { parseText } from './values.ts'

/** A file's source (a code of data/parks/sources.json) and the date of its data, if known. */
export interface Origin {
  source: string
  source_date: string | null
}

/** Reasons for refusing a row, as printed in the report. */
export const refusals = {
  bad_row: 'the row is not in the expected format',
  bad_number: 'a number is negative, out of range or not a number',
  missing_position: 'the row has no position',
  not_degrees: 'its position is not in degrees (WGS 84): convert the file first',
  unknown_source: 'the source is not listed in data/parks/sources.json',
  unknown_country: 'the country is not served or cannot be determined',
  outside_country: 'the position is outside the country',
  not_a_car_park: 'it is not a car park',
  leisure_park: 'it is a park with trees (leisure=park)',
  charging_station_only: 'it is a charging station that is not known to be in a car park',
  bus_terminal: 'its type or name says it is a bus terminal',
  car_dealer: 'its type or name says it is a car dealer',
  too_small: 'it is smaller than 120 m²',
  closed: 'the source says it is closed',
  no_access: 'nobody may park there',
  damaged_text: 'its text was damaged before it came here: it has the replacement character (�)',
  repeated: 'its id appears twice in the file (only the first is imported)',
} as const
export type Refusal = keyof typeof refusals

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => (parseText(value) === null ? null : value))
    .nullish()
    .transform((value) => value ?? null)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)
const count = (min: number, max: number) =>
  z
    .number()
    .min(min)
    .max(max)
    .nullish()
    .transform((value) => value ?? null)

const ParsedRate = z.object({
  type: z.string().max(40),
  amount: z.number().min(0).max(10_000_000),
  minutes: z.number().int().positive().max(100_000).optional(),
  window: z.string().max(200).optional(),
  days: z.string().max(200).optional(),
})
export type ParsedRate = z.infer<typeof ParsedRate>

const Rates = z.object({
  currency: z.enum(currencies),
  raw: z.string().max(4_000),
  parsed: z.array(ParsedRate).max(60),
})
export type Rates = z.infer<typeof Rates>

/** A car park of data/parks/*.ndjson. Unknown facts are null; lengths are in metres. */
export const ParkRow = z.object({
  source: z.string().min(1).max(60),
  source_id: z
    .string()
    .min(1)
    .max(200)
    .refine((id) => parseText(id) !== null),
  name: text(300),
  kind: z.enum(parkKinds).default('unknown'),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
  address: text(300),
  city: text(120),
  /** ISO 3166-2; anything else says no state. */
  state_code: text(40).transform((code) => (code !== null && /^[A-Z]{2}-[A-Z\d]{1,3}$/.test(code) ? code : null)),
  country_code: text(2),
  capacity: count(1, 32_000),
  rates: Rates.nullish().transform((value) => value ?? null),
  opening_hours: text(400),
  access: text(40),
  fee: flag,
  covered: flag,
  ev: flag,
  accessible_spaces: count(0, 32_000),
  /** Whether there are accessible spaces, where their number is not known. */
  accessible: flag,
  max_height: count(0, 100),
  area_m2: count(0, 10_000_000),
  operator: text(200),
  derived: z.array(z.string().max(40)).max(20).default([]),
  possible_duplicate_of: text(300),
  source_date: text(60),
})
export type ParkRow = z.infer<typeof ParkRow>
export type ParkRowInput = z.input<typeof ParkRow>

/** A reader's result for one entry of its file. */
export type Candidate = { source_id: string; row: unknown } | { source_id: string; refusal: Refusal }
type CheckResult = { row: ParkRow } | { refusal: Refusal }

const numberFields = new Set(['capacity', 'rates', 'accessible_spaces', 'max_height', 'area_m2'])

function toRefusal(error: z.ZodError): Refusal {
  const fields = new Set(error.issues.map(({ path }) => String(path[0])))
  if (fields.has('source') || fields.has('source_id')) return 'bad_row'
  if (fields.has('lat') || fields.has('lng')) return 'missing_position'
  return [...fields].some((field) => numberFields.has(field)) ? 'bad_number' : 'bad_row'
}

const isDamaged = (row: ParkRow): boolean => JSON.stringify(row).includes(replacementCharacter)

const isServed = (code: string | null): code is CountryCode => code !== null && Object.hasOwn(countryIds, code)

/** Rules for valid rows, checked in this order. */
const rules: [Refusal, (row: ParkRow) => boolean][] = [
  ['missing_position', ({ lat, lng }) => lat === 0 && lng === 0],
  ['unknown_country', ({ country_code }) => !isServed(country_code)],
  [
    'outside_country',
    ({ country_code, lat, lng }) => !isWithinCountry(countryIds[country_code as CountryCode], lat, lng),
  ],
  ['too_small', ({ area_m2 }) => area_m2 !== null && area_m2 < 120],
  ['bus_terminal', ({ name, country_code }) => isBusTerminal(name, country_code)],
  ['car_dealer', ({ name, country_code }) => isCarDealer(name, country_code)],
]

/** Validates a row. A missing country must have been filled in before. */
export function checkRow(row: unknown): CheckResult {
  const parsed = ParkRow.safeParse(row)
  if (!parsed.success) return { refusal: toRefusal(parsed.error) }
  if (isDamaged(parsed.data)) return { refusal: 'damaged_text' }
  const violated = rules.find(([, isViolated]) => isViolated(parsed.data))
  return violated === undefined ? { row: parsed.data } : { refusal: violated[0] }
}
