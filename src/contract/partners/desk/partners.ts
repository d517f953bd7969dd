import * as z from 'zod/mini'
import { Email } from '#contract/accounts/auth.ts'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { PhoneText } from '#contract/phones.ts'

/** Operators of car parks. A partner sees itself. */
export const partnerList = deskList({
  name: 'partners',
  menu: { group: 'people', rank: 50, letter: 'x' },
  permission: 'partners.view',
  opens: { screen: 'partners', permission: 'partners.view' },
  creates: { path: 'partners/new', permission: 'partners.create' },
  namedBy: ['name', 'email'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    country: { kind: 'country' },
    email: { kind: 'text' },
    phone: { kind: 'phone', extra: true },
    website: { kind: 'text', extra: true },
    parks: { kind: 'number' },
    people: { kind: 'number' },
    is_example: { kind: 'flag', extra: true, internal: true },
    created_at: { kind: 'instant', sortable: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    example: { kind: 'flag', internal: true },
  },
  states: ['active', 'inactive'],
  sort: 'name',
})

/** What is owed for the bookings of each car park since its operator's last statement: without fees and taxes. */
export const owedList = deskList({
  name: 'owed',
  menu: { group: 'money', rank: 13, under: 'payouts' },
  permission: 'payouts.view',
  columns: {
    park: { kind: 'text', sortable: true },
    park_code: { kind: 'code' },
    partner: { kind: 'text', sortable: true, example: 'is_example', internal: true },
    country: { kind: 'country', extra: true },
    bookings: { kind: 'number' },
    owed: { kind: 'money', sortable: true },
    is_example: { kind: 'flag', extra: true, internal: true },
    last_at: { kind: 'instant', sortable: true },
  },
  filters: {
    partner: { kind: 'text', internal: true },
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
  },
  sort: '-last_at',
})

const details = {
  name: line(2, 120),
  country_code: z.enum(countryCodes, 'required'),
  email: z.nullable(Email),
  phone: z.nullable(PhoneText),
  website: z.nullable(z.url({ protocol: /^https$/, error: 'link' }).check(z.maxLength(300, 'too_long'))),
}

export const DeskPartner = z.object({
  ...details,
  ...recordFields,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  website: z.nullable(z.string()),
  status: z.enum(['active', 'inactive']),
  parks: z.number(),
  people: z.number(),
  is_example: z.boolean(),
  created_at: z.string(),
  changed_at: z.string(),
  version: z.number(),
})
export type DeskPartner = z.infer<typeof DeskPartner>

const params = z.strictObject({ id: Uuid })
const record = { tag: 'desk', status: 200, params, answer: DeskPartner } as const
const action = { ...record, method: 'POST', auth: 'partners.update' } as const

export const getDeskPartner = endpoint({
  ...record,
  name: 'getDeskPartner',
  method: 'GET',
  path: '/api/v1/admin/partners/{id}',
  summary: 'Returns a partner with its contacts',
  auth: 'partners.view',
})

export const createDeskPartner = endpoint({
  name: 'createDeskPartner',
  method: 'POST',
  path: '/api/v1/admin/partners',
  summary: 'Creates a partner',
  tag: 'desk',
  auth: 'partners.create',
  idempotent: true,
  status: 201,
  body: z.strictObject(details),
  answer: DeskPartner,
})

export const updateDeskPartner = endpoint({
  ...record,
  name: 'updateDeskPartner',
  method: 'PATCH',
  path: '/api/v1/admin/partners/{id}',
  summary: 'Changes the name and the contacts of a partner',
  auth: 'partners.update',
  body: z.strictObject({ ...details, version: z.int().check(z.minimum(1)) }),
})

export const activatePartner = endpoint({
  ...action,
  name: 'activatePartner',
  path: '/api/v1/admin/partners/{id}/activate',
  summary: 'Makes a partner active',
})

export const deactivatePartner = endpoint({
  ...action,
  name: 'deactivatePartner',
  path: '/api/v1/admin/partners/{id}/deactivate',
  summary: 'Makes a partner without car parks inactive',
})

const parkBody = z.strictObject({ park: line(1, 120) })

export const addPartnerPark = endpoint({
  ...action,
  name: 'addPartnerPark',
  path: '/api/v1/admin/partners/{id}/add-park',
  summary: 'Gives a car park without an operator to a partner, by id, slug or code',
  body: parkBody,
})

export const removePartnerPark = endpoint({
  ...action,
  name: 'removePartnerPark',
  path: '/api/v1/admin/partners/{id}/remove-park',
  summary: 'Takes a car park that nobody has booked from now on from a partner',
  body: parkBody,
})

const fields = {
  name: { kind: 'text' },
  country_code: { kind: 'choice', values: countryCodes, words: 'countries' },
  email: { kind: 'email' },
  phone: { kind: 'text' },
  website: { kind: 'text' },
} as const
const park = { park: { kind: 'text', hint: true } } as const

/** A partner with its car parks and what is owed for them. */
export const partnerRecord = deskRecord({
  list: partnerList,
  get: getDeskPartner,
  state: 'status',
  facts: {
    name: { kind: 'text' },
    country_code: { kind: 'country' },
    email: { kind: 'text' },
    phone: { kind: 'phone' },
    website: { kind: 'text' },
    parks: { kind: 'number' },
    people: { kind: 'number' },
    is_example: { kind: 'flag' },
    created_at: { kind: 'instant' },
    changed_at: { kind: 'instant' },
  },
  create: { endpoint: createDeskPartner, fields },
  update: { endpoint: updateDeskPartner, fields },
  actions: {
    add_park: { endpoint: addPartnerPark, fields: park },
    remove_park: { endpoint: removePartnerPark, fields: park },
    deactivate: { endpoint: deactivatePartner, undo: 'activate' },
    activate: { endpoint: activatePartner, undo: 'deactivate' },
  },
  tabs: {
    parks: { list: parkList, filter: 'partner' },
    owed: { list: owedList, filter: 'partner' },
  },
})
