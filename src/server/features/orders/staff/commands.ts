import type { OrderRecord, stockChoices } from '#contract/orders/desk/order-record.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { acceptOrder } from '../lifecycle/advance-orders.ts'
import { changeOrderStatus, recordOrderChange, type OrderDetail, type OrderRow } from '../lifecycle/change-status.ts'
import { completeOrder, endOrder, type OrderAuthor, type OrderEnd } from '../lifecycle/end-order.ts'
import { scheduleNextStep } from '../lifecycle/next-step.ts'
import { takeOrderBack } from '../lifecycle/return-stock.ts'
import { notifyCustomer, type OrderMailTopic } from '../order-mails.ts'
import { requireOwnPhoto } from '../photos.ts'
import { checkHandover } from './handover.ts'
import { readOwnReason } from './own-reasons.ts'
import { findOrderChange, listOrderActions, type OrderChange } from './staff-actions.ts'
import { findOrderId, lockStaffOrder, toAuthor, type Staff } from './staff-order.ts'
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
  const say = (language: 'en' | 'fr') =>
    [reason === 'other' ? '' : translate(language, `order_mails.reasons.${reason}`), note?.trim() ?? '']
      .filter((part) => part !== '')
      .join('. ')
  return { code: reason, reason: say('en'), reason_fr: say('fr') }
}

/** Locks an order, lets the clock do what was due, and changes it as its state allows. Throws `not_found` and `order_state`. */
async function changeOrder(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  now: Date,
  work: (order: OrderRow, author: OrderAuthor) => Promise<{ refusal?: AppError | undefined; after?: object } | void>,
): Promise<OrderCommand> {
  const order = await lockStaffOrder(tx, deps, staff, handle, now)
  const result = (await work(order, toAuthor(staff, order, now))) ?? {}
  const answer = await getOrderRecord(tx, order.id, staff, now)
  const { id, branch_id } = order
  const before = { status: order.status }
  const change = { kind: 'order', id, branch_id, before, after: { status: answer.status, ...result.after } }
  return { answer, changes: result.refusal === undefined ? [change] : [], refusal: result.refusal }
}

/** The change that an action makes now. Throws `order_state`. */
function requireChange(order: OrderRow, action: OrderChange) {
  const change = findOrderChange(order, action)
  if (change === undefined) throw new AppError('order_state')
  return change
}

export const acceptForBranch = (tx: Tx, deps: Deps, staff: Staff, handle: string, delay: string, now: Date) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    requireChange(order, 'accept')
    await acceptOrder(tx, deps, order, author, Number(delay))
    return { after: { delay_minutes: Number(delay) } }
  })

/** Announces a delay after accepting. */
export const delayForBranch = (tx: Tx, deps: Deps, staff: Staff, handle: string, delay: string, now: Date) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
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
    if (delay_minutes > order.delay_minutes) await notifyCustomer(tx, deps, 'delayed', { ...order, delay_minutes }, now)
    return { after: { delay_minutes } }
  })

const mails: Partial<Record<OrderChange, OrderMailTopic>> = { ready: 'ready', send: 'out_for_delivery' }

/** Moves an order on. The customer is told when it is ready to be collected, and when it is on its way. */
export const moveOrder = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  action: 'start' | 'prepare' | 'ready' | 'send',
  now: Date,
) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    const change = requireChange(order, action)
    const changed = await changeOrderStatus(tx, { order_id: order.id, ...change, ...author })
    await scheduleNextStep(tx, changed, now)
    const topic = mails[action]
    const isBrought = topic === 'ready' && order.order_type === 'delivery'
    if (topic !== undefined) await notifyCustomer(tx, deps, isBrought ? 'ready_for_delivery' : topic, changed, now)
  })

export const bringBack = (tx: Tx, deps: Deps, staff: Staff, handle: string, reason: Reason, now: Date) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    const change = requireChange(order, 'bring_back')
    const detail = (await readOwnReason(tx, order.branch_id, 'bring_back', reason)) ?? toReasonDetail(reason)
    await scheduleNextStep(tx, await changeOrderStatus(tx, { order_id: order.id, ...change, ...author, detail }), now)
    return { after: detail }
  })

/** Hands an order over to whoever knows its code: delivered, or completed at the counter. */
export const handOver = (tx: Tx, deps: Deps, staff: Staff, handle: string, code: string, now: Date) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    const change = requireChange(order, 'hand_over')
    const refusal = await checkHandover(tx, order, code, author)
    if (refusal !== undefined) return { refusal }
    if (change.to === 'completed') {
      await completeOrder(tx, order, 'collected', author)
      return {}
    }
    await deliver(tx, deps, order, author)
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
  now: Date,
) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    const detail = toReasonDetail(reason)
    requireChange(order, 'hand_over')
    const { proof } = await tx
      .selectFrom('branch_setup')
      .select('proof')
      .where('branch_id', '=', order.branch_id)
      .executeTakeFirstOrThrow()
    if (!listOrderActions(order, proof).includes('hand_over_with_photo')) throw new AppError('order_state')
    await requireOwnPhoto(tx, { order_id: order.id, user_id: staff.user_id }, photo_id)
    await tx.updateTable('order_photos').set({ shows: 'handover' }).where('id', '=', photo_id).execute()
    await deliver(tx, deps, order, author, detail)
    return { after: { ...detail, photo_id } }
  })

async function deliver(tx: Tx, deps: Deps, order: OrderRow, author: OrderAuthor, detail?: OrderDetail): Promise<void> {
  const change = requireChange(order, 'hand_over')
  const delivered = await changeOrderStatus(tx, { order_id: order.id, ...change, ...author, detail })
  await scheduleNextStep(tx, delivered, author.at)
  await notifyCustomer(tx, deps, 'delivered', delivered, author.at, detail)
}

/** Ends an order before it is handed over, with its refund. */
export const endForBranch = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  action: 'reject' | 'cancel' | 'give_up',
  reason: Reason,
  now: Date,
) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    const kind = action === 'give_up' ? 'bring_back' : 'reject'
    const detail = (await readOwnReason(tx, order.branch_id, kind, reason)) ?? toReasonDetail(reason)
    await endOrder(tx, deps, order, requireChange(order, action) as OrderEnd, author, detail)
    return { after: detail }
  })

export const takeBack = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { stock, reason }: { stock: (typeof stockChoices)[number]; reason: string },
  now: Date,
) =>
  changeOrder(tx, deps, staff, handle, now, async (order, author) => {
    requireChange(order, 'take_back')
    await takeOrderBack(tx, deps, order, stock, reason, author)
    return { after: { stock, reason } }
  })

/** Adds a note for colleagues, in any state of the order. Throws `not_found`. */
export async function noteForBranch(
  tx: Tx,
  staff: Staff,
  handle: string,
  text: string,
  now: Date,
): Promise<OrderCommand> {
  const order_id = await findOrderId(tx, handle, staff.scope)
  await tx
    .insertInto('order_notes')
    .values({ id: newId(now.getTime()), order_id, user_id: staff.user_id, text, created_at: now })
    .execute()
  const answer = await getOrderRecord(tx, order_id, staff, now)
  return { answer, changes: [{ kind: 'order', id: order_id, branch_id: answer.branch_id, after: { note: text } }] }
}
