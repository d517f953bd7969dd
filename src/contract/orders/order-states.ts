/** The states that an order of the marketplace passes if all goes well, in this order. */
export const orderProgress = [
  'pending',
  'accepted',
  'processing',
  'preparing',
  'ready',
  'out_for_delivery',
  'delivered',
  'completed',
] as const

/** All states of an order. */
export const orderStatuses = [...orderProgress, 'canceled', 'rejected', 'returned'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** To the bay of a car park or to an address, or collected at the branch. */
export const orderTypes = ['delivery', 'takeaway'] as const
export type OrderType = (typeof orderTypes)[number]

/** Where an order comes from: the site, the app, a counter, or staff who took it on the phone. */
export const orderSources = ['web', 'app', 'pos', 'phone'] as const

/** Why an order changed its state, as its table of transitions names it. */
export const orderCauses = [
  'placed',
  'held',
  'sold',
  'sold_and_handed_over',
  'accepted',
  'rejected',
  'not_answered',
  'customer',
  'hold_over',
  'branch',
  'withdrawn',
  'replaced',
  'started',
  'prepared',
  'ready',
  'done_at_bay',
  'picked_up',
  'returned_to_branch',
  'handed_over',
  'undeliverable',
  'collected',
  'not_collected',
  'confirmed',
  'returned',
] as const
export type OrderCause = (typeof orderCauses)[number]
