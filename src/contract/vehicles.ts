import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line, pageOf, pageQuery, Uuid, wholeNumber } from './page.ts'
import { CountryCode } from './places.ts'

/** A plate: 2 to 12 letters, digits, spaces, hyphens of any script; in capitals. */
export const plateForm = /^[\p{L}\d][\p{L}\d -]{0,10}[\p{L}\d]$/u

/** A plate as it is kept, of what was typed; undefined for what is none. */
export function plateOf(typed: string): string | undefined {
  const plate = typed.trim().toUpperCase()
  return plateForm.test(plate) ? plate : undefined
}

/** Letters, digits, spaces and hyphens; a country's own form is a hint, never a refusal. Kept in capitals. */
export const PlateText = z
  .string('required')
  .check(z.trim(), z.toUpperCase(), z.minLength(1, 'required'), z.regex(plateForm, 'plate'))

/** What a vehicle needs and what runs out; a licence is that of the vehicle, an inspection its road worthiness too. */
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

/** Those that a vehicle of a country usually has. */
export const papersOf: Record<CountryCode, readonly PaperKind[]> = {
  NG: ['licence', 'inspection', 'insurance', 'permit', 'ownership'],
  CA: ['insurance', 'inspection', 'permit'],
  SN: ['insurance', 'inspection', 'permit'],
  US: ['insurance', 'inspection', 'permit'],
}

/** Days before a paper ends on which its owner is reminded of it. */
export const reminderDays = [30, 7, 1] as const
export const Paper = z.object({
  kind: z.enum(paperKinds),
  expires_on: z.iso.date('day').check(z.refine(isSensible, 'day')),
})
export type Paper = z.infer<typeof Paper>

/** What nobody can mean is a slip of the keyboard. */
function isSensible(day: string): boolean {
  return day >= '1990-01-01' && day <= '2099-12-31'
}

/** A person keeps at most so many. */
export const mostVehicles = 50

const measure = (least: number, most: number) =>
  z.optional(
    z.nullable(z.number().check(z.int('whole_number'), z.minimum(least, 'too_small'), z.maximum(most, 'too_large'))),
  )
const word = (most: number) => z.optional(z.nullable(line(1, most)))

export const VehicleRequest = z.strictObject({
  vehicle_type_id: z._default(
    z.number().check(z.int('whole_number'), z.minimum(1, 'too_small'), z.maximum(1_000, 'too_large')),
    1,
  ),
  plate: PlateText,
  /** Where it is registered; the person's own country where it is left out. */
  country_code: z.optional(CountryCode),
  make: word(40),
  model: word(40),
  colour: word(40),
  nickname: word(40),
  height_cm: measure(50, 600),
  length_cm: measure(100, 3_000),
  width_cm: measure(50, 400),
  /** One of each kind. */
  papers: z._default(
    z.array(z.strictObject(Paper.def.shape)).check(
      z.maxLength(paperKinds.length, 'paper_twice'),
      z.refine((papers) => new Set(papers.map(({ kind }) => kind)).size === papers.length, 'paper_twice'),
    ),
    [],
  ),
  /** The first one is the default, whatever is told; `true` makes this one it. */
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
  summary: 'One’s own saved vehicles, the default first',
  tag: 'vehicles',
  auth: 'customer',
  status: 200,
  query: z.strictObject({ ...pageQuery, size: z._default(wholeNumber(1, 100), mostVehicles) }),
  answer: pageOf(Vehicle),
})

export const addVehicle = endpoint({
  name: 'addVehicle',
  method: 'POST',
  path: '/api/v1/user/vehicles/',
  summary: 'Save a vehicle; the first is the default',
  tag: 'vehicles',
  auth: 'customer',
  status: 201,
  body: VehicleRequest,
  answer: Vehicle,
})

const params = z.strictObject({ id: Uuid })

export const changeVehicle = endpoint({
  name: 'changeVehicle',
  method: 'PUT',
  path: '/api/v1/user/vehicles/{id}',
  summary: 'Write a saved vehicle anew; what is left out is empty then',
  tag: 'vehicles',
  auth: 'customer',
  status: 200,
  params,
  body: VehicleRequest,
  answer: Vehicle,
})

export const removeVehicle = endpoint({
  name: 'removeVehicle',
  method: 'DELETE',
  path: '/api/v1/user/vehicles/{id}',
  summary: 'Remove a saved vehicle; after the default the next one is it',
  tag: 'vehicles',
  auth: 'customer',
  status: 204,
  params,
})

export const makeDefaultVehicle = endpoint({
  name: 'makeDefaultVehicle',
  method: 'PUT',
  path: '/api/v1/user/vehicles/{id}/default',
  summary: 'Make a saved vehicle the default',
  tag: 'vehicles',
  auth: 'customer',
  status: 200,
  params,
  answer: Vehicle,
})
