import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cart/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { addToCart, changeCartLineOf, deleteCart, removeCartLineOf, replaceLines } from './commands.ts'
import { putCoupon, takeCouponOut } from './coupon.ts'
import { mergeVisitorCart, restoreCart } from './merge.ts'
import { findCartSlots, readCart } from './queries.ts'
import type { Shopper } from './shopper.ts'

type AnyCall = Pick<Call<Endpoint>, 'user' | 'locale' | 'request' | 'reply'>

/** A visitor's cart is found by a header, so what is answered about it must not be kept under the address alone. */
function readShopper({ user, locale, request, reply }: AnyCall): Shopper {
  reply.header('cache-control', 'private, no-store')
  const sent = request.headers['cart-token']
  return { user, locale, token: typeof sent === 'string' && /^[\w-]{32}$/.test(sent) ? sent : undefined }
}

export function cartRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getCart, (call) => readCart(deps, readShopper(call), call.query))
  mount(app, contract.replaceCart, (call) => replaceLines(deps, readShopper(call), call.body))
  mount(app, contract.emptyCart, (call) => deleteCart(deps, readShopper(call)))
  mount(app, contract.addCartLine, (call) => addToCart(deps, readShopper(call), call.body, call.retry))
  mount(app, contract.changeCartLine, (call) => changeCartLineOf(deps, readShopper(call), call.params.id, call.body))
  mount(app, contract.removeCartLine, (call) => removeCartLineOf(deps, readShopper(call), call.params.id))
  mount(app, contract.setCartCoupon, (call) =>
    putCoupon(deps, readShopper(call), call.body.promo_code, call.request.ip),
  )
  mount(app, contract.removeCartCoupon, (call) => takeCouponOut(deps, readShopper(call)))
  mount(app, contract.mergeCart, (call) =>
    call.body.restore ? restoreCart(deps, readShopper(call)) : mergeVisitorCart(deps, readShopper(call)),
  )
  mount(app, contract.listCartSlots, (call) => findCartSlots(deps, readShopper(call), call.query))
}
