import type { Currency } from '#contract/money.ts'
import type { OrderCause, OrderStatus } from '#contract/orders/order-states.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { acceptOrder, advanceOrder } from '#server/features/orders/lifecycle/advance-orders.ts'
import {
  changeOrderStatus,
  lockOrder,
  recordOrderChange,
  type OrderRow,
} from '#server/features/orders/lifecycle/change-status.ts'
import { completeOrder, endOrder, type OrderAuthor } from '#server/features/orders/lifecycle/end-order.ts'
import { scheduleNextStep } from '#server/features/orders/lifecycle/next-step.ts'
import { loadOrderParts, planRefund, refundOrder, sumRefund } from '#server/features/orders/lifecycle/refund-order.ts'
import { returnOrder } from '#server/features/orders/lifecycle/return-stock.ts'
import { toReasonDetail } from '#server/features/orders/staff/commands.ts'
import type { Random } from './random.ts'

/** The states in which examples are open. */
export const openOrders = [
  'pending',
  'accepted',
  'processing',
  'preparing',
  'ready',
  'out_for_delivery',
  'delivered',
] as const
interface Life {
  random: Random
  open: (typeof openOrders)[number] | undefined
  now: Date
}

/** Leads a placed example order to its end, or to the state in which it is open. */
export async function finishOrder(tx: Tx, deps: Deps, order: OrderRow, { random, open, now }: Life): Promise<void> {
  const placed = order.created_at.getTime()
  const after = (minutes: number) => new Date(placed + minutes * minute_ms)
  const employee = (at: Date): OrderAuthor => ({ actor: 'employee', actor_id: null, at })
  const manager = (at: Date): OrderAuthor => ({ actor: 'manager', actor_id: null, at })
  if (open === 'pending') return
  if (open !== undefined) {
    await workUntil(tx, deps, order, open, (step) =>
      employee(new Date(Math.min(now.getTime(), placed + step * 5 * minute_ms))),
    )
    return
  }
  const fate = random.next()
  if (fate < 0.08) {
    const author: OrderAuthor = { actor: 'customer', actor_id: order.user_id, at: after(3) }
    await endOrder(tx, deps, order, { to: 'canceled', cause: 'customer' }, author)
  } else if (fate < 0.13)
    await endOrder(
      tx,
      deps,
      order,
      { to: 'rejected', cause: 'rejected', detail: toReasonDetail({ reason: 'sold_out' }) },
      employee(after(4)),
    )
  else if (fate < 0.17) await advanceOrder(tx, deps, order, after(2 * 1_440))
  else if (fate < 0.2) {
    const accepted = await acceptOrder(tx, deps, order, employee(after(2)), 0)
    await endOrder(
      tx,
      deps,
      accepted,
      { to: 'canceled', cause: 'branch', detail: toReasonDetail({ reason: 'closed' }) },
      manager(after(20)),
    )
  } else {
    const end = order.slot_starts_at.getTime() + 10 * minute_ms
    const at = (minutes: number) => new Date(end + minutes * minute_ms)
    const isDelivery = order.order_type === 'delivery'
    const ready = await workUntil(tx, deps, order, isDelivery ? 'delivered' : 'ready', (step) =>
      employee(step === 1 ? after(2) : at(step * 4 - 24)),
    )
    const completed = isDelivery
      ? await advanceOrder(tx, deps, ready, at(180))
      : await completeOrder(tx, ready, 'collected', employee(at(2)))
    if (fate > 0.96) await returnOrder(tx, deps, completed, { choice: 'waste', reason: 'Example' }, manager(at(240)))
    else if (fate > 0.9) await refundOneUnit(tx, completed, manager(at(240)))
  }
}

type Step = readonly [to: OrderStatus, cause: OrderCause]

/** The steps from accepting to a state, one after the other. */
export async function workUntil(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  state: OrderStatus,
  authorOf: (step: number) => OrderAuthor,
): Promise<OrderRow> {
  const steps: Step[] = [
    ['processing', 'started'],
    ['preparing', 'prepared'],
    ['ready', 'ready'],
    ['out_for_delivery', 'picked_up'],
    ['delivered', 'handed_over'],
  ]
  const last =
    order.order_type === 'takeaway' && (state === 'out_for_delivery' || state === 'delivered') ? 'ready' : state
  let row = await acceptOrder(tx, deps, order, authorOf(1), 0)
  if (last === 'accepted') return row
  for (const [index, [to, cause]] of steps.entries()) {
    const author = authorOf(index + 2)
    row = await changeOrderStatus(tx, { order_id: row.id, to, cause, ...author })
    row = await scheduleNextStep(tx, row, author.at)
    if (to === last) break
  }
  return row
}

async function refundOneUnit(tx: Tx, order: OrderRow, author: OrderAuthor): Promise<void> {
  const parts = await loadOrderParts(tx, order)
  const [line] = parts.lines
  const request = { lines: [{ id: line!.id, quantity: 1 }], delivery: false, amount_minor: 0n }
  const planned = planRefund(parts, request, order.currency as Currency)
  if (sumRefund(planned) === 0n) return
  const { actor_id, at } = author
  await refundOrder(tx, await lockOrder(tx, order.id), parts, planned, {
    cause: 'staff_waste',
    reason: 'Example',
    actor_id,
    at,
  })
  const detail = { amount_minor: String(sumRefund(planned)), note: 'Example' }
  await recordOrderChange(tx, order, { order_id: order.id, cause: 'refunded', ...author, detail })
}
