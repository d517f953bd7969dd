import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { Booking } from './bookings.ts'

/* New times of a booking that staff offer its driver, with the space held while the driver decides. */

const params = z.strictObject({ id: line(1, 40), offer_id: Uuid })
const path = '/api/v1/bookings/{id}/offers/{offer_id}'
const call = { tag: 'bookings', auth: 'customer', params } as const

export const confirmOffer = endpoint({
  ...call,
  name: 'confirmOffer',
  method: 'POST',
  path: `${path}/confirm`,
  summary: 'Takes the new times that staff offer, and pays what they cost more from the wallet',
  status: 200,
  idempotent: true,
  answer: Booking,
})

export const declineOffer = endpoint({
  ...call,
  name: 'declineOffer',
  method: 'DELETE',
  path,
  summary: 'Declines the new times that staff offer; the booking stays as it is',
  status: 204,
})
