import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { missingOr } from '#contract/fields.ts'
import { byId } from '#contract/lists/shared-fields.ts'
import { inspectionTimes } from '../document-inspections.ts'

export const findInspectionTimes = endpoint({
  name: 'findInspectionTimes',
  method: 'GET',
  path: '/api/v1/admin/documents/{id}/inspection',
  summary: 'Returns the hours that are left on a day at the inspection centres of the state of a request',
  tag: 'desk',
  auth: 'documents.update',
  status: 200,
  params: byId,
  /** A date in Nigeria, by default tomorrow. */
  query: z.strictObject({ day: z.optional(z.iso.date(missingOr('day'))) }),
  answer: z.object(inspectionTimes),
})
