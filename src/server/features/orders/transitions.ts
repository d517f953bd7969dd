import type { OrderCause, OrderStatus, OrderType } from '#contract/orders/order-states.ts'

/**
 * Who changes an order: its customer, whoever sells at a counter, employees of its branch, those who may cancel its orders
 * and take them back, the courier who has it, or a job at the time at which it was due.
 */
export type OrderActor = 'customer' | 'seller' | 'employee' | 'manager' | 'courier' | 'clock'

/** What a mail reports; the texts of each topic are in `order_mails` of the catalogue. */
export type OrderMailTopic =
  | 'placed'
  | 'pay_link'
  | 'substitute_offered'
  | 'substituted'
  | 'accepted'
  | 'delayed'
  | 'ready'
  | 'ready_for_delivery'
  | 'out_for_delivery'
  | 'delivered'
  | 'rejected'
  | 'not_answered'
  | 'canceled'
  | 'canceled_by_branch'
  | 'undeliverable'
  | 'not_collected'
  | 'refunded'
  | 'not_paid'
  | 'return_approved'
  | 'return_refused'
  | 'problem_refunded'
  | 'problem_refused'
  | 'problem_not_answered'

interface OrderTransition {
  from: OrderStatus | null
  to: OrderStatus
  cause: OrderCause
  type: OrderType | 'both'
  who: readonly OrderActor[]
  /** The notification of its customer, by mail, in the account's list and in their browsers. The history names the cause. */
  news: OrderMailTopic | null
}

/** Who replaces lines: staff, and the customer who pays the difference. */
const replacers = ['customer', 'employee', 'manager'] as const

/** All transitions between the states of an order; what is not here does not happen. */
export const orderTransitions = [
  {
    from: null,
    to: 'pending',
    cause: 'placed',
    type: 'both',
    who: ['customer', 'employee', 'manager'],
    news: 'placed',
  },
  { from: null, to: 'pending', cause: 'held', type: 'both', who: ['customer', 'seller'], news: null },
  { from: null, to: 'pending', cause: 'held', type: 'both', who: ['employee', 'manager'], news: 'pay_link' },
  { from: null, to: 'accepted', cause: 'sold', type: 'both', who: ['seller', 'employee', 'manager'], news: null },
  {
    from: null,
    to: 'completed',
    cause: 'sold_and_handed_over',
    type: 'takeaway',
    who: ['seller', 'employee', 'manager'],
    news: null,
  },
  {
    from: 'pending',
    to: 'accepted',
    cause: 'accepted',
    type: 'both',
    who: ['employee', 'manager', 'clock'],
    news: 'accepted',
  },
  { from: 'pending', to: 'rejected', cause: 'rejected', type: 'both', who: ['employee', 'manager'], news: 'rejected' },
  { from: 'pending', to: 'rejected', cause: 'not_answered', type: 'both', who: ['clock'], news: 'not_answered' },
  { from: 'pending', to: 'canceled', cause: 'customer', type: 'both', who: ['customer'], news: 'canceled' },
  { from: 'pending', to: 'canceled', cause: 'hold_over', type: 'both', who: ['clock', 'seller'], news: null },
  // Whoever took it on the phone, until it is paid.
  {
    from: 'pending',
    to: 'canceled',
    cause: 'withdrawn',
    type: 'both',
    who: ['employee', 'manager'],
    news: 'canceled_by_branch',
  },
  {
    from: 'accepted',
    to: 'canceled',
    cause: 'withdrawn',
    type: 'both',
    who: ['employee', 'manager'],
    news: 'canceled_by_branch',
  },
  // Its customer paid a sale at a counter from their wallet.
  { from: 'pending', to: 'accepted', cause: 'sold', type: 'both', who: ['customer'], news: null },
  {
    from: 'pending',
    to: 'completed',
    cause: 'sold_and_handed_over',
    type: 'takeaway',
    who: ['customer'],
    news: null,
  },
  { from: 'accepted', to: 'canceled', cause: 'customer', type: 'both', who: ['customer'], news: 'canceled' },
  { from: 'accepted', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'], news: 'canceled_by_branch' },
  { from: 'processing', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'], news: 'canceled_by_branch' },
  { from: 'preparing', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'], news: 'canceled_by_branch' },
  { from: 'ready', to: 'canceled', cause: 'branch', type: 'both', who: ['manager'], news: 'canceled_by_branch' },
  // Everything of it was replaced and refunded; the mail about what replaces it has gone out.
  { from: 'pending', to: 'canceled', cause: 'replaced', type: 'both', who: replacers, news: null },
  { from: 'accepted', to: 'canceled', cause: 'replaced', type: 'both', who: replacers, news: null },
  { from: 'processing', to: 'canceled', cause: 'replaced', type: 'both', who: replacers, news: null },
  { from: 'preparing', to: 'canceled', cause: 'replaced', type: 'both', who: replacers, news: null },
  { from: 'ready', to: 'canceled', cause: 'replaced', type: 'both', who: replacers, news: null },
  {
    from: 'processing',
    to: 'delivered',
    cause: 'done_at_bay',
    type: 'delivery',
    who: ['employee', 'manager'],
    news: 'delivered',
  },
  { from: 'accepted', to: 'processing', cause: 'started', type: 'both', who: ['employee', 'manager'], news: null },
  { from: 'accepted', to: 'preparing', cause: 'prepared', type: 'both', who: ['employee', 'manager'], news: null },
  { from: 'processing', to: 'preparing', cause: 'prepared', type: 'both', who: ['employee', 'manager'], news: null },
  { from: 'accepted', to: 'ready', cause: 'ready', type: 'takeaway', who: ['employee', 'manager'], news: 'ready' },
  {
    from: 'accepted',
    to: 'ready',
    cause: 'ready',
    type: 'delivery',
    who: ['employee', 'manager'],
    news: 'ready_for_delivery',
  },
  { from: 'processing', to: 'ready', cause: 'ready', type: 'takeaway', who: ['employee', 'manager'], news: 'ready' },
  {
    from: 'processing',
    to: 'ready',
    cause: 'ready',
    type: 'delivery',
    who: ['employee', 'manager'],
    news: 'ready_for_delivery',
  },
  { from: 'preparing', to: 'ready', cause: 'ready', type: 'takeaway', who: ['employee', 'manager'], news: 'ready' },
  {
    from: 'preparing',
    to: 'ready',
    cause: 'ready',
    type: 'delivery',
    who: ['employee', 'manager'],
    news: 'ready_for_delivery',
  },
  {
    from: 'ready',
    to: 'out_for_delivery',
    cause: 'picked_up',
    type: 'delivery',
    who: ['courier', 'employee', 'manager'],
    news: 'out_for_delivery',
  },
  {
    from: 'out_for_delivery',
    to: 'ready',
    cause: 'returned_to_branch',
    type: 'delivery',
    who: ['courier', 'employee', 'manager'],
    news: null,
  },
  {
    from: 'out_for_delivery',
    to: 'delivered',
    cause: 'handed_over',
    type: 'delivery',
    who: ['courier', 'employee', 'manager'],
    news: 'delivered',
  },
  {
    from: 'out_for_delivery',
    to: 'canceled',
    cause: 'undeliverable',
    type: 'delivery',
    who: ['manager'],
    news: 'undeliverable',
  },
  {
    from: 'ready',
    to: 'completed',
    cause: 'collected',
    type: 'takeaway',
    who: ['seller', 'employee', 'manager'],
    news: null,
  },
  { from: 'ready', to: 'canceled', cause: 'not_collected', type: 'takeaway', who: ['clock'], news: 'not_collected' },
  { from: 'delivered', to: 'completed', cause: 'confirmed', type: 'delivery', who: ['customer', 'clock'], news: null },
  { from: 'delivered', to: 'returned', cause: 'returned', type: 'both', who: ['manager'], news: 'refunded' },
  { from: 'completed', to: 'returned', cause: 'returned', type: 'both', who: ['manager'], news: 'refunded' },
] as const satisfies readonly OrderTransition[]

/** The row of an order of this type that changes so, for this cause and by this actor; undefined where there is none. */
export function findOrderTransition(
  { from, to, type }: { from: OrderStatus | null; to: OrderStatus; type: OrderType },
  cause: OrderCause,
  who: OrderActor,
): OrderTransition | undefined {
  const table: readonly OrderTransition[] = orderTransitions
  return table.find(
    (row) =>
      row.from === from &&
      row.to === to &&
      row.cause === cause &&
      (row.type === 'both' || row.type === type) &&
      row.who.includes(who),
  )
}

export const isOrderTransitionAllowed = (...change: Parameters<typeof findOrderTransition>): boolean =>
  findOrderTransition(...change) !== undefined
