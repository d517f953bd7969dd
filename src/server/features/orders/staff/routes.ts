import type { FastifyInstance } from 'fastify'
import * as board from '#contract/orders/desk/order-board.ts'
import { handOverWithPhoto as handOverWithPhotoCall } from '#contract/orders/desk/order-photos.ts'
import * as contract from '#contract/orders/desk/order-record.ts'
import { refundOrderByStaff, approveOrderRefund, refuseOrderRefund } from '#contract/orders/desk/order-refunds.ts'
import * as returns from '#contract/orders/desk/order-returns.ts'
import type { Deps } from '#server/deps.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { mount } from '#server/http/mount.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import { cancelAdditions } from './additions.ts'
import { findBoard } from './board.ts'
import {
  acceptForBranch,
  bringBack,
  delayForBranch,
  endForBranch,
  handOver,
  handOverWithPhoto,
  moveOrder,
  noteForBranch,
  takeBack,
  type OrderCommand,
} from './commands.ts'
import { decideReturn, getReturnRecord, receiveReturn } from './decide-return.ts'
import { decideRefund, refundForBranch } from './refunds.ts'
import { toStaff } from './staff-order.ts'
import { staffPhotoRoutes } from './staff-photos.ts'
import { getOrderRecord } from './staff-record.ts'

/** What staff does with the orders of their branches. */
export function staffOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.getOrderRecord, (call) => getOrderRecord(db, call.params.id, toStaff(call), clock()))
  mount(app, contract.getOrderCode, async (call) => {
    const { order_number } = await getOrderRecord(db, call.params.id, toStaff(call), clock())
    return createQrPath(`${deps.publicUrl()}/order/${order_number}`)
  })
  mount(app, board.getOrderBoard, async (call) =>
    answerIfChanged(call, await findBoard(db, toStaff(call), call.query.branch, clock())),
  )
  mountCommand(app, deps, contract.acceptOrder, (tx, call, now) =>
    acceptForBranch(tx, deps, toStaff(call), call.params.id, call.body.delay, now),
  )
  mountCommand(app, deps, contract.noteOrder, (tx, call, now) =>
    noteForBranch(tx, toStaff(call), call.params.id, call.body.text, now),
  )
  mountCommand(app, deps, contract.delayOrder, (tx, call, now) =>
    delayForBranch(tx, deps, toStaff(call), call.params.id, call.body.delay, now),
  )
  mountCommand(app, deps, contract.startOrder, (tx, call, now) =>
    moveOrder(tx, deps, toStaff(call), call.params.id, 'start', now),
  )
  mountCommand(app, deps, contract.prepareOrder, (tx, call, now) =>
    moveOrder(tx, deps, toStaff(call), call.params.id, 'prepare', now),
  )
  mountCommand(app, deps, contract.readyOrder, (tx, call, now) =>
    moveOrder(tx, deps, toStaff(call), call.params.id, 'ready', now),
  )
  mountCommand(app, deps, contract.sendOrder, (tx, call, now) =>
    moveOrder(tx, deps, toStaff(call), call.params.id, 'send', now),
  )
  mountCommand(app, deps, contract.bringBackOrder, (tx, call, now) =>
    bringBack(tx, deps, toStaff(call), call.params.id, call.body, now),
  )
  mountCommand(app, deps, contract.handOverOrder, (tx, call, now) =>
    handOver(tx, deps, toStaff(call), call.params.id, call.body.code, now),
  )
  mountCommand(app, deps, handOverWithPhotoCall, (tx, call, now) =>
    handOverWithPhoto(tx, deps, toStaff(call), call.params.id, call.body, now),
  )
  staffPhotoRoutes(app, deps)
  mountCommand(app, deps, contract.rejectOrder, (tx, call, now) =>
    endForBranch(tx, deps, toStaff(call), call.params.id, 'reject', call.body, now),
  )
  mountCommand(app, deps, contract.cancelOrderByBranch, (tx, call, now) =>
    endForBranch(tx, deps, toStaff(call), call.params.id, 'cancel', call.body, now),
  )
  mountCommand(app, deps, contract.cancelAdditions, (tx, call, now) =>
    cancelAdditions(tx, deps, toStaff(call), call.params.id, now),
  )
  mountCommand(app, deps, contract.giveUpOrder, (tx, call, now) =>
    endForBranch(tx, deps, toStaff(call), call.params.id, 'give_up', call.body, now),
  )
  mountCommand(app, deps, contract.takeBackOrder, (tx, call, now) =>
    takeBack(tx, deps, toStaff(call), call.params.id, call.body, now),
  )
  mountCommand(app, deps, refundOrderByStaff, async (tx, call, now) => {
    // A repeated request answers as the first one did, and is recorded once.
    let changes: OrderCommand['changes'] = []
    const answer = await runIdempotently(tx, call.user.user_id, call.retry, now, async () => {
      const refunded = await refundForBranch(tx, deps, toStaff(call), call.params.id, call.body, now)
      changes = refunded.changes
      return refunded.answer
    })
    return { answer, changes }
  })
  mountCommand(app, deps, approveOrderRefund, (tx, call, now) =>
    decideRefund(tx, deps, toStaff(call), call.params, 'approve', now),
  )
  mountCommand(app, deps, refuseOrderRefund, (tx, call, now) =>
    decideRefund(tx, deps, toStaff(call), call.params, 'refuse', now),
  )
  mount(app, returns.getReturn, (call) => getReturnRecord(db, toStaff(call), call.params.id, deps.clock()))
  mountCommand(app, deps, returns.approveReturn, (tx, call, now) =>
    decideReturn(tx, deps, toStaff(call), call.params.id, { status: 'approved' }, now),
  )
  mountCommand(app, deps, returns.refuseReturn, (tx, call, now) =>
    decideReturn(tx, deps, toStaff(call), call.params.id, { status: 'refused', ...call.body }, now),
  )
  mountCommand(app, deps, returns.receiveReturn, (tx, call, now) =>
    receiveReturn(tx, deps, toStaff(call), call.params.id, call.body.stock, now),
  )
}
