import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { orderCall, OrderDetails, orderParams } from './orders.ts'

const { status, payment_status, stages, promised_at, delay_minutes, branch, handover_code } = OrderDetails.shape

/** What of an order changes while it is on its way. */
export const OrderTracking = z.object({
  status,
  payment_status,
  stages,
  promised_at,
  delay_minutes,
  branch,
  handover_code,
  /** Who brings it, while it is out with a courier; null otherwise. */
  courier: z.nullable(
    z.object({
      /** Their first name; null without one. */
      name: z.nullable(z.string()),
      phone: z.nullable(z.string()),
      /** Where they were in the last 15 minutes; null if they do not share it. */
      position: z.nullable(z.object({ lat: z.number(), lng: z.number(), at: z.string() })),
    }),
  ),
  /** Another one with each change of the order, also of what is not in here. */
  revision: z.string(),
})
export type OrderTracking = z.infer<typeof OrderTracking>

export const getOrderTracking = endpoint({
  ...orderCall,
  name: 'getOrderTracking',
  method: 'GET',
  path: '/api/v1/orders/{id}/tracking',
  summary: 'Returns how far an order of the account is, with an ETag; for asking about it often',
  params: orderParams,
  answer: OrderTracking,
})
