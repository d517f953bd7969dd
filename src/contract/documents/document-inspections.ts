import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Instant, Money, Uuid, missingOr } from '#contract/fields.ts'
import { documentCall, documentParams, DocumentDetails, QuoteLine } from './documents.ts'

const centre = {
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  phone: z.nullable(z.string()),
  opening_hours: z.string(),
  is_example: z.boolean(),
}

/** What is left to book, and what it costs. */
export const inspectionTimes = {
  /** The centres of its state with the hours that are left on the asked days; empty unless one may be booked now. */
  centres: z.array(
    z.object({
      centre: z.object(centre),
      times: z.array(z.object({ starts_at: z.string(), free: z.number() })),
    }),
  ),
  /** What booking another appointment costs after an inspection that failed; null if nothing is charged. */
  fee: z.nullable(z.object({ lines: z.array(QuoteLine), total: Money })),
}

export const Inspections = z.object({
  /** The appointments of the request, the newest first. */
  appointments: z.array(
    z.object({
      id: z.string(),
      starts_at: z.string(),
      status: z.enum(['booked', 'released', 'passed', 'failed']),
      centre: z.object(centre),
    }),
  ),
  ...inspectionTimes,
})
export type Inspections = z.infer<typeof Inspections>

export const findInspections = endpoint({
  ...documentCall,
  name: 'findInspections',
  method: 'GET',
  path: '/api/v1/documents/{id}/inspection',
  summary: 'Returns the appointments of a request, and those that are left at the centres of its state on a day',
  params: documentParams,
  /** A date in Nigeria, by default tomorrow. */
  query: z.strictObject({ day: z.optional(z.iso.date(missingOr('day'))) }),
  answer: Inspections,
})

export const bookOwnInspection = endpoint({
  ...documentCall,
  name: 'bookOwnInspection',
  method: 'POST',
  path: '/api/v1/documents/{id}/inspection',
  summary:
    'Books the appointment for the inspection that a roadworthiness certificate needs, and pays the fee of another one from the wallet',
  idempotent: true,
  params: documentParams,
  /** `total` is the fee that the customer saw, if there is one. Another one is `price_changed`. */
  body: z.strictObject({ centre_id: Uuid, starts_at: Instant, total: z.optional(z.number(missingOr('number'))) }),
  answer: DocumentDetails,
})
