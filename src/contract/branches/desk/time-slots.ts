import * as z from 'zod/mini'
import { orderTypeChoices, slotIntervals, workGroups } from '#contract/catalogue/shop-rules.ts'
import { endpoint } from '#contract/endpoint.ts'
import { missingOr } from '#contract/fields.ts'
import { crud } from '#contract/lists/crud.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { integer, Version } from '#contract/lists/shared-fields.ts'

/** The days of the week from Monday, which is 1. */
export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** What branches can do at a time: so many units of work in each interval of a weekday. */
export const timeSlotList = deskList({
  name: 'time-slots',
  menu: { group: 'shop', rank: 70, under: 'branches' },
  permission: 'branches.view',
  opens: { screen: 'time-slots', permission: 'branches.view' },
  namedBy: ['title'],
  columns: {
    title: { kind: 'text', extra: true },
    branch: { kind: 'text', sortable: true },
    work_group: { kind: 'choice', words: 'work_groups' },
    weekday: { kind: 'choice', words: 'weekdays' },
    /** By the day and the hour of the week. */
    opens: { kind: 'text', sortable: true, extra: true },
    opening_time: { kind: 'text' },
    closing_time: { kind: 'text' },
    order_type: { kind: 'choice', words: 'order_types' },
    interval: { kind: 'number' },
    capacity: { kind: 'number' },
    /** The orders that take the fullest slot still to come. */
    orders: { kind: 'number' },
  },
  filters: {
    branch: { kind: 'text' },
    work_group: { kind: 'choice', values: workGroups, words: 'work_groups' },
    weekday: { kind: 'choice', values: weekdays, words: 'weekdays' },
    order_type: { kind: 'choice', values: orderTypeChoices, words: 'order_types' },
  },
  sort: 'opens',
})

const Clock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, missingOr('clock')))
const terms = {
  opening_time: Clock,
  closing_time: Clock,
  closes_next_day: z.boolean(),
  order_type: z.enum(orderTypeChoices, 'required'),
  interval: z.enum(slotIntervals.map(String), 'required'),
  capacity: integer(0, 10_000),
}

export const TimeSlot = z.object({
  ...terms,
  ...recordFields,
  version: z.number(),
  branch: z.string(),
  branch_id: z.string(),
  work_group: z.enum(workGroups),
  weekday: z.enum(weekdays),
  orders: z.number(),
})
export type TimeSlot = z.infer<typeof TimeSlot>

const timeSlotCalls = crud('/api/v1/admin/time-slots', 'branches', TimeSlot)
export const getTimeSlot = endpoint({
  ...timeSlotCalls.get,
  name: 'getTimeSlot',
  summary: 'Returns the time slots of a work group on a day of the week',
})
export const updateTimeSlot = endpoint({
  ...timeSlotCalls.update,
  name: 'updateTimeSlot',
  summary: 'Changes time slots; their capacity is never less than what is taken of a slot to come',
  body: z.strictObject({ ...terms, version: Version }),
})
export const deleteTimeSlot = endpoint({
  ...timeSlotCalls.delete,
  name: 'deleteTimeSlot',
  summary: 'Deletes time slots that no order takes',
  auth: 'branches.update',
})

export const timeSlotRecord = deskRecord({
  list: timeSlotList,
  get: getTimeSlot,
  facts: {
    branch: { kind: 'text' },
    work_group: { kind: 'choice', words: 'work_groups' },
    weekday: { kind: 'choice', words: 'weekdays' },
    opening_time: { kind: 'text' },
    closing_time: { kind: 'text' },
    closes_next_day: { kind: 'flag' },
    order_type: { kind: 'choice', words: 'order_types' },
    interval: { kind: 'number' },
    capacity: { kind: 'number' },
    orders: { kind: 'number' },
  },
  links: { branch: { screen: 'branches', id: 'branch_id' } },
  update: {
    endpoint: updateTimeSlot,
    fields: {
      opening_time: { kind: 'text', hint: true },
      closing_time: { kind: 'text', hint: true },
      closes_next_day: { kind: 'flag' },
      order_type: { kind: 'choice', values: orderTypeChoices, words: 'order_types' },
      interval: { kind: 'choice', values: slotIntervals.map(String) },
      capacity: { kind: 'number', hint: true },
    },
  },
  remove: { endpoint: deleteTimeSlot },
})
