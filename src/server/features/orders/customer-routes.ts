import type { FastifyInstance } from 'fastify'
import { changeOrderStatus, previewOrder } from '#contract/orders/order-changes.ts'
import { rateOrder as rateOrderCall } from '#contract/orders/order-ratings.ts'
import { listReturns, requestReturn as requestReturnCall } from '#contract/orders/order-returns.ts'
import { getOrderTracking } from '#contract/orders/order-tracking.ts'
import * as contract from '#contract/orders/orders.ts'
import type { Deps } from '#server/deps.ts'
import { answerIfChanged } from '#server/http/etag.ts'
import { mount } from '#server/http/mount.ts'
import { payOrder } from './create/pay.ts'
import { placeOrder } from './create/place.ts'
import { reorder } from './create/reorder.ts'
import { writeOrderReceipt } from './documents/order-receipt.ts'
import { changeOwnOrder, previewCancel } from './lifecycle/change-own-order.ts'
import { orderPhotoRoutes } from './photos.ts'
import { findOrders, getOrderDetails } from './queries.ts'
import { rateOrder } from './rate-order.ts'
import { findReturns, requestReturn } from './request-return.ts'
import { findTracking } from './tracking.ts'

/** Calls of customers about their own orders. */
export function customerOrdersRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps
  mount(app, contract.placeOrder, ({ user, locale, body, retry }) => placeOrder(deps, { user, locale }, body, retry))
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
  mount(app, previewOrder, ({ user, locale, params }) => previewCancel(deps, { user, locale }, params.id))
  mount(app, changeOrderStatus, ({ user, locale, params, query }) =>
    changeOwnOrder(deps, { user, locale }, params.id, query.status),
  )
  mount(app, listReturns, ({ user, locale, params }) => findReturns(db, { user, locale }, params.id))
  mount(app, requestReturnCall, ({ user, locale, params, body, retry }) =>
    requestReturn(deps, { user, locale }, params.id, body, retry),
  )
  mount(app, rateOrderCall, ({ user, locale, retry, params, body }) =>
    rateOrder(deps, { user, locale, retry }, params.id, body),
  )
  orderPhotoRoutes(app, deps)
  mount(app, contract.payOrder, ({ user, locale, params, retry }) => payOrder(deps, { user, locale }, params.id, retry))
  mount(app, contract.downloadOrderReceipt, ({ user, locale, params, reply }) =>
    writeOrderReceipt(deps, { user, locale }, params.id, reply),
  )
  mount(app, contract.reorder, ({ user, locale, params, body }) =>
    reorder(deps, { user, locale }, params.id, body.replace),
  )
}
