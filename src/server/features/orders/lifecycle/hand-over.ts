import type { OrderCause } from '#contract/orders/order-states.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { notifyOfStep } from '../order-mails.ts'
import { changeOrderStatus, recordOrderChange, type OrderDetail, type OrderRow } from './change-status.ts'
import { withdrawSubstitutes, type OrderAuthor } from './end-order.ts'
import { scheduleNextStep } from './next-step.ts'

/** So many wrong codes in a row lock the handover for so long. */
const mostWrong = 5
const lock_ms = quarter_ms

/** At the counter: the order's number, which the QR code ends with, or its number of the day. Elsewhere: the customer's code. */
function isRightCode({ order_type, order_number, token, handover_code }: OrderRow, typed: string): boolean {
  const code = typed.trim()
  if (order_type === 'delivery') return code === handover_code
  const number = code.split('/').at(-1)!.toUpperCase()
  return number === order_number || code === String(token)
}

/**
 * Checks what the customer says at the handover. Returns the error for a wrong code instead of throwing it, so that the
 * attempt is stored. Throws `handover_locked` after five wrong ones, for 15 minutes.
 */
export async function checkHandover(
  tx: Tx,
  order: OrderRow,
  code: string,
  author: OrderAuthor,
): Promise<AppError | undefined> {
  const { id, codes_locked_until } = order
  if (codes_locked_until !== null && author.at < codes_locked_until) throw lockedError(codes_locked_until, author.at)
  if (isRightCode(order, code)) {
    if (order.wrong_codes > 0) await storeCodes(tx, id, 0, null)
    return undefined
  }
  const wrong = order.wrong_codes + 1
  const until = wrong >= mostWrong ? new Date(author.at.getTime() + lock_ms) : null
  await storeCodes(tx, id, until === null ? wrong : 0, until)
  await recordOrderChange(tx, order, { order_id: id, cause: 'wrong_code', ...author })
  return until === null ? new AppError('handover_code', { left: mostWrong - wrong }) : lockedError(until, author.at)
}

const lockedError = (until: Date, now: Date) =>
  new AppError('handover_locked', { minutes: Math.ceil((until.getTime() - now.getTime()) / minute_ms) })

const storeCodes = (tx: Tx, id: string, wrong_codes: number, codes_locked_until: Date | null) =>
  tx.updateTable('orders').set({ wrong_codes, codes_locked_until }).where('id', '=', id).execute()

/** Delivers a locked order and notifies its customer. Throws `order_state`. */
export async function deliverOrder(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  { cause, ...author }: OrderAuthor & { cause: OrderCause; detail?: OrderDetail },
): Promise<void> {
  const delivered = await changeOrderStatus(tx, { order_id: order.id, to: 'delivered', cause, ...author })
  await scheduleNextStep(tx, delivered, author.at)
  await notifyOfStep(tx, deps, delivered, { from: order.status, cause, ...author })
  await withdrawSubstitutes(tx, deps, order.id, author.at)
}
