import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId, integer, Version } from '#contract/lists/shared-fields.ts'
import { PhoneText } from '#contract/phones.ts'
import { nigerianStates } from '../document-rules.ts'

const centreStates = ['active', 'inactive'] as const
const closureStates = ['coming', 'over'] as const

/** Where vehicles are inspected for their road worthiness certificate. */
export const centreList = deskList({
  name: 'inspection-centres',
  menu: { group: 'documents', rank: 50, under: 'inspection-appointments' },
  permission: 'inspection_centres.view',
  opens: { screen: 'inspection-centres', permission: 'inspection_centres.view' },
  creates: { path: 'inspection-centres/new', permission: 'inspection_centres.create' },
  namedBy: ['name', 'city'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    state: { kind: 'choice', words: 'nigerian_states', sortable: true },
    city: { kind: 'text', sortable: true },
    address: { kind: 'text', extra: true },
    phone: { kind: 'phone', extra: true },
    opening_hours: { kind: 'hours' },
    capacity_per_hour: { kind: 'number' },
    booked: { kind: 'number' },
    is_example: { kind: 'flag', extra: true },
  },
  filters: {
    region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
    example: { kind: 'flag' },
  },
  states: centreStates,
  sort: 'state',
})

/** Days on which centres are closed besides their hours. */
export const inspectionClosureList = deskList({
  name: 'inspection-closures',
  menu: { group: 'documents', rank: 60, under: 'inspection-appointments' },
  permission: 'inspection_centres.view',
  opens: { screen: 'inspection-closures', permission: 'inspection_centres.view' },
  namedBy: ['centre', 'reason'],
  columns: {
    centre: { kind: 'text' },
    state: { kind: 'choice', words: 'nigerian_states' },
    starts_on: { kind: 'day', sortable: true },
    ends_on: { kind: 'day' },
    reason: { kind: 'text' },
    booked: { kind: 'number' },
  },
  filters: { centre: { kind: 'text' }, region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' } },
  states: closureStates,
  sort: '-starts_on',
})

/** The appointments of centres by hour, as far as some are booked. */
export const appointmentList = deskList({
  name: 'inspection-slots',
  permission: 'inspection_centres.view',
  columns: {
    starts_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    centre: { kind: 'text' },
    used: { kind: 'number' },
    capacity: { kind: 'number' },
    timezone: { kind: 'text', extra: true },
  },
  filters: { centre: { kind: 'text' } },
  states: closureStates,
  sort: '-starts_at',
})

/** Who comes to a centre when: the appointments of requests, each of which leads to its request. */
export const visitList = deskList({
  name: 'inspection-appointments',
  menu: { group: 'documents', rank: 40 },
  permission: 'documents.view',
  opens: { screen: 'documents', permission: 'documents.view', id: 'request' },
  personal: true,
  columns: {
    starts_at: { kind: 'instant', sortable: true, zone: 'timezone' },
    status: { kind: 'choice', badge: true, words: 'visit_states' },
    plate: { kind: 'code' },
    vehicle: { kind: 'text' },
    customer: { kind: 'text' },
    phone: { kind: 'phone' },
    centre: { kind: 'text', sortable: true },
    number: { kind: 'code' },
    booked_at: { kind: 'instant', sortable: true, extra: true, zone: 'timezone' },
    request: { kind: 'code', extra: true },
    timezone: { kind: 'text', extra: true },
  },
  filters: {
    day: { kind: 'days' },
    centre: { kind: 'text' },
    region: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
  },
  states: ['coming', 'undecided', 'passed', 'failed', 'released'],
  sort: 'starts_at',
})

const facts = {
  name: line(2, 80),
  state: z.enum(nigerianStates, 'required'),
  city: line(1, 80),
  address: line(3, 200),
  phone: z.nullable(PhoneText),
  opening_hours: line(3, 200),
  capacity_per_hour: integer(1, 200),
}
const days = {
  starts_on: z.iso.date(missingOr('day')),
  ends_on: z.iso.date(missingOr('day')),
  reason: line(2, 120),
  reason_fr: line(2, 120),
}

export const InspectionCentre = z.object({
  ...recordFields,
  ...facts,
  phone: z.nullable(z.string()),
  version: z.number(),
  /** Appointments that are still to come. */
  booked: z.number(),
  status: z.enum(centreStates),
  is_example: z.boolean(),
})
export type InspectionCentre = z.infer<typeof InspectionCentre>

const path = '/api/v1/admin/inspection-centres/{id}'
const record = { tag: 'desk', status: 200, params: byId, answer: InspectionCentre } as const

const inspectionCentreCalls = crud('/api/v1/admin/inspection-centres', 'inspection_centres', InspectionCentre)
export const getInspectionCentre = endpoint({
  ...inspectionCentreCalls.get,
  name: 'getInspectionCentre',
  summary: 'Returns an inspection centre with its hours and capacity',
})
export const createInspectionCentre = endpoint({
  ...inspectionCentreCalls.create,
  name: 'createInspectionCentre',
  idempotent: true,
  summary: 'Creates an inspection centre, inactive at first',
  body: z.strictObject(facts),
})
export const updateInspectionCentre = endpoint({
  ...inspectionCentreCalls.update,
  name: 'updateInspectionCentre',
  summary: 'Changes an inspection centre; appointments that are booked stay',
  body: z.strictObject({ ...facts, version: Version }),
})
export const activateInspectionCentre = endpoint({
  ...record,
  name: 'activateInspectionCentre',
  method: 'POST',
  path: `${path}/activate`,
  summary: 'Offers appointments at an inspection centre',
  auth: 'inspection_centres.update',
})
export const deactivateInspectionCentre = endpoint({
  ...record,
  name: 'deactivateInspectionCentre',
  method: 'POST',
  path: `${path}/deactivate`,
  summary: 'Offers no more appointments at an inspection centre; those that are booked stay',
  auth: 'inspection_centres.update',
})
export const deleteInspectionCentre = endpoint({
  ...inspectionCentreCalls.delete,
  name: 'deleteInspectionCentre',
  summary: 'Deletes an inspection centre that never had an appointment',
})
export const createInspectionClosure = endpoint({
  ...record,
  name: 'createInspectionClosure',
  stored_as: 'addInspectionClosure',
  method: 'POST',
  path: `${path}/closures`,
  summary: 'Closes an inspection centre for days; appointments that are booked stay',
  auth: 'inspection_centres.update',
  idempotent: true,
  body: z.strictObject(days),
})

export const InspectionClosure = z.object({
  ...recordFields,
  ...days,
  version: z.number(),
  centre: z.string(),
  centre_id: z.string(),
  /** Appointments on these days that are booked all the same. */
  booked: z.number(),
})
export type InspectionClosure = z.infer<typeof InspectionClosure>

const inspectionClosureCalls = crud('/api/v1/admin/inspection-closures', 'inspection_centres', InspectionClosure)
export const getInspectionClosure = endpoint({
  ...inspectionClosureCalls.get,
  name: 'getInspectionClosure',
  summary: 'Returns when and why an inspection centre is closed',
})
export const updateInspectionClosure = endpoint({
  ...inspectionClosureCalls.update,
  name: 'updateInspectionClosure',
  summary: 'Changes when or why an inspection centre is closed',
  body: z.strictObject({ ...days, version: Version }),
})
export const deleteInspectionClosure = endpoint({
  ...inspectionClosureCalls.delete,
  name: 'deleteInspectionClosure',
  summary: 'Opens an inspection centre again, or deletes a closure that is over',
  auth: 'inspection_centres.update',
})

const centreFields = {
  name: { kind: 'text' },
  state: { kind: 'choice', values: nigerianStates, words: 'nigerian_states' },
  city: { kind: 'text' },
  address: { kind: 'text' },
  phone: { kind: 'text' },
  opening_hours: { kind: 'hours', hint: true, initial: 'Mo-Fr 08:00-16:00' },
  capacity_per_hour: { kind: 'number', hint: true },
} as const
const dayFields = {
  starts_on: { kind: 'day' },
  ends_on: { kind: 'day' },
  reason: { kind: 'text', language: 'en' },
  reason_fr: { kind: 'text', language: 'fr' },
} as const

export const centreRecord = deskRecord({
  list: centreList,
  get: getInspectionCentre,
  state: 'status',
  facts: {
    name: { kind: 'text' },
    state: { kind: 'choice', words: 'nigerian_states' },
    city: { kind: 'text' },
    address: { kind: 'text' },
    phone: { kind: 'phone' },
    opening_hours: { kind: 'hours' },
    capacity_per_hour: { kind: 'number' },
    booked: { kind: 'number' },
    is_example: { kind: 'flag' },
  },
  create: { endpoint: createInspectionCentre, fields: centreFields },
  update: { endpoint: updateInspectionCentre, fields: centreFields },
  remove: { endpoint: deleteInspectionCentre },
  actions: {
    activate: { endpoint: activateInspectionCentre, undo: 'deactivate' },
    deactivate: { endpoint: deactivateInspectionCentre, undo: 'activate' },
    add_closure: { endpoint: createInspectionClosure, fields: dayFields },
  },
  tabs: {
    visits: { list: visitList, filter: 'centre' },
    appointments: { list: appointmentList, filter: 'centre' },
    closures: { list: inspectionClosureList, filter: 'centre' },
  },
})

export const inspectionClosureRecord = deskRecord({
  list: inspectionClosureList,
  get: getInspectionClosure,
  facts: {
    centre: { kind: 'text' },
    starts_on: { kind: 'day' },
    ends_on: { kind: 'day' },
    reason: { kind: 'text' },
    reason_fr: { kind: 'text' },
    booked: { kind: 'number' },
  },
  links: { centre: { screen: 'inspection-centres', id: 'centre_id' } },
  update: { endpoint: updateInspectionClosure, fields: dayFields },
  remove: { endpoint: deleteInspectionClosure },
})
