/** The states of an order of the marketplace, in the order in which it passes them. */
export const orderStatuses = [
  'pending',
  'accepted',
  'processing',
  'preparing',
  'ready',
  'out_for_delivery',
  'delivered',
  'completed',
  'canceled',
  'rejected',
  'returned',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** To the bay of a car park or to an address, or collected at the branch. */
export const orderTypes = ['delivery', 'takeaway'] as const
export type OrderType = (typeof orderTypes)[number]
