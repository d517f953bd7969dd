import type { FastifyInstance } from 'fastify'
import * as counter from '#contract/orders/counter-sale.ts'
import { changeOrderStatus, previewOrder } from '#contract/orders/order-changes.ts'
import { rateOrder as rateOrderCall } from '#contract/orders/order-ratings.ts'
import { listReturns, requestReturn as requestReturnCall } from '#contract/orders/order-returns.ts'
import { getOrderTracking } from '#contract/orders/order-tracking.ts'
import * as contract from '#contract/orders/orders.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { readChanged } from '#server/features/cart/commands.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import { payOrder, requirePaid } from './create/pay.ts'
import { placeOrder, taken } from './create/place.ts'
import { reorder } from './create/reorder.ts'
import { writeOrderReceipt } from './documents/order-receipt.ts'
import { changeOwnOrder, previewCancel } from './lifecycle/change-own-order.ts'
import { claimOrder } from './phone/contact.ts'
import { orderPhotoRoutes } from './photos.ts'
import { getCounterSale, payCounterSale, requirePaidSale } from './pos/wallet-sale.ts'
import { findOrders, getOrderDetails } from './queries.ts'
import { rateOrder } from './rate-order.ts'
import { findReturns, requestReturn } from './request-return.ts'
import { findTracking } from './tracking.ts'

/** Calls of customers about their own orders. */
export function customerOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mountChange(app, deps, contract.placeOrder, (tx, call) => placeOrder(tx, deps, call, call.body), { taken })
  mount(app, contract.listOrders, ({ user, locale, query }) =>
    findOrders(db, user.user_id, query, { locale, now: clock() }),
  )
  mount(app, contract.getOrder, ({ user, locale, params }) =>
    getOrderDetails(db, user.user_id, params.id, { locale, now: clock() }),
  )
  mount(app, getOrderTracking, async (call) => {
    const { user, locale, params } = call
    return answerIfChanged(call, await findTracking(db, user.user_id, params.id, { locale, now: clock() }))
  })
  mountChange(app, deps, previewOrder, (tx, call) => previewCancel(tx, deps, call, call.params.id))
  mountChange(app, deps, changeOrderStatus, (tx, call) =>
    changeOwnOrder(tx, deps, call, call.params.id, call.query.status),
  )
  mount(app, listReturns, ({ user, locale, params }) => findReturns(db, { user, locale }, params.id))
  mountChange(app, deps, requestReturnCall, (tx, call) => requestReturn(tx, deps, call, call.params.id, call.body))
  mountChange(app, deps, rateOrderCall, (tx, call) => rateOrder(tx, deps, call, call.params.id, call.body))
  orderPhotoRoutes(app, deps)
  mountChange(app, deps, contract.payOrder, (tx, call) => payOrder(tx, deps, call, call.params.id), {
    finish: requirePaid,
  })
  mountChange(app, deps, contract.claimOrder, async (tx, call) => {
    const { user, locale, now, params, body } = call
    const id = await claimOrder(tx, deps, call, params.id, body.key)
    return getOrderDetails(tx, user.user_id, id, { locale, now })
  })
  mount(app, counter.getCounterSale, ({ user, locale, params }) =>
    getCounterSale(db, { user, locale, now: clock() }, params.id),
  )
  mountChange(app, deps, counter.payCounterSale, (tx, call) => payCounterSale(tx, deps, call, call.params.id), {
    finish: requirePaidSale,
  })
  mount(app, contract.downloadOrderReceipt, ({ user, locale, params, reply }) =>
    writeOrderReceipt(deps, { user, locale }, params.id, reply),
  )
  mountChange(app, deps, contract.reorder, (tx, call) => reorder(tx, call, call.params.id, call.body.replace), {
    finish: async ({ cart, left_out }, { user, locale, request }) => ({
      cart: await readChanged(deps, { user, locale, token: undefined }, cart, request.headers['user-agent']),
      left_out,
    }),
  })
}
