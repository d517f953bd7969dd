import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { endOrder, type OrderAuthor, type OrderEnd } from '../lifecycle/end-order.ts'
import type { OrderCommand } from './commands.ts'
import { findOpenAdditions } from './open-additions.ts'
import { lockStaffOrder, toAuthor, type Staff } from './staff-order.ts'
import { getOrderRecord } from './staff-record.ts'

const reasonOf = (language: 'en' | 'fr', number: string) =>
  translate(language, 'order_mails.reasons.first_canceled', { number })

/** How an addition ends: one that nobody paid is not the branch's to cancel, and its hold is over. */
function endOf({ status, payment_status }: OrderRow): OrderEnd {
  if (status !== 'pending') return { to: 'canceled', cause: 'branch' }
  return payment_status === 'unpaid' ? { to: 'canceled', cause: 'hold_over' } : { to: 'rejected', cause: 'rejected' }
}

/**
 * Ends the orders that add to one that was rejected or canceled, with their refunds; their customer reads why. Throws
 * `not_found`, and `order_state` where there is none.
 */
export async function cancelAdditions(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  now: Date,
): Promise<OrderCommand> {
  const first = await lockStaffOrder(tx, deps, staff, handle, now)
  const additions = await findOpenAdditions(tx, first)
  if (additions.length === 0) throw new AppError('order_state')
  const { order_number: number } = first
  const detail = { code: 'first_canceled', reason: reasonOf('en', number), reason_fr: reasonOf('fr', number) }
  const changes: AuditedChange[] = []
  for (const id of additions) {
    const order = await lockOrder(tx, id)
    const end = endOf(order)
    const author: OrderAuthor =
      end.cause === 'hold_over' ? { actor: 'clock', actor_id: null, at: now, due_at: now } : toAuthor(staff, order, now)
    const ended = await endOrder(tx, deps, order, end, author, detail)
    const { branch_id } = order
    changes.push({
      kind: 'order',
      id,
      branch_id,
      before: { status: order.status },
      after: { status: ended.status, ...detail },
    })
  }
  return { answer: await getOrderRecord(tx, first.id, staff, now), changes }
}
