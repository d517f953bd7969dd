import { orderProgress, type OrderStatus } from '#contract/orders/order-states.ts'
import type { OrderDetails } from '#contract/orders/orders.ts'

/** What an order usually passes; a branch may skip what it does not need. */
const usual: Record<OrderDetails['order_type'], readonly OrderStatus[]> = {
  delivery: ['pending', 'accepted', 'preparing', 'out_for_delivery', 'delivered', 'completed'],
  takeaway: ['pending', 'accepted', 'preparing', 'ready', 'completed'],
}
const progress: readonly OrderStatus[] = orderProgress

/** The states that an open order is still to pass; none once it has ended. */
export function listComing({ order_type, status }: Pick<OrderDetails, 'order_type' | 'status'>): OrderStatus[] {
  const at = progress.indexOf(status)
  return at === -1 ? [] : usual[order_type].filter((next) => progress.indexOf(next) > at)
}
