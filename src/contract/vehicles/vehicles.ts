import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, pageOf, pageQuery, Uuid, wholeNumber, missingOr } from '#contract/fields.ts'
import { CountryCode } from '#contract/places/places.ts'
import { platePattern, tidyPlate } from './plates.ts'
import { sizeLimits } from './size-limits.ts'

/** A plate; national formats are not enforced. Stored in capitals. */
export const PlateText = z
  .string('required')
  .check(z.overwrite(tidyPlate), z.minLength(1, 'required'), z.regex(platePattern, 'plate'))

/** Kinds of vehicle documents that expire; `licence` is the vehicle's, `inspection` includes roadworthiness. */
export const paperKinds = [
  'licence',
  'registration',
  'insurance',
  'inspection',
  'permit',
  'ownership',
  'other',
] as const
export type PaperKind = (typeof paperKinds)[number]

/** Documents that vehicles of a country usually have. */
export const papersOf: Record<CountryCode, readonly PaperKind[]> = {
  NG: ['licence', 'inspection', 'insurance', 'permit', 'ownership'],
  CA: ['insurance', 'inspection', 'permit'],
  SN: ['insurance', 'inspection', 'permit'],
  US: ['insurance', 'inspection', 'permit'],
}

/** Days before a document expires on which its owner is reminded. */
export const reminderDays = [60, 30, 7, 1] as const
export const Paper = z.object({
  kind: z.enum(paperKinds),
  expires_on: z.iso.date(missingOr('day')).check(z.refine(isPlausible, 'day')),
})
export type Paper = z.infer<typeof Paper>

/** Rejects dates that can only be typing errors. */
function isPlausible(day: string): boolean {
  return day >= '1990-01-01' && day <= '2099-12-31'
}

/** Maximum number of vehicles of one account. */
export const maxVehicles = 50

const measure = ([least, most]: readonly [number, number]) =>
  z.optional(
    z.nullable(z.int(missingOr('whole_number')).check(z.minimum(least, 'too_small'), z.maximum(most, 'too_large'))),
  )
const word = (most: number) => z.optional(z.nullable(line(1, most)))

export const VehicleRequest = z.strictObject({
  vehicle_type_id: z._default(
    z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large')),
    1,
  ),
  plate: PlateText,
  /** Country of registration; by default the account's country. */
  country_code: z.optional(CountryCode),
  make: word(40),
  model: word(40),
  colour: word(40),
  nickname: word(40),
  height_cm: measure(sizeLimits.height_cm),
  length_cm: measure(sizeLimits.length_cm),
  width_cm: measure(sizeLimits.width_cm),
  /** At most one of each kind. */
  papers: z._default(
    z.array(z.strictObject(Paper.def.shape)).check(
      z.maxLength(paperKinds.length, 'paper_twice'),
      z.refine((papers) => new Set(papers.map(({ kind }) => kind)).size === papers.length, 'paper_twice'),
    ),
    [],
  ),
  /** Makes this vehicle the default; the first vehicle always is. */
  is_default: z._default(z.boolean(), false),
})
export type VehicleRequest = z.infer<typeof VehicleRequest>

export const Vehicle = z.object({
  id: z.string(),
  vehicle_type_id: z.number(),
  plate: z.string(),
  country_code: CountryCode,
  make: z.nullable(z.string()),
  model: z.nullable(z.string()),
  colour: z.nullable(z.string()),
  nickname: z.nullable(z.string()),
  height_cm: z.nullable(z.number()),
  length_cm: z.nullable(z.number()),
  width_cm: z.nullable(z.number()),
  papers: z.array(Paper),
  is_default: z.boolean(),
  created_at: z.string(),
})
export type Vehicle = z.infer<typeof Vehicle>

export const listVehicles = endpoint({
  name: 'listVehicles',
  method: 'GET',
  path: '/api/v1/user/vehicles/',
  summary: 'Lists the signed-in driver’s vehicles, the default first',
  tag: 'vehicles',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, size: z._default(wholeNumber(1, 100), maxVehicles) }),
  /** `data` holds the items too: the specification's clients read a data array. */
  answer: z.extend(pageOf(Vehicle), { data: z.array(Vehicle) }),
})

export const createVehicle = endpoint({
  name: 'createVehicle',
  method: 'POST',
  path: '/api/v1/user/vehicles/',
  summary: 'Saves a vehicle; the first one becomes the default',
  tag: 'vehicles',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: VehicleRequest,
  answer: Vehicle,
})

const params = z.strictObject({ id: Uuid })

export const updateVehicle = endpoint({
  name: 'updateVehicle',
  method: 'PUT',
  path: '/api/v1/user/vehicles/{id}',
  summary: 'Replaces a saved vehicle; omitted fields are cleared',
  tag: 'vehicles',
  auth: 'customer',
  status: 200,
  params,
  body: VehicleRequest,
  answer: Vehicle,
})

export const deleteVehicle = endpoint({
  name: 'deleteVehicle',
  method: 'DELETE',
  path: '/api/v1/user/vehicles/{id}',
  summary: 'Deletes a saved vehicle; if it was the default, the oldest one becomes the default',
  tag: 'vehicles',
  auth: 'customer',
  status: 204,
  params,
})

export const setDefaultVehicle = endpoint({
  name: 'setDefaultVehicle',
  method: 'PUT',
  path: '/api/v1/user/vehicles/{id}/default',
  summary: 'Makes a saved vehicle the default',
  tag: 'vehicles',
  auth: 'customer',
  status: 200,
  params,
  answer: Vehicle,
})
