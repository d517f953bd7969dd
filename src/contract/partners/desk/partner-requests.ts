import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Money, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { listingKinds, requestStates } from '../partners.ts'

/** Operators who say that they run a car park. */
export const claimList = deskList({
  name: 'park-claims',
  menu: { group: 'parking', rank: 40 },
  permission: 'partner_requests.view',
  opens: { screen: 'park-claims', permission: 'partner_requests.view' },
  personal: true,
  namedBy: ['park', 'company', 'email'],
  columns: {
    park: { kind: 'text', sortable: true },
    city: { kind: 'text' },
    country: { kind: 'country', extra: true },
    company: { kind: 'text', sortable: true },
    email: { kind: 'text' },
    phone: { kind: 'phone', extra: true },
    proof: { kind: 'choice', words: 'claim_proofs' },
    created_at: { kind: 'instant', sortable: true },
    decided_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    park: { kind: 'text' },
    created: { kind: 'days' },
  },
  states: requestStates,
  sort: '-created_at',
})

/** Spaces and chargers that operators offer. */
export const listingList = deskList({
  name: 'park-listings',
  menu: { group: 'parking', rank: 50, under: 'park-claims' },
  permission: 'partner_requests.view',
  opens: { screen: 'park-listings', permission: 'partner_requests.view' },
  personal: true,
  namedBy: ['name', 'city', 'company'],
  columns: {
    name: { kind: 'text', sortable: true },
    kind: { kind: 'choice', words: 'listing_kinds' },
    city: { kind: 'text' },
    country: { kind: 'country' },
    company: { kind: 'text', sortable: true },
    email: { kind: 'text' },
    capacity: { kind: 'number', extra: true },
    created_at: { kind: 'instant', sortable: true },
    decided_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    kind: { kind: 'choice', values: listingKinds, words: 'listing_kinds' },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    created: { kind: 'days' },
  },
  states: requestStates,
  sort: '-created_at',
})

const request = {
  ...recordFields,
  state: z.enum(requestStates),
  company: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  message: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  partner_id: z.nullable(z.string()),
  partner: z.nullable(z.string()),
  park_id: z.nullable(z.string()),
  created_at: z.string(),
  decided_at: z.nullable(z.string()),
}

export const DeskClaim = z.object({
  ...request,
  park: z.string(),
  park_code: z.string(),
  city: z.nullable(z.string()),
  country: z.string(),
  /** Whether a code can prove it: the car park has a published contact. */
  has_contact: z.boolean(),
  proof: z.nullable(z.enum(['code', 'staff'])),
  /** Other open claims for the same car park. */
  rivals: z.number(),
})
export type DeskClaim = z.infer<typeof DeskClaim>

export const DeskListing = z.object({
  ...request,
  kind: z.enum(listingKinds),
  name: z.string(),
  place_kind: z.nullable(z.string()),
  address: z.nullable(z.string()),
  city: z.nullable(z.string()),
  country: z.string(),
  lat: z.nullable(z.number()),
  lng: z.nullable(z.number()),
  /** Both, as maps take them. */
  position: z.nullable(z.string()),
  capacity: z.nullable(z.number()),
  price_hour: z.nullable(Money),
  day_cap: z.nullable(Money),
  connector: z.nullable(z.string()),
  power_kw: z.nullable(z.number()),
  chargers: z.nullable(z.number()),
  price: z.nullable(Money),
  price_unit: z.nullable(z.string()),
  /** Car parks within 100 m, which may be the same place. */
  nearby: z.number(),
})
export type DeskListing = z.infer<typeof DeskListing>

const params = z.strictObject({ id: Uuid })
const refusal = z.strictObject({ reason: line(3, 300) })
const ofClaim = { tag: 'desk', status: 200, params, answer: DeskClaim } as const
const ofListing = { tag: 'desk', status: 200, params, answer: DeskListing } as const

export const getDeskClaim = endpoint({
  ...ofClaim,
  name: 'getDeskClaim',
  method: 'GET',
  path: '/api/v1/admin/park-claims/{id}',
  summary: 'Returns a claim for a car park',
  auth: 'partner_requests.view',
})

export const approveClaim = endpoint({
  ...ofClaim,
  name: 'approveClaim',
  method: 'POST',
  path: '/api/v1/admin/park-claims/{id}/approve',
  summary: 'Gives the car park to the operator, after staff has checked who they are',
  auth: 'partner_requests.update',
})

/** The contact is kept for later claims. */
export const sendClaimCode = endpoint({
  ...ofClaim,
  name: 'sendClaimCode',
  method: 'POST',
  path: '/api/v1/admin/park-claims/{id}/send-code',
  summary: 'Mails the code of a claim to the contact that the car park publishes elsewhere',
  auth: 'partner_requests.update',
  body: z.strictObject({ contact: Email }),
})

export const refuseClaim = endpoint({
  ...ofClaim,
  name: 'refuseClaim',
  method: 'POST',
  path: '/api/v1/admin/park-claims/{id}/refuse',
  summary: 'Refuses a claim with a reason, which is mailed',
  auth: 'partner_requests.update',
  body: refusal,
})

export const getDeskListing = endpoint({
  ...ofListing,
  name: 'getDeskListing',
  method: 'GET',
  path: '/api/v1/admin/park-listings/{id}',
  summary: 'Returns an offered space or charger',
  auth: 'partner_requests.view',
})

export const approveListing = endpoint({
  ...ofListing,
  name: 'approveListing',
  method: 'POST',
  path: '/api/v1/admin/park-listings/{id}/approve',
  summary: 'Adds the offered space or charger to the site and mails the operator',
  auth: 'partner_requests.update',
})

export const refuseListing = endpoint({
  ...ofListing,
  name: 'refuseListing',
  method: 'POST',
  path: '/api/v1/admin/park-listings/{id}/refuse',
  summary: 'Refuses an offered space or charger with a reason, which is mailed',
  auth: 'partner_requests.update',
  body: refusal,
})

const reason = { reason: { kind: 'text', hint: true } } as const
const links = { park: { screen: 'parks', id: 'park_id' }, partner: { screen: 'partners', id: 'partner_id' } } as const

/** A claim with what speaks for it. */
export const claimRecord = deskRecord({
  list: claimList,
  get: getDeskClaim,
  primary: ['approve'],
  state: 'state',
  facts: {
    park: { kind: 'text' },
    park_code: { kind: 'code' },
    city: { kind: 'text' },
    country: { kind: 'country' },
    company: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'phone' },
    message: { kind: 'text' },
    has_contact: { kind: 'flag' },
    rivals: { kind: 'number' },
    proof: { kind: 'choice', words: 'claim_proofs' },
    partner: { kind: 'text' },
    reason: { kind: 'text' },
    created_at: { kind: 'instant' },
    decided_at: { kind: 'instant' },
  },
  links,
  actions: {
    send_code: { endpoint: sendClaimCode, fields: { contact: { kind: 'email', hint: true } } },
    approve: { endpoint: approveClaim, serious: true },
    refuse: { endpoint: refuseClaim, fields: reason },
  },
})

/** An offered space or charger. */
export const listingRecord = deskRecord({
  list: listingList,
  get: getDeskListing,
  primary: ['approve'],
  state: 'state',
  facts: {
    kind: { kind: 'choice', words: 'listing_kinds' },
    name: { kind: 'text' },
    place_kind: { kind: 'choice', words: 'place_kinds' },
    address: { kind: 'text' },
    city: { kind: 'text' },
    country: { kind: 'country' },
    position: { kind: 'code' },
    nearby: { kind: 'number' },
    capacity: { kind: 'number' },
    price_hour: { kind: 'money' },
    day_cap: { kind: 'money' },
    connector: { kind: 'choice', words: 'connectors' },
    power_kw: { kind: 'number' },
    chargers: { kind: 'number' },
    price: { kind: 'money' },
    price_unit: { kind: 'choice', words: 'charge_units' },
    company: { kind: 'text' },
    email: { kind: 'text' },
    phone: { kind: 'phone' },
    message: { kind: 'text' },
    partner: { kind: 'text' },
    reason: { kind: 'text' },
    created_at: { kind: 'instant' },
    decided_at: { kind: 'instant' },
  },
  links: { name: { screen: 'parks', id: 'park_id' }, partner: links.partner },
  actions: {
    approve: { endpoint: approveListing, serious: true },
    refuse: { endpoint: refuseListing, fields: reason },
  },
})
