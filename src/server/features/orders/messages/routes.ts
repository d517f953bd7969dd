import type { FastifyInstance } from 'fastify'
import * as desk from '#contract/orders/desk/messages.ts'
import * as prepared from '#contract/orders/desk/prepared-replies.ts'
import * as contract from '#contract/orders/order-messages.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import { findOwnOrderId } from '../queries.ts'
import { findOrderId, toStaff } from '../staff/staff-order.ts'
import { createPreparedReply, updatePreparedReply, getPreparedReply, deletePreparedReply } from './prepared-replies.ts'
import { claimThread, findDeskMessages, getThread, replyToCustomer } from './staff-threads.ts'
import { findMessages, findThreads, markRead, sendMessage } from './threads.ts'

/** Messages between customers and branches. */
export function messagesRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.listOrderMessages, async (call) => {
    const order_id = await findOwnOrderId(db, call.user.user_id, call.params.id)
    return answerIfChanged(call, await findMessages(db, order_id, 'customer', clock()))
  })
  mountChange(app, deps, contract.sendOrderMessage, async (tx, { user: { user_id }, params, body, now }) => {
    const order_id = await findOwnOrderId(tx, user_id, params.id)
    await sendMessage(tx, { order_id, side: 'customer', user_id }, body, now)
    return findMessages(tx, order_id, 'customer', now)
  })
  mountChange(app, deps, contract.markMessagesRead, async (tx, { user, params }) =>
    markRead(tx, await findOwnOrderId(tx, user.user_id, params.id), 'customer'),
  )
  mount(app, contract.listThreads, ({ user }) => findThreads(db, user.user_id))
  mount(app, desk.getThread, (call) => getThread(db, toStaff({ ...call, now: deps.clock() }), call.params.id))
  mountChange(app, deps, desk.claimThread, (tx, call) => claimThread(tx, toStaff(call), call.params.id, true))
  mountChange(app, deps, desk.releaseThread, (tx, call) => claimThread(tx, toStaff(call), call.params.id, false))
  mount(app, desk.listMessagesOfOrder, async (call) =>
    answerIfChanged(call, await findDeskMessages(db, toStaff({ ...call, now: clock() }), call.params.id)),
  )
  mountChange(app, deps, desk.replyToCustomer, (tx, call) =>
    replyToCustomer(tx, toStaff(call), call.params.id, call.body),
  )
  mount(app, prepared.getPreparedReply, ({ scope, params }) => getPreparedReply(db, scope, params.id))
  mountChange(app, deps, prepared.createPreparedReply, (tx, { scope, body }) => createPreparedReply(tx, scope, body))
  mountChange(app, deps, prepared.updatePreparedReply, (tx, { scope, params, body }) =>
    updatePreparedReply(tx, scope, params.id, body),
  )
  mountChange(app, deps, prepared.deletePreparedReply, (tx, { scope, params, query }) =>
    deletePreparedReply(tx, scope, params.id, query.version),
  )
  mountChange(app, deps, desk.markThreadRead, async (tx, { params, scope }) => {
    await markRead(tx, await findOrderId(tx, params.id, scope), 'branch')
    return { answer: undefined, changes: [] }
  })
}
