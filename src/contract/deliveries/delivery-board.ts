import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, missingOr, Money, Uuid } from '#contract/fields.ts'

/*
 * Calls of the board of deliveries. They stand apart from its screen, which every list of the desk loads.
 */

/** `unassigned`: offered, or waiting for its next attempt. `assigned`: accepted. `out`: picked up. */
export const deliveryColumns = ['unassigned', 'assigned', 'out'] as const

const DeliveryCard = z.object({
  id: z.string(),
  order_number: z.string(),
  token: z.number(),
  column: z.enum(deliveryColumns),
  branch_id: z.string(),
  branch: z.string(),
  timezone: z.string(),
  promised_at: z.string(),
  /** The end of the time slot with the delay that was announced: later it is late. */
  due_at: z.string(),
  destination: z.nullable(z.string()),
  plate: z.nullable(z.string()),
  attempt: z.number(),
  /** Why the attempt before was in vain, in the reader's language. */
  last_reason: z.nullable(z.string()),
  /** From when on it is offered; null while a manager decides. */
  offered_from: z.nullable(z.string()),
  declined: z.number(),
  courier: z.nullable(z.object({ id: z.string(), name: z.nullable(z.string()) })),
  at_branch_at: z.nullable(z.string()),
  picked_up_at: z.nullable(z.string()),
  arrived_at: z.nullable(z.string()),
  to_collect: z.nullable(Money),
  /** Where its courier was in the last 15 minutes. */
  position: z.nullable(z.object({ lat: z.number(), lng: z.number(), at: z.string() })),
})
export type DeliveryCard = z.infer<typeof DeliveryCard>

const BoardCourier = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  on_duty_since: z.nullable(z.string()),
  /** Deliveries that they have accepted or picked up. */
  open: z.number(),
  /** The branches in scope whose orders they may bring. */
  branch_ids: z.array(z.string()),
})

const AnnouncedCash = z.object({
  id: z.string(),
  branch_id: z.string(),
  branch: z.string(),
  courier: z.nullable(z.string()),
  amount: Money,
  created_at: z.string(),
})

export const DeliveryBoard = z.object({
  /** Those due first come first. */
  cards: z.array(DeliveryCard),
  /** On duty first. */
  couriers: z.array(BoardCourier),
  /** Cash that couriers want to hand in at the branches. */
  hand_ins: z.array(AnnouncedCash),
})
export type DeliveryBoard = z.infer<typeof DeliveryBoard>

const call = { tag: 'desk', status: 200 } as const
const params = z.strictObject({ id: Uuid })

export const getDeliveryBoard = endpoint({
  ...call,
  name: 'getDeliveryBoard',
  method: 'GET',
  path: '/api/v1/admin/delivery-board',
  summary: 'Returns the open deliveries of one or all branches and their couriers, with an ETag',
  auth: 'deliveries.view',
  query: z.strictObject({ branch: z.optional(Uuid) }),
  answer: DeliveryBoard,
})

const changed = { ...call, auth: 'deliveries.assign', params, status: 204 } as const

export const assignDelivery = endpoint({
  ...changed,
  name: 'assignDelivery',
  method: 'POST',
  path: '/api/v1/admin/deliveries/{id}/assign',
  summary: 'Gives a delivery that was not picked up to a courier of its branch',
  body: z.strictObject({ courier_id: Uuid }),
})

export const unassignDelivery = endpoint({
  ...changed,
  name: 'unassignDelivery',
  method: 'POST',
  path: '/api/v1/admin/deliveries/{id}/unassign',
  summary: 'Takes a delivery that was not picked up from its courier, and offers it to the others',
})

export const offerDelivery = endpoint({
  ...changed,
  name: 'offerDelivery',
  method: 'POST',
  path: '/api/v1/admin/deliveries/{id}/offer',
  summary: 'Offers the next attempt from a time on, at once without one; after the third, managers alone',
  body: z.strictObject({ at: z.optional(Instant) }),
})

const atRegister = { ...call, auth: 'pos.sell', params, status: 204 } as const

export const takeHandIn = endpoint({
  ...atRegister,
  name: 'takeHandIn',
  method: 'POST',
  path: '/api/v1/pos/hand-ins/{id}/take',
  summary: "Takes a courier's cash into the drawer of the caller's shift, once it is counted",
  body: z.strictObject({ counted: z.number(missingOr('number')).check(z.minimum(0, 'too_small')) }),
})

export const refuseHandIn = endpoint({
  ...atRegister,
  name: 'refuseHandIn',
  method: 'POST',
  path: '/api/v1/pos/hand-ins/{id}/refuse',
  summary: "Refuses a courier's cash because another amount was counted; the courier keeps it",
})
