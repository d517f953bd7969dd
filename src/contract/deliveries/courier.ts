import * as z from 'zod/mini'
import { Access } from '#contract/bookings/access.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, line, missingOr, Money, Uuid } from '#contract/fields.ts'
import { OwnReason } from '#contract/orders/desk/order-reasons.ts'

/*
 * What couriers do, with or without a network: they accept deliveries of their branches, and report the steps of each. A step
 * has an id of the phone's, under which it acts once.
 */

/** An attempt to bring an order: open in the first three states. */
export const deliveryStates = ['offered', 'accepted', 'picked_up', 'handed_over', 'brought_back', 'canceled'] as const

/** Why a courier declines a delivery, or gives it back before it was picked up. */
export const declineReasons = ['too_far', 'too_much', 'vehicle', 'cash', 'shift_over', 'other'] as const
export type DeclineReason = (typeof declineReasons)[number]

const Place = z.object({ name: z.string(), address: z.string(), lat: z.number(), lng: z.number() })

const offer = {
  id: z.string(),
  order_number: z.string(),
  token: z.number(),
  branch: Place,
  timezone: z.string(),
  slot: z.object({ starts_at: z.string(), ends_at: z.string() }),
  promised_at: z.string(),
  /** From the branch, in a straight line; null after the address was erased. */
  distance_m: z.nullable(z.number()),
  /** The car park, or the city of the address. */
  area: z.string(),
  /** What the customer pays in cash; null for what is paid. */
  to_collect: z.nullable(Money),
  units: z.number(),
  attempt: z.number(),
}

/** A delivery that nobody has yet: without the customer and the exact address. */
const CourierOffer = z.object(offer)
export type CourierOffer = z.infer<typeof CourierOffer>

const CourierDestination = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('bay'),
    park_name: z.string(),
    address: z.nullable(z.string()),
    level: z.nullable(z.string()),
    bay: z.nullable(z.string()),
    lat: z.number(),
    lng: z.number(),
    access: z.nullable(Access),
  }),
  z.object({
    kind: z.literal('address'),
    line: z.string(),
    apartment: z.nullable(z.string()),
    city: z.string(),
    note: z.nullable(z.string()),
    lat: z.number(),
    lng: z.number(),
  }),
])
export type CourierDestination = z.infer<typeof CourierDestination>

/** A delivery of the courier's own, with what they need to find the customer. */
const CourierTask = z.object({
  ...offer,
  state: z.enum(['accepted', 'picked_up']),
  at_branch_at: z.nullable(z.string()),
  picked_up_at: z.nullable(z.string()),
  arrived_at: z.nullable(z.string()),
  customer: z.object({ name: z.nullable(z.string()), phone: z.nullable(z.string()) }),
  /** Null after the address was erased. */
  destination: z.nullable(CourierDestination),
  plate: z.nullable(z.string()),
  note: z.nullable(z.string()),
  items: z.array(z.object({ name: z.string(), quantity: z.number() })),
  /** Whether a photo and a reason may stand for the code. */
  takes_photos: z.boolean(),
  /** What the branch has entered as reasons for bringing an order back, besides ours. */
  bring_back_reasons: z.array(OwnReason),
})
export type CourierTask = z.infer<typeof CourierTask>

/** A delivery that is over: without anything of the customer. */
const CourierDone = z.object({
  id: z.string(),
  order_number: z.string(),
  token: z.number(),
  branch: z.string(),
  timezone: z.string(),
  state: z.enum(['handed_over', 'brought_back', 'canceled']),
  ended_at: z.string(),
  area: z.string(),
})
export type CourierDone = z.infer<typeof CourierDone>

export const CourierDay = z.object({
  on_duty_since: z.nullable(z.string()),
  /** The branches that they deliver for. */
  branches: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Nothing while off duty. Those due first come first. */
  offered: z.array(CourierOffer),
  /** In the order in which they are best brought. */
  mine: z.array(CourierTask),
  /** Of the day in the time zone of each branch, newest first. */
  done: z.array(CourierDone),
  /** What they hold in cash, and what of it they may hand in where. */
  cash: z.array(
    z.object({
      held: Money,
      branches: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
  /** What they announced, until a register has taken it. */
  hand_in: z.nullable(z.object({ id: z.string(), branch: z.string(), amount: Money, created_at: z.string() })),
  /** Whether they hold as much as their branches allow, so that no further delivery with cash is offered. */
  is_full: z.boolean(),
})
export type CourierDay = z.infer<typeof CourierDay>

const call = { tag: 'courier', auth: 'deliveries.deliver', status: 200 } as const
const changed = { ...call, answer: CourierDay } as const
const params = z.strictObject({ id: Uuid })

export const getCourierDay = endpoint({
  ...call,
  name: 'getCourierDay',
  method: 'GET',
  path: '/api/v1/courier/day',
  summary: 'Returns what is offered to the courier, what they have, and what they delivered today, with an ETag',
  answer: CourierDay,
})

export const setDuty = endpoint({
  ...changed,
  name: 'setDuty',
  method: 'PUT',
  path: '/api/v1/courier/duty',
  summary: 'Goes on or off duty; off duty only without a delivery',
  body: z.strictObject({ on_duty: z.boolean() }),
})

export const acceptDelivery = endpoint({
  ...changed,
  name: 'acceptDelivery',
  method: 'POST',
  path: '/api/v1/courier/deliveries/{id}/accept',
  summary: 'Accepts an offered delivery; the first to do so has it',
  params,
})

export const declineDelivery = endpoint({
  ...changed,
  name: 'declineDelivery',
  method: 'POST',
  path: '/api/v1/courier/deliveries/{id}/decline',
  summary: 'Declines a delivery, or gives one back that was not picked up; it is not offered to the courier again',
  params,
  body: z.strictObject({ reason: z.enum(declineReasons, 'required') }),
})

export const stepKinds = ['at_branch', 'picked_up', 'arrived', 'handed_over', 'brought_back'] as const
export type StepKind = (typeof stepKinds)[number]

/** How many steps a call may send. */
export const mostSteps = 50

const step = {
  /** Of this step alone: sent again, it acts once. */
  id: Uuid,
  delivery_id: Uuid,
  /** By the phone's clock. */
  at: Instant,
}
const Reason = z.string('required').check(z.minLength(1, 'required'), z.maxLength(2_000, 'too_long'))
const Note = z.optional(line(0, 300))

export const CourierStep = z.discriminatedUnion('kind', [
  z.strictObject({ ...step, kind: z.literal('at_branch') }),
  z.strictObject({ ...step, kind: z.literal('picked_up') }),
  z.strictObject({ ...step, kind: z.literal('arrived') }),
  z.strictObject({
    ...step,
    kind: z.literal('handed_over'),
    /** What the customer says; without it, a photo and a reason. */
    code: z.optional(line(1, 20)),
    photo_id: z.optional(Uuid),
    reason: z.optional(Reason),
    note: Note,
    /** What was taken in cash, where the order is not paid. */
    collected: z.optional(z.number(missingOr('number')).check(z.minimum(0, 'too_small'))),
  }),
  z.strictObject({ ...step, kind: z.literal('brought_back'), reason: Reason, note: Note }),
])
export type CourierStep = z.infer<typeof CourierStep>

export const sendSteps = endpoint({
  ...call,
  name: 'sendSteps',
  method: 'POST',
  path: '/api/v1/courier/steps',
  summary: 'Takes the steps of a courier’s deliveries in their order, each once',
  body: z.strictObject({
    /** The phone's clock now: how far it is off moves the times of its steps. */
    sent_at: Instant,
    steps: z.array(CourierStep).check(z.minLength(1, 'required'), z.maxLength(mostSteps, 'too_long')),
  }),
  answer: z.object({
    /** `refusal`: the error for which a step changed nothing, with its sentence; null for one that counts. */
    results: z.array(
      z.object({
        id: z.string(),
        refusal: z.nullable(z.object({ code: z.string(), message: z.string() })),
      }),
    ),
    day: CourierDay,
  }),
})

export const addDeliveryPhoto = endpoint({
  ...call,
  name: 'addDeliveryPhoto',
  method: 'POST',
  path: '/api/v1/courier/deliveries/{id}/photos',
  summary: 'Uploads a photo of what is handed over without a code, as the multipart field `photo`',
  status: 201,
  params,
  answer: z.object({ id: z.string() }),
})

export const sendPosition = endpoint({
  ...call,
  name: 'sendPosition',
  method: 'PUT',
  path: '/api/v1/courier/position',
  summary: 'Stores where the courier is while they have an order; the last position alone, for 15 minutes',
  status: 204,
  body: z.strictObject({
    lat: z.number(missingOr('number')).check(z.minimum(-90, 'too_small'), z.maximum(90, 'too_large')),
    lng: z.number(missingOr('number')).check(z.minimum(-180, 'too_small'), z.maximum(180, 'too_large')),
    accuracy_m: z.nullable(
      z.number(missingOr('number')).check(z.minimum(0, 'too_small'), z.maximum(100_000, 'too_large')),
    ),
  }),
})

export const announceHandIn = endpoint({
  ...changed,
  name: 'announceHandIn',
  method: 'POST',
  path: '/api/v1/courier/hand-ins',
  summary: 'Announces cash for the register of a branch, in place of what was announced before',
  idempotent: true,
  body: z.strictObject({
    branch_id: Uuid,
    amount: z.number(missingOr('number')).check(z.minimum(0, 'too_small')),
  }),
})

export const withdrawHandIn = endpoint({
  ...changed,
  name: 'withdrawHandIn',
  method: 'DELETE',
  path: '/api/v1/courier/hand-ins',
  summary: 'Takes back what was announced and no register has taken',
})
