import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { line, Uuid } from '#contract/fields.ts'
import { orderCall, OrderDetails, orderParams } from './orders.ts'

/** For so long after the handover a service can be reported, and so long the branch has to answer. */
export const reportProblem_hours = 48
export const answerProblem_hours = 48

export const reportProblem = endpoint({
  ...orderCall,
  name: 'reportProblem',
  method: 'POST',
  path: '/api/v1/orders/{id}/problem',
  summary: 'Reports a service that was not done as sold, within 48 hours; without an answer in 48 hours it is refunded',
  status: 201,
  idempotent: true,
  params: orderParams,
  body: z.strictObject({
    line_id: Uuid,
    text: line(10, 1_000),
    /** Uploaded before. */
    photo_id: Uuid,
  }),
  answer: OrderDetails,
})
