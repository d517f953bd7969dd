import type { OrderCause, OrderStatus, OrderType } from '#contract/orders/order-states.ts'

/**
 * Who changes an order: its customer, whoever sells at a counter, employees of its branch, those who may cancel its orders
 * and take them back, the courier who has it, or a job at the time at which it was due.
 */
export type OrderActor = 'customer' | 'seller' | 'employee' | 'manager' | 'courier' | 'clock'

interface OrderTransition {
  from: OrderStatus | null
  to: OrderStatus
  cause: OrderCause
  type: OrderType | 'both'
  who: readonly OrderActor[]
}

/** All transitions between the states of an order; what is not here does not happen. */
export const orderTransitions = [
  { from: null, to: 'pending', cause: 'placed', type: 'both', who: ['customer', 'employee', 'manager'] },
  { from: null, to: 'pending', cause: 'held', type: 'both', who: ['customer', 'employee', 'manager'] },
  { from: null, to: 'accepted', cause: 'sold', type: 'both', who: ['seller', 'employee', 'manager'] },
  {
    from: null,
    to: 'completed',
    cause: 'sold_and_handed_over',
    type: 'takeaway',
    who: ['seller', 'employee', 'manager'],
  },
  { from: 'pending', to: 'accepted', cause: 'accepted', type: 'both', who: ['employee', 'manager', 'clock'] },
  { from: 'pending', to: 'rejected', cause: 'rejected', type: 'both', who: ['employee', 'manager'] },
  { from: 'pending', to: 'rejected', cause: 'not_answered', type: 'both', who: ['clock'] },
  { from: 'pending', to: 'canceled', cause: 'customer', type: 'both', who: ['customer'] },
  { from: 'pending', to: 'canceled', cause: 'hold_over', type: 'both', who: ['clock'] },
  { from: 'accepted', to: 'canceled', cause: 'customer', type: 'both', who: ['customer'] },
  { from: 'accepted', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'] },
  { from: 'processing', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'] },
  { from: 'preparing', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'] },
  { from: 'ready', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'] },
  { from: 'processing', to: 'delivered', cause: 'done_at_bay', type: 'delivery', who: ['employee', 'manager'] },
  { from: 'accepted', to: 'processing', cause: 'started', type: 'both', who: ['employee', 'manager'] },
  { from: 'accepted', to: 'preparing', cause: 'prepared', type: 'both', who: ['employee', 'manager'] },
  { from: 'processing', to: 'preparing', cause: 'prepared', type: 'both', who: ['employee', 'manager'] },
  { from: 'accepted', to: 'ready', cause: 'ready', type: 'both', who: ['employee', 'manager'] },
  { from: 'processing', to: 'ready', cause: 'ready', type: 'both', who: ['employee', 'manager'] },
  { from: 'preparing', to: 'ready', cause: 'ready', type: 'both', who: ['employee', 'manager'] },
  {
    from: 'ready',
    to: 'out_for_delivery',
    cause: 'picked_up',
    type: 'delivery',
    who: ['courier', 'employee', 'manager'],
  },
  {
    from: 'out_for_delivery',
    to: 'ready',
    cause: 'returned_to_branch',
    type: 'delivery',
    who: ['courier', 'employee', 'manager'],
  },
  {
    from: 'out_for_delivery',
    to: 'delivered',
    cause: 'handed_over',
    type: 'delivery',
    who: ['courier', 'employee', 'manager'],
  },
  { from: 'out_for_delivery', to: 'canceled', cause: 'undeliverable', type: 'delivery', who: ['manager'] },
  { from: 'ready', to: 'completed', cause: 'collected', type: 'takeaway', who: ['seller', 'employee', 'manager'] },
  { from: 'ready', to: 'canceled', cause: 'not_collected', type: 'takeaway', who: ['clock'] },
  { from: 'delivered', to: 'completed', cause: 'confirmed', type: 'delivery', who: ['customer', 'clock'] },
  { from: 'delivered', to: 'returned', cause: 'returned', type: 'both', who: ['manager'] },
  { from: 'completed', to: 'returned', cause: 'returned', type: 'both', who: ['manager'] },
] as const satisfies readonly OrderTransition[]

/** Whether an order of this type may change so, for this cause and by this actor. */
export function isOrderTransitionAllowed(
  { from, to, type }: { from: OrderStatus | null; to: OrderStatus; type: OrderType },
  cause: OrderCause,
  who: OrderActor,
): boolean {
  const table: readonly OrderTransition[] = orderTransitions
  return table.some(
    (row) =>
      row.from === from &&
      row.to === to &&
      row.cause === cause &&
      (row.type === 'both' || row.type === type) &&
      row.who.includes(who),
  )
}
