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
