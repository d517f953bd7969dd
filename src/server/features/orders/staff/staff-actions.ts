import type { BoardStep } from '#contract/orders/desk/order-board.ts'
import type { OrderCause, OrderStatus } from '#contract/orders/order-states.ts'
import { isDueInCash, isHeld, type OrderRow } from '../lifecycle/change-status.ts'
import { isOrderTransitionAllowed } from '../transitions.ts'

/** What staff does with an order that changes its state, and the change. */
export const orderChanges = {
  accept: [{ to: 'accepted', cause: 'accepted' }],
  reject: [{ to: 'rejected', cause: 'rejected' }],
  start: [{ to: 'processing', cause: 'started' }],
  prepare: [{ to: 'preparing', cause: 'prepared' }],
  ready: [{ to: 'ready', cause: 'ready' }],
  send: [{ to: 'out_for_delivery', cause: 'picked_up' }],
  hand_over: [
    { to: 'delivered', cause: 'handed_over' },
    { to: 'delivered', cause: 'done_at_bay' },
    { to: 'completed', cause: 'collected' },
  ],
  bring_back: [{ to: 'ready', cause: 'returned_to_branch' }],
  cancel: [{ to: 'canceled', cause: 'branch' }],
  give_up: [{ to: 'canceled', cause: 'undeliverable' }],
  take_back: [{ to: 'returned', cause: 'returned' }],
} as const satisfies Record<string, readonly { to: OrderStatus; cause: OrderCause }[]>
export type OrderChange = keyof typeof orderChanges

type State = Pick<
  OrderRow,
  'status' | 'order_type' | 'payment_status' | 'payment_method' | 'park_id' | 'refunded_minor' | 'total_minor'
>

/** The change that an action makes in the order's state; undefined where the table has none. */
export function findOrderChange(order: State, action: OrderChange) {
  const { status: from, order_type: type, park_id } = order
  // A hold is the customer's alone until it is paid.
  if (isHeld(order)) return undefined
  // Its payment comes first.
  if (action === 'hand_over' && isDueInCash(order)) return undefined
  const changes: readonly { to: OrderStatus; cause: OrderCause }[] = orderChanges[action]
  return changes.find(
    ({ to, cause }) =>
      isOrderTransitionAllowed({ from, to, type }, cause, 'manager') && (cause !== 'done_at_bay' || park_id !== null),
  )
}

/** States of accepted orders that are not handed over: a delay can be announced, and a counter takes their payment. */
export const openStates: readonly OrderStatus[] = ['accepted', 'processing', 'preparing', 'ready', 'out_for_delivery']

/** Whether a counter takes the payment of an order now: its branch has accepted it. */
export const isPayable = (order: Pick<OrderRow, 'status' | 'payment_status' | 'payment_method'>): boolean =>
  isDueInCash(order) && openStates.includes(order.status)

/**
 * The names of what an order's state allows staff; the permission is checked by each call. `proof` is what its branch takes as
 * a proof of the handover.
 */
export function listOrderActions(order: State, proof?: string): string[] {
  const changes = (Object.keys(orderChanges) as OrderChange[]).filter(
    (action) => findOrderChange(order, action) !== undefined,
  )
  const canRefund = order.payment_status === 'paid' && order.refunded_minor < order.total_minor
  const isBrought = proof === 'code_or_photo' && findOrderChange(order, 'hand_over')?.to === 'delivered'
  return [
    ...changes,
    ...(isBrought ? ['hand_over_with_photo'] : []),
    ...(isPayable(order) ? ['take_payment'] : []),
    ...(openStates.includes(order.status) ? ['delay'] : []),
    ...(canRefund ? ['refund'] : []),
  ]
}

/** The step that moves an order on: what the kitchen makes is prepared, other work is started. */
export function findNextStep(order: State, groups: readonly string[]): BoardStep | null {
  const steps: Partial<Record<OrderStatus, BoardStep>> = {
    pending: 'accept',
    accepted: groups.includes('wash') || groups.includes('workshop') ? 'start' : 'prepare',
    processing: 'ready',
    preparing: 'ready',
    ready: order.order_type === 'delivery' ? 'send' : 'hand_over',
    out_for_delivery: 'hand_over',
  }
  const step = steps[order.status]
  return step === undefined || findOrderChange(order, step) === undefined ? null : step
}
