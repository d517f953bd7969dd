import * as z from 'zod/mini'
import { normalizeCode } from '#contract/codes.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, line, Money, missingOr, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { connectors, LeadText, spaceKinds } from '#contract/leads/leads.ts'
import { PhoneText } from '#contract/phones.ts'

export const requestStates = ['open', 'approved', 'refused', 'withdrawn'] as const
export const listingKinds = ['space', 'charger'] as const
export const chargeUnits = ['kwh', 'hour'] as const

const count = (most: number) =>
  z.int(missingOr('whole_number')).check(z.minimum(1, 'too_small'), z.maximum(most, 'too_large'))
const amount = z.number(missingOr('number')).check(z.minimum(0, 'too_small'), z.maximum(100_000_000, 'too_large'))

const operator = { company: line(2, 120), phone: z.optional(PhoneText), message: z.optional(LeadText) }

const ParkClaim = z.object({
  id: z.string(),
  park: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  company: z.string(),
  state: z.enum(requestStates),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  created_at: z.string(),
})
export type ParkClaim = z.infer<typeof ParkClaim>

const ParkListing = z.object({
  id: z.string(),
  kind: z.enum(listingKinds),
  name: z.string(),
  state: z.enum(requestStates),
  reason: z.nullable(z.string()),
  /** The car park that it became. */
  slug: z.nullable(z.string()),
  created_at: z.string(),
})
export type ParkListing = z.infer<typeof ParkListing>

/** What an operator sees of themselves: their requests and the car parks that they run. */
export const getOperator = endpoint({
  name: 'getOperator',
  method: 'GET',
  path: '/api/v1/partners/me',
  summary: 'Returns the caller’s claims, listings and the car parks of their partners',
  tag: 'partners',
  auth: 'customer',
  status: 200,
  answer: z.object({
    partners: z.array(z.object({ id: z.string(), name: z.string() })),
    parks: z.array(z.object({ id: z.string(), slug: z.string(), name: z.string(), city: z.nullable(z.string()) })),
    claims: z.array(ParkClaim),
    listings: z.array(ParkListing),
  }),
})

/** The id, slug or code of the car park. */
export const ClaimRequest = z.strictObject({ park: line(1, 120), ...operator })

/**
 * The answer is the same whether a contact is published, to which a code is mailed, or staff has to check. A repeated claim
 * mails a new code.
 */
export const claimPark = endpoint({
  name: 'claimPark',
  method: 'POST',
  path: '/api/v1/partners/claims',
  summary: 'Claims a car park: “I run this car park”',
  tag: 'partners',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: ClaimRequest,
  answer: z.object({ message: z.string(), claim: ParkClaim }),
})

const params = z.strictObject({ id: Uuid })

export const proveClaim = endpoint({
  name: 'proveClaim',
  method: 'POST',
  path: '/api/v1/partners/claims/{id}/prove',
  summary: 'Proves a claim by the code that was mailed to the car park’s published contact',
  tag: 'partners',
  auth: 'customer',
  status: 200,
  params,
  body: z.strictObject({ code: z.string('required').check(z.overwrite(normalizeCode), z.regex(/^\d{6}$/, 'code')) }),
  answer: ParkClaim,
})

export const withdrawClaim = endpoint({
  name: 'withdrawClaim',
  method: 'POST',
  path: '/api/v1/partners/claims/{id}/withdraw',
  summary: 'Withdraws a claim that is not decided',
  tag: 'partners',
  auth: 'customer',
  status: 200,
  params,
  answer: ParkClaim,
})

/** Bookings stay, and what is owed for them. */
export const releasePark = endpoint({
  name: 'releasePark',
  method: 'POST',
  path: '/api/v1/partners/parks/{id}/release',
  summary: 'Releases a car park that the caller runs and that nobody has booked from now on',
  tag: 'partners',
  auth: 'customer',
  status: 204,
  params,
})

/** Where a new place is. Prices are in the country's currency. */
const place = {
  name: line(2, 120),
  place_kind: z.enum(spaceKinds, 'required'),
  address: line(3, 200),
  city: line(1, 80),
  country_code: z.enum(countryCodes, 'required'),
  lat: z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(90, 'too_large')),
  lng: z.number(missingOr('number')).check(z.minimum(-180, 'too_small'), z.maximum(180, 'too_large')),
}

export const SpaceRequest = z.strictObject({
  ...operator,
  ...place,
  capacity: count(20_000),
  /** Per hour or part thereof. */
  price_hour: amount,
  day_cap: z.optional(z.number(missingOr('number')).check(z.positive('positive'), z.maximum(100_000_000, 'too_large'))),
})

export const ChargerRequest = z.strictObject({
  ...operator,
  /** One of the caller's car parks; the place is then not needed. */
  park: z.optional(line(1, 120)),
  ...(Object.fromEntries(Object.entries(place).map(([name, schema]) => [name, z.optional(schema)])) as {
    [Name in keyof typeof place]: z.ZodMiniOptional<(typeof place)[Name]>
  }),
  connector: z.enum(connectors, 'required'),
  power_kw: z.number(missingOr('number')).check(z.minimum(1, 'too_small'), z.maximum(400, 'too_large')),
  chargers: count(500),
  price: amount,
  price_unit: z.enum(chargeUnits, 'required'),
})

export const listSpace = endpoint({
  name: 'listSpace',
  method: 'POST',
  path: '/api/v1/partners/spaces',
  summary: 'Offers a new space for review',
  tag: 'partners',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: SpaceRequest,
  answer: z.object({ message: z.string(), listing: ParkListing }),
})

export const listCharger = endpoint({
  name: 'listCharger',
  method: 'POST',
  path: '/api/v1/partners/chargers',
  summary: 'Offers an EV charger for review, at a new place or at a car park that the caller runs',
  tag: 'partners',
  auth: 'customer',
  idempotent: true,
  status: 201,
  body: ChargerRequest,
  answer: z.object({ message: z.string(), listing: ParkListing }),
})

export const withdrawListing = endpoint({
  name: 'withdrawListing',
  method: 'POST',
  path: '/api/v1/partners/listings/{id}/withdraw',
  summary: 'Withdraws a listing that is not decided',
  tag: 'partners',
  auth: 'customer',
  status: 200,
  params,
  answer: ParkListing,
})

export const ParkCharger = z.object({
  id: z.string(),
  connector: z.enum(connectors),
  power_kw: z.number(),
  chargers: z.number(),
  price: Money,
  price_unit: z.enum(chargeUnits),
})
export type ParkCharger = z.infer<typeof ParkCharger>

/** As their operator describes them: charging is not metered or paid here. */
export const listParkChargers = endpoint({
  name: 'listParkChargers',
  method: 'GET',
  path: '/api/v1/front/parks/{parkId}/chargers',
  summary: 'Lists the EV chargers of a car park with their prices',
  tag: 'parks',
  auth: 'none',
  status: 200,
  params: z.strictObject({ parkId: line(1, 120) }),
  answer: z.object({ items: z.array(ParkCharger), currency: z.nullable(Currency) }),
})
