import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, missingOr, MomentText, Money } from '#contract/fields.ts'
import { bookingRefundCauses } from '../refund-causes.ts'
import { bookingCall, bookingRecordPath as path } from './booking-answer.ts'

/** Who pays what new times cost more: the customer, who confirms it, or we. */
export const timesPayers = ['customer', 'us'] as const

/** What new times of a booking would cost, before anything is changed. */
export const TimesPreview = z.object({
  /** Whether the booking's state allows it. */
  allowed: z.boolean(),
  start_time: z.string(),
  end_time: z.string(),
  /** Free spaces over the added time, or the new one. */
  available: z.number(),
  /** The price of the added time, or of the new booking. */
  cost: Money,
  /** What the cancellation policy refunds of the booking that is moved; zero for an extension. */
  refund: Money,
  /** What the new times cost more; below zero, the customer gets it back. */
  difference: Money,
  /** The promo code of a booking that is moved; `problem` says why the new times cannot have it. */
  promo: z.nullable(z.object({ code: z.string(), problem: z.nullable(z.string()) })),
  /** Whether the caller may take the difference at our expense. */
  may_pay: z.boolean(),
  /** Until when the space would be held for the customer. */
  held_until: z.string(),
  /** Orders for the vehicle that end with the booking, which is moved. */
  orders: z.array(z.string()),
})
export type TimesPreview = z.infer<typeof TimesPreview>

export const previewTimes = endpoint({
  tag: 'desk',
  name: 'previewTimes',
  method: 'GET',
  path: `${path}/times`,
  summary: 'Returns what extending a booking, or moving it to other times, would cost its customer now',
  auth: 'bookings.update',
  status: 200,
  params: bookingCall.params,
  /** Without a start, the booking is extended. */
  query: z.strictObject({ start_time: z.optional(MomentText), end_time: MomentText }),
  answer: TimesPreview,
})

const terms = {
  end_time: MomentText,
  /** What the caller saw that it costs more, in major units: with another difference meanwhile, nothing is changed. */
  difference: z.number(missingOr('number')),
  paid_by: z.enum(timesPayers, 'required'),
  /** Why we pay. */
  cause: z.optional(z.enum(bookingRefundCauses)),
  /** For colleagues. */
  reason: line(3, 300),
}
const change = { ...bookingCall, method: 'POST', auth: 'bookings.update' } as const

export const extendForCustomer = endpoint({
  ...change,
  name: 'extendForCustomer',
  idempotent: true,
  path: `${path}/extend`,
  summary:
    'Extends a booking at its customer’s request; what costs more is confirmed by the customer or at our expense',
  body: z.strictObject(terms),
})

export const moveForCustomer = endpoint({
  ...change,
  name: 'moveForCustomer',
  idempotent: true,
  path: `${path}/move`,
  summary:
    'Moves a booking to other times: cancels it by its policy and books the new times, in one transaction; what costs more is confirmed by the customer or at our expense',
  body: z.strictObject({ start_time: MomentText, ...terms }),
})

export const withdrawOffer = endpoint({
  ...change,
  name: 'withdrawOffer',
  path: `${path}/offer/withdraw`,
  summary: 'Withdraws the new times that the customer has not confirmed, and gives the space back',
})
