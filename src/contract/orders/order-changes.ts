import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { Currency, Money } from '#contract/fields.ts'
import { orderCall, OrderDetails, orderParams } from './orders.ts'

export const previewOrder = endpoint({
  ...orderCall,
  name: 'previewOrder',
  in_read_only: false,
  method: 'GET',
  path: '/api/v1/orders/{id}/preview',
  summary: 'Tells what cancelling an order now would pay back',
  params: orderParams,
  query: z.strictObject({ action: z.enum(['cancel'], 'required') }),
  answer: z.object({ action: z.literal('cancel'), refund: Money, currency: Currency }),
})

export const changeOrderStatus = endpoint({
  ...orderCall,
  name: 'changeOrderStatus',
  method: 'PUT',
  path: '/api/v1/orders/{id}/status',
  summary: 'Cancels an order and pays back what its preview says, or confirms that it was delivered',
  params: orderParams,
  /** Any other state is refused. */
  query: z.strictObject({ status: z.enum(['canceled', 'completed'], 'order_status') }),
  answer: OrderDetails,
})
