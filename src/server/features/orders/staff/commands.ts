import type { OrderRecord, stockChoices } from '#contract/orders/desk/order-record.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { acceptOrder } from '../lifecycle/advance-orders.ts'
import { askAboutAttempts, requireAttemptsLeft } from '../lifecycle/brought-back.ts'
import {
  changeOrderStatus,
  isDueInCash,
  recordOrderChange,
  type OrderDetail,
  type OrderRow,
} from '../lifecycle/change-status.ts'
import {
  completeOrder,
  endOrder,
  withdrawSubstitutes,
  type OrderAuthor,
  type OrderEnd,
} from '../lifecycle/end-order.ts'
import { checkHandover, deliverOrder } from '../lifecycle/hand-over.ts'
import { scheduleNextStep } from '../lifecycle/next-step.ts'
import { returnOrder } from '../lifecycle/return-stock.ts'
import { notifyCustomer, notifyOfStep } from '../order-mails.ts'
import { requireOwnPhoto } from '../photos.ts'
import { readOwnReason } from './own-reasons.ts'
import { findOrderChange, listOrderActions, type OrderChange } from './staff-actions.ts'
import { lockStaffOrder, toAuthor, type Staff } from './staff-order.ts'
import { getOrderRecord } from './staff-record.ts'

export interface OrderCommand {
  answer: OrderRecord
  changes: AuditedChange[]
  refusal?: AppError | undefined
}
interface Reason {
  reason: string
  note?: string | undefined
}

/** A reason as the history keeps it: in both languages, with what was written. */
export function toReasonDetail({ reason, note }: Reason): OrderDetail {
  const t = (language: 'en' | 'fr') =>
    [reason === 'other' ? '' : translate(language, `order_mails.reasons.${reason}`), note?.trim() ?? '']
      .filter((part) => part !== '')
      .join('. ')
  return { code: reason, reason: t('en'), reason_fr: t('fr') }
}

/** Locks an order, lets the clock do what was due, and changes it as its state allows. Throws `not_found` and `order_state`. */
async function changeOrder(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  work: (order: OrderRow, author: OrderAuthor) => Promise<{ refusal?: AppError | undefined; after?: object } | void>,
): Promise<OrderCommand> {
  const order = await lockStaffOrder(tx, deps, staff, handle)
  const result = (await work(order, toAuthor(staff, order))) ?? {}
  const answer = await getOrderRecord(tx, order.id, staff)
  const { id, branch_id } = order
  const before = { status: order.status }
  const change = { kind: 'order', id, branch_id, before, after: { status: answer.status, ...result.after } }
  return { answer, changes: result.refusal === undefined ? [change] : [], refusal: result.refusal }
}

/** The change that an action makes now. Throws `order_state`, and `order_unpaid` before what is paid in cash is handed over. */
function requireChange(order: OrderRow, action: OrderChange) {
  const change = findOrderChange(order, action)
  if (change === undefined && action === 'hand_over' && isDueInCash(order)) throw new AppError('order_unpaid')
  if (change === undefined) throw new AppError('order_state')
  return change
}

export const acceptForBranch = (tx: Tx, deps: Deps, staff: Staff, handle: string, delay: string) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    requireChange(order, 'accept')
    await acceptOrder(tx, deps, order, author, Number(delay))
    return { after: { delay_minutes: Number(delay) } }
  })

/** Announces a delay after accepting. */
export const delayForBranch = (tx: Tx, deps: Deps, staff: Staff, handle: string, delay: string) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    if (!listOrderActions(order).includes('delay')) throw new AppError('order_state')
    const delay_minutes = Number(delay)
    if (delay_minutes === order.delay_minutes) return
    await tx
      .updateTable('orders')
      .set((of) => ({ delay_minutes, version: of('version', '+', 1) }))
      .where('id', '=', order.id)
      .execute()
    const detail = { from: order.delay_minutes, to: delay_minutes }
    await recordOrderChange(tx, order, { order_id: order.id, cause: 'delayed', ...author, detail })
    if (delay_minutes > order.delay_minutes)
      await notifyCustomer(tx, deps, { ...order, delay_minutes }, { topic: 'delayed', at: staff.now })
    return { after: { delay_minutes } }
  })

/** Moves an order on and notifies its customer as the table of transitions says. */
export const moveOrder = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  action: 'start' | 'prepare' | 'ready' | 'send',
) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    const change = requireChange(order, action)
    if (action === 'send') await requireAttemptsLeft(tx, order, author)
    const changed = await changeOrderStatus(tx, { order_id: order.id, ...change, ...author })
    await scheduleNextStep(tx, changed, staff.now)
    await notifyOfStep(tx, deps, changed, { from: order.status, cause: change.cause, ...author })
    if (action === 'send') await withdrawSubstitutes(tx, deps, order.id, staff.now)
  })

export const returnToBranch = (tx: Tx, deps: Deps, staff: Staff, handle: string, reason: Reason) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    const change = requireChange(order, 'bring_back')
    const detail = (await readOwnReason(tx, order.branch_id, 'bring_back', reason)) ?? toReasonDetail(reason)
    await scheduleNextStep(
      tx,
      await changeOrderStatus(tx, { order_id: order.id, ...change, ...author, detail }),
      staff.now,
    )
    await askAboutAttempts(tx, deps, order, staff.now)
    return { after: detail }
  })

/** Hands an order over to whoever knows its code: delivered, or completed at the counter. */
export const handOver = (tx: Tx, deps: Deps, staff: Staff, handle: string, code: string) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    const change = requireChange(order, 'hand_over')
    const refusal = await checkHandover(tx, order, code, author)
    if (refusal !== undefined) return { refusal }
    if (change.to === 'completed') {
      await completeOrder(tx, order, 'collected', author)
      await withdrawSubstitutes(tx, deps, order.id, staff.now)
      return {}
    }
    await deliverOrder(tx, deps, order, { cause: change.cause, ...author })
    return {}
  })

/**
 * Delivers an order whose code nobody can say: the photo of it stays with the order, and the customer reads the reason. Throws
 * `order_state` also at the counter, and 422 for a photo that the caller did not upload for this order.
 */
export const handOverWithPhoto = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { photo_id, ...reason }: Reason & { photo_id: string },
) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    const detail = toReasonDetail(reason)
    const change = requireChange(order, 'hand_over')
    const { proof } = await tx
      .selectFrom('branch_setup')
      .select('proof')
      .where('branch_id', '=', order.branch_id)
      .executeTakeFirstOrThrow()
    if (!listOrderActions(order, proof).includes('hand_over_with_photo')) throw new AppError('order_state')
    await requireOwnPhoto(tx, { order_id: order.id, user_id: staff.user_id }, photo_id)
    await tx.updateTable('order_photos').set({ shows: 'handover' }).where('id', '=', photo_id).execute()
    await deliverOrder(tx, deps, order, { cause: change.cause, ...author, detail })
    return { after: { ...detail, photo_id } }
  })

/** Ends an order before it is handed over, with its refund. */
export const endForBranch = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { action, ...reason }: Reason & { action: 'reject' | 'cancel' | 'give_up' },
) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    const kind = action === 'give_up' ? 'bring_back' : 'reject'
    const detail = (await readOwnReason(tx, order.branch_id, kind, reason)) ?? toReasonDetail(reason)
    await endOrder(tx, deps, order, { ...(requireChange(order, action) as OrderEnd), detail }, author)
    return { after: detail }
  })

export const returnForBranch = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { stock, reason }: { stock: (typeof stockChoices)[number]; reason: string },
) =>
  changeOrder(tx, deps, staff, handle, async (order, author) => {
    requireChange(order, 'take_back')
    await returnOrder(tx, deps, order, { choice: stock, reason }, author)
    return { after: { stock, reason } }
  })
