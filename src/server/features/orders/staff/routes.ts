import type { FastifyInstance } from 'fastify'
import * as board from '#contract/orders/desk/order-board.ts'
import { handOverWithPhoto as handOverWithPhotoCall } from '#contract/orders/desk/order-photos.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import {
  approveOrderRefund,
  previewOrderRefund,
  refundOrderByStaff,
  refuseOrderRefund,
} from '#contract/orders/desk/order-refunds.ts'
import * as returns from '#contract/orders/desk/order-returns.ts'
import { pagePath } from '#contract/pages.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountChange } from '#server/features/access/change.ts'
import { AppError } from '#server/http/errors.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { translate } from '#server/output/translate.ts'
import { isHeld, lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { endOrder, type OrderAuthor, type OrderEnd } from '../lifecycle/end-order.ts'
import { findBoard } from './board.ts'
import {
  acceptForBranch,
  returnToBranch,
  delayForBranch,
  endForBranch,
  handOver,
  handOverWithPhoto,
  moveOrder,
  returnForBranch,
  type OrderCommand,
} from './commands.ts'
import { decideReturn, getReturnRecord, receiveReturn, refundReturn } from './decide-return.ts'
import { findOpenAdditions } from './open-additions.ts'
import { decideRefund, previewRefund, refundForBranch } from './refunds.ts'
import { toStaff, lockStaffOrder, toAuthor, type Staff } from './staff-order.ts'
import { staffPhotoRoutes } from './staff-photos.ts'
import { getOrderRecord } from './staff-record.ts'

/** What staff does with the orders of their branches. */
export function staffOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.getOrderRecord, (call) => getOrderRecord(db, call.params.id, toStaff({ ...call, now: clock() })))
  mount(app, contract.getOrderCode, async (call) => {
    const { order_number } = await getOrderRecord(db, call.params.id, toStaff({ ...call, now: clock() }))
    return createQrPath(deps.publicUrl() + pagePath('order', { order: order_number }))
  })
  mount(app, board.getOrderBoard, async (call) =>
    answerIfChanged(call, await findBoard(db, toStaff({ ...call, now: clock() }), call.query.branch)),
  )
  mountChange(app, deps, contract.acceptOrder, (tx, call) =>
    acceptForBranch(tx, deps, toStaff(call), call.params.id, call.body.delay),
  )
  mountChange(app, deps, contract.delayOrder, (tx, call) =>
    delayForBranch(tx, deps, toStaff(call), call.params.id, call.body.delay),
  )
  mountChange(app, deps, contract.startOrder, (tx, call) => moveOrder(tx, deps, toStaff(call), call.params.id, 'start'))
  mountChange(app, deps, contract.prepareOrder, (tx, call) =>
    moveOrder(tx, deps, toStaff(call), call.params.id, 'prepare'),
  )
  mountChange(app, deps, contract.markOrderReady, (tx, call) =>
    moveOrder(tx, deps, toStaff(call), call.params.id, 'ready'),
  )
  mountChange(app, deps, contract.sendOrder, (tx, call) => moveOrder(tx, deps, toStaff(call), call.params.id, 'send'))
  mountChange(app, deps, contract.returnOrderToBranch, (tx, call) =>
    returnToBranch(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, contract.handOverOrder, (tx, call) =>
    handOver(tx, deps, toStaff(call), call.params.id, call.body.code),
  )
  mountChange(app, deps, handOverWithPhotoCall, (tx, call) =>
    handOverWithPhoto(tx, deps, toStaff(call), call.params.id, call.body),
  )
  staffPhotoRoutes(app, deps)
  mountChange(app, deps, contract.rejectOrder, (tx, call) =>
    endForBranch(tx, deps, toStaff(call), call.params.id, { action: 'reject', ...call.body }),
  )
  mountChange(app, deps, contract.cancelOrderByBranch, (tx, call) =>
    endForBranch(tx, deps, toStaff(call), call.params.id, { action: 'cancel', ...call.body }),
  )
  mountChange(app, deps, contract.cancelAdditions, (tx, call) =>
    cancelAdditions(tx, deps, toStaff(call), call.params.id),
  )
  mountChange(app, deps, contract.markOrderUndeliverable, (tx, call) =>
    endForBranch(tx, deps, toStaff(call), call.params.id, { action: 'give_up', ...call.body }),
  )
  mountChange(app, deps, contract.returnOrder, (tx, call) =>
    returnForBranch(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mount(app, previewOrderRefund, (call) =>
    previewRefund(db, toStaff({ ...call, now: deps.clock() }), call.params.id, call.query),
  )
  mountChange(app, deps, refundOrderByStaff, (tx, call) =>
    refundForBranch(tx, deps, toStaff(call), call.params.id, call.body),
  )
  mountChange(app, deps, approveOrderRefund, (tx, call) =>
    decideRefund(tx, deps, toStaff(call), call.params, 'approve'),
  )
  mountChange(app, deps, refuseOrderRefund, (tx, call) => decideRefund(tx, deps, toStaff(call), call.params, 'refuse'))
  mount(app, returns.getReturn, (call) => getReturnRecord(db, toStaff({ ...call, now: deps.clock() }), call.params.id))
  mountChange(app, deps, returns.approveReturn, (tx, call) =>
    decideReturn(tx, deps, toStaff(call), call.params.id, { status: 'approved' }),
  )
  mountChange(app, deps, returns.refuseReturn, (tx, call) =>
    decideReturn(tx, deps, toStaff(call), call.params.id, { status: 'refused', ...call.body }),
  )
  mountChange(app, deps, returns.receiveReturn, (tx, call) =>
    receiveReturn(tx, deps, toStaff(call), call.params.id, call.body.stock),
  )
  mountChange(app, deps, returns.refundReturn, (tx, call) => refundReturn(tx, deps, toStaff(call), call.params.id))
}

const reasonOf = (language: 'en' | 'fr', number: string) =>
  translate(language, 'order_mails.reasons.first_canceled', { number })

/** How an addition ends: one that nobody paid is not the branch's to cancel, and its hold is over. */
function endOf(order: OrderRow): OrderEnd {
  if (order.status !== 'pending') return { to: 'canceled', cause: 'branch' }
  return isHeld(order) ? { to: 'canceled', cause: 'hold_over' } : { to: 'rejected', cause: 'rejected' }
}

/**
 * Ends the orders that add to one that was rejected or canceled, with their refunds; their customer reads why. Throws
 * `not_found`, and `order_state` where there is none.
 */
async function cancelAdditions(tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<OrderCommand> {
  const first = await lockStaffOrder(tx, deps, staff, handle)
  const additions = await findOpenAdditions(tx, first)
  if (additions.length === 0) throw new AppError('order_state')
  const { order_number: number } = first
  const detail = { code: 'first_canceled', reason: reasonOf('en', number), reason_fr: reasonOf('fr', number) }
  const changes: AuditedChange[] = []
  for (const id of additions) {
    const order = await lockOrder(tx, id)
    const end = endOf(order)
    const author: OrderAuthor =
      end.cause === 'hold_over'
        ? { actor: 'clock', actor_id: null, at: staff.now, due_at: staff.now }
        : toAuthor(staff, order)
    const ended = await endOrder(tx, deps, order, { ...end, detail }, author)
    const { branch_id } = order
    changes.push({
      kind: 'order',
      id,
      branch_id,
      before: { status: order.status },
      after: { status: ended.status, ...detail },
    })
  }
  return { answer: await getOrderRecord(tx, first.id, staff), changes }
}
