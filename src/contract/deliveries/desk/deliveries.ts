import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Money } from '#contract/fields.ts'
import { deskList } from '#contract/lists/lists.ts'
import { deskRecord, recordFields } from '#contract/lists/records.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { deliveryStates } from '../courier.ts'

/** What stands for the customer's word at the handover. */
export const deliveryProofs = ['code', 'photo'] as const

/** Attempts to bring orders. */
export const deliveryList = deskList({
  name: 'deliveries',
  menu: { group: 'orders', rank: 26, under: 'order-board' },
  permission: 'deliveries.view',
  opens: { screen: 'online-orders', permission: 'orders.view', id: 'order_id' },
  namedBy: ['order_number', 'branch'],
  columns: {
    order_number: { kind: 'code' },
    attempt: { kind: 'number' },
    branch: { kind: 'text' },
    courier: { kind: 'text' },
    promised_at: { kind: 'instant', zone: 'timezone' },
    accepted_at: { kind: 'instant', zone: 'timezone', extra: true },
    picked_up_at: { kind: 'instant', zone: 'timezone' },
    arrived_at: { kind: 'instant', zone: 'timezone', extra: true },
    ended_at: { kind: 'instant', zone: 'timezone' },
    late: { kind: 'flag' },
    proof: { kind: 'choice', words: 'delivery_proofs' },
    reason: { kind: 'text' },
    timezone: { kind: 'text', extra: true },
    order_id: { kind: 'code', extra: true },
    is_example: { kind: 'flag', extra: true },
    created_at: { kind: 'instant', sortable: true, zone: 'timezone' },
  },
  filters: {
    branch: { kind: 'text' },
    /** By id or a part of the name. */
    courier: { kind: 'text' },
    order: { kind: 'text' },
    late: { kind: 'flag' },
    created: { kind: 'days' },
    example: { kind: 'flag' },
  },
  states: deliveryStates,
  sort: '-created_at',
})

const permission = 'delivery_boys.view'

/** People who bring orders. */
export const deliveryBoyList = deskList({
  name: 'delivery-boys',
  menu: { group: 'people', rank: 22, under: 'employees' },
  permission,
  opens: { screen: 'delivery-boys', permission },
  namedBy: ['name', 'phone'],
  columns: {
    name: { kind: 'text', sortable: true },
    phone: { kind: 'phone' },
    branch: { kind: 'text' },
    on_duty: { kind: 'flag' },
    out_now: { kind: 'number' },
    done_today: { kind: 'number' },
    cash: { kind: 'money' },
    last_seen_at: { kind: 'instant', extra: true },
  },
  filters: { branch: { kind: 'text' }, on_duty: { kind: 'flag' } },
  states: ['active', 'disabled'],
  sort: 'name',
})

export const DeliveryBoy = z.object({
  ...recordFields,
  status: z.enum(['active', 'disabled']),
  name: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** The places that they deliver for. */
  branch: z.nullable(z.string()),
  on_duty_since: z.nullable(z.string()),
  out_now: z.number(),
  done_today: z.number(),
  /** How many of all attempts that they ended were handed over, and how many of these in time, in percent. */
  handed_over: z.number(),
  brought_back: z.number(),
  on_time_percent: z.nullable(z.number()),
  cash: Money,
})
export type DeliveryBoy = z.infer<typeof DeliveryBoy>

export const getDeliveryBoy = endpoint({
  name: 'getDeliveryBoy',
  method: 'GET',
  path: '/api/v1/admin/delivery-boys/{id}',
  summary: 'Returns somebody who brings orders, with what they did and hold in cash',
  tag: 'desk',
  auth: permission,
  status: 200,
  params: byId,
  answer: DeliveryBoy,
})

export const deliveryBoyRecord = deskRecord({
  list: deliveryBoyList,
  get: getDeliveryBoy,
  state: 'status',
  facts: {
    phone: { kind: 'phone' },
    branch: { kind: 'text' },
    on_duty_since: { kind: 'instant' },
    out_now: { kind: 'number' },
    done_today: { kind: 'number' },
    handed_over: { kind: 'number' },
    brought_back: { kind: 'number' },
    on_time_percent: { kind: 'number' },
    cash: { kind: 'money' },
  },
  tabs: { deliveries: { list: deliveryList, filter: 'courier' } },
  first: ['deliveries'],
})
