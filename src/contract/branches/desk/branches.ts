import * as z from 'zod/mini'
import { orderTypeChoices, recordStates, slotIntervals, workGroups } from '#contract/catalogue/shop-rules.ts'
import { distanceUnits } from '#contract/distance-units.ts'
import { endpoint } from '#contract/endpoint.ts'
import { eventZones } from '#contract/events/desk.ts'
import { Instant, line, missingOr } from '#contract/fields.ts'
import { countryCodes } from '#contract/geography.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { amount, byId, integer, Version } from '#contract/lists/shared-fields.ts'
import { PhoneText } from '#contract/phones.ts'
import { closureList, deliveryChargeList, deliverySetupList, orderSetupList, setDistance } from './branch-setup.ts'
import { timeSlotList, weekdays } from './time-slots.ts'

/** Service points with a counter, for people with a role at them. */
export const branchList = deskList({
  name: 'branches',
  menu: { group: 'shop', rank: 10, letter: 'b' },
  bulk: ['branches.update'],
  permission: 'branches.view',
  opens: { screen: 'branches', permission: 'branches.view' },
  creates: { path: 'branches/new', permission: 'branches.create' },
  namedBy: ['name', 'slug'],
  columns: {
    name: { kind: 'text', sortable: true, example: 'is_example' },
    slug: { kind: 'code', sortable: true, extra: true },
    city: { kind: 'text', sortable: true },
    country: { kind: 'country' },
    currency: { kind: 'text', extra: true },
    address: { kind: 'text', extra: true },
    parks: { kind: 'number' },
    opening_hours: { kind: 'hours', extra: true },
    is_example: { kind: 'flag', extra: true },
    created_at: { kind: 'instant', sortable: true, extra: true },
  },
  filters: {
    country: { kind: 'choice', values: countryCodes, words: 'countries' },
    city: { kind: 'text' },
    example: { kind: 'flag' },
  },
  states: recordStates,
  sort: 'name',
})

/** The car parks that a branch serves. */
export const branchParkList = deskList({
  name: 'branch-parks',
  permission: 'branches.view',
  columns: {
    branch: { kind: 'code', extra: true },
    park: { kind: 'text', sortable: true },
    park_code: { kind: 'code' },
    address: { kind: 'text' },
    distance_m: { kind: 'distance', sortable: true },
  },
  filters: { branch: { kind: 'text' } },
  sort: 'distance_m',
})

const facts = {
  name: line(2, 80),
  country_code: z.enum(countryCodes, 'required'),
  /** The code or the name of a state, in either language. */
  state: z.nullable(line(2, 80)),
  city: line(1, 80),
  address: line(3, 200),
  lat: z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(90, 'too_large')),
  lng: z.number(missingOr('number')).check(z.minimum(-180, 'too_small'), z.maximum(180, 'too_large')),
  timezone: z.enum(eventZones, 'required'),
  phone: z.nullable(PhoneText),
  opening_hours: line(3, 255),
}

/** What a branch needs before it can open, besides its opening hours and the tax rates of what it sells. */
export const branchNeeds = ['order_types', 'slots', 'delivery', 'prices', 'staff'] as const

export const Branch = z.object({
  ...facts,
  ...recordFields,
  version: z.number(),
  slug: z.string(),
  timezone: z.string(),
  phone: z.nullable(z.string()),
  state: z.nullable(z.string()),
  status: z.enum(recordStates),
  currency: z.string(),
  distance_unit: z.enum(distanceUnits),
  includes_tax: z.boolean(),
  parks: z.number(),
  /** What it still needs before customers may see it. */
  missing: z.array(z.enum(branchNeeds)),
  is_example: z.boolean(),
  created_at: z.string(),
})
export type Branch = z.infer<typeof Branch>

const record = { tag: 'desk', status: 200, params: byId, answer: Branch } as const
const path = '/api/v1/admin/branches/{id}'

const branchCalls = crud('/api/v1/admin/branches', 'branches', Branch)
export const getDeskBranch = endpoint({
  ...branchCalls.get,
  name: 'getDeskBranch',
  summary: 'Returns a branch',
})

/** The currency, the unit of distances, and whether prices contain their taxes, are those of the country. */
export const createBranch = endpoint({
  ...branchCalls.create,
  name: 'createBranch',
  idempotent: true,
  summary: 'Creates a branch, which sells nothing until it is activated',
  body: z.strictObject(facts),
})

const { country_code: _country, ...changeable } = facts
export const updateBranch = endpoint({
  ...branchCalls.update,
  name: 'updateBranch',
  summary: 'Changes the facts of a branch; its country and its address on the site stay',
  body: z.strictObject({ ...changeable, version: Version }),
})

export const deleteBranch = endpoint({
  ...branchCalls.delete,
  name: 'deleteBranch',
  summary: 'Deletes an inactive branch that nobody has a role at and that has sold nothing',
})

const verb = { ...record, method: 'POST', auth: 'branches.update' } as const

export const activateBranch = endpoint({
  ...verb,
  name: 'activateBranch',
  path: `${path}/activate`,
  summary: 'Makes a branch active; refused while it lacks a tax rate, time slots, prices or staff',
})
export const deactivateBranch = endpoint({
  ...verb,
  name: 'deactivateBranch',
  path: `${path}/deactivate`,
  summary: 'Makes a branch inactive, so that customers no longer see it',
})
export const addBranchPark = endpoint({
  ...verb,
  name: 'addBranchPark',
  path: `${path}/add-park`,
  summary: 'Lets a branch serve a car park of its country, by the code of the car park',
  body: z.strictObject({ park_code: line(2, 20) }),
})
export const removeBranchPark = endpoint({
  ...verb,
  name: 'removeBranchPark',
  path: `${path}/remove-park`,
  summary: 'Takes a car park from a branch',
  body: z.strictObject({ park_code: line(2, 20) }),
})
const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, missingOr('clock')))
export const createTimeSlots = endpoint({
  ...verb,
  name: 'createTimeSlots',
  stored_as: 'addTimeSlots',
  path: `${path}/add-slots`,
  idempotent: true,
  summary: 'Adds the same time slots on one or several days of the week',
  body: z.strictObject({
    weekdays: z.array(z.enum(weekdays, 'required')).check(z.minLength(1, 'required'), z.maxLength(7, 'too_long')),
    work_group: z.enum(workGroups, 'required'),
    opening_time: Clock,
    closing_time: Clock,
    closes_next_day: z.boolean(),
    order_type: z.enum(orderTypeChoices, 'required'),
    interval: z.enum(slotIntervals.map(String), 'required'),
    capacity: integer(0, 10_000),
  }),
})
export const copyTimeSlots = endpoint({
  ...verb,
  name: 'copyTimeSlots',
  path: `${path}/copy-slots`,
  idempotent: true,
  summary: 'Replaces the time slots of some days of the week by those of another',
  body: z.strictObject({
    weekday: z.enum(weekdays, 'required'),
    weekdays: z.array(z.enum(weekdays, 'required')).check(z.minLength(1, 'required'), z.maxLength(7, 'too_long')),
  }),
})
export const createDeliveryCharge = endpoint({
  ...verb,
  name: 'createDeliveryCharge',
  stored_as: 'addDeliveryCharge',
  path: `${path}/add-charge`,
  idempotent: true,
  summary: 'Adds a delivery charge for a band of distance, which must begin where another ends, or at 0',
  body: z.strictObject({
    from_distance: setDistance,
    to_distance: setDistance,
    charge: amount,
  }),
})
export const createClosure = endpoint({
  ...verb,
  name: 'createClosure',
  stored_as: 'addClosure',
  path: `${path}/add-closure`,
  idempotent: true,
  summary: 'Closes a branch for a time, with the reason that customers read',
  body: z.strictObject({
    starts_at: Instant,
    ends_at: Instant,
    reason: line(2, 120),
    reason_fr: line(2, 120),
  }),
})

const formFields = {
  name: { kind: 'text' },
  state: { kind: 'text', hint: true },
  city: { kind: 'text' },
  address: { kind: 'text' },
  lat: { kind: 'number', hint: true },
  lng: { kind: 'number' },
  timezone: { kind: 'choice', values: eventZones },
  phone: { kind: 'text' },
  opening_hours: { kind: 'hours' },
} as const
const position = ['lat', 'lng'] as const
const days = { kind: 'choices', values: weekdays, words: 'weekdays' } as const
const park = { park_code: { kind: 'text', hint: true } } as const

/** A branch with everything that says when and where it sells. */
export const branchRecord = deskRecord({
  list: branchList,
  get: getDeskBranch,
  primary: ['activate'],
  state: 'status',
  tags: { missing: { kind: 'choices', words: 'branch_needs' } },
  facts: {
    slug: { kind: 'code' },
    address: { kind: 'text' },
    city: { kind: 'text' },
    state: { kind: 'text' },
    country_code: { kind: 'country' },
    currency: { kind: 'text' },
    includes_tax: { kind: 'flag' },
    timezone: { kind: 'text' },
    phone: { kind: 'phone' },
    opening_hours: { kind: 'hours' },
    parks: { kind: 'number' },
    is_example: { kind: 'flag' },
    created_at: { kind: 'instant', zone: 'timezone' },
  },
  create: {
    endpoint: createBranch,
    fields: { country_code: { kind: 'choice', values: countryCodes, words: 'countries' }, ...formFields },
    position,
  },
  update: { endpoint: updateBranch, fields: formFields, position },
  remove: { endpoint: deleteBranch },
  actions: {
    activate: { endpoint: activateBranch, undo: 'deactivate' },
    deactivate: { endpoint: deactivateBranch, undo: 'activate' },
    add_park: { endpoint: addBranchPark, fields: park },
    remove_park: { endpoint: removeBranchPark, fields: park },
    add_slots: {
      endpoint: createTimeSlots,
      fields: {
        weekdays: days,
        work_group: { kind: 'choice', values: workGroups, words: 'work_groups' },
        opening_time: { kind: 'text', hint: true },
        closing_time: { kind: 'text', hint: true },
        closes_next_day: { kind: 'flag' },
        order_type: { kind: 'choice', values: orderTypeChoices, words: 'order_types' },
        interval: { kind: 'choice', values: slotIntervals.map(String) },
        capacity: { kind: 'number', hint: true },
      },
    },
    copy_slots: {
      endpoint: copyTimeSlots,
      fields: { weekday: { kind: 'choice', values: weekdays, words: 'weekdays' }, weekdays: days },
      serious: true,
    },
    add_charge: {
      endpoint: createDeliveryCharge,
      fields: {
        from_distance: { kind: 'number', unit: 'distance_unit' },
        to_distance: { kind: 'number', unit: 'distance_unit' },
        charge: { kind: 'money', currency: 'currency' },
      },
    },
    add_closure: {
      endpoint: createClosure,
      fields: {
        starts_at: { kind: 'instant', zone: 'timezone' },
        ends_at: { kind: 'instant', zone: 'timezone' },
        reason: { kind: 'text', language: 'en' },
        reason_fr: { kind: 'text', language: 'fr' },
      },
    },
  },
  bulk: ['activate', 'deactivate'],
  tabs: {
    checklist: 'own',
    branch_parks: { list: branchParkList, filter: 'branch' },
    time_slots: { list: timeSlotList, filter: 'branch' },
    order_setups: { list: orderSetupList, filter: 'branch' },
    delivery_setups: { list: deliverySetupList, filter: 'branch' },
    delivery_charges: { list: deliveryChargeList, filter: 'branch' },
    branch_closures: { list: closureList, filter: 'branch' },
  },
})
