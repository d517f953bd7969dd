import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cart/cart.ts'
import type { Cart } from '#contract/cart/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt, withdrawAttempt, type Limit } from '#server/features/accounts/login/attempts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { toNetwork } from '#server/http/network.ts'
import { addToCart, updateCartLineOf, emptyCart, removeCartLineOf, replaceLines, changeCart } from './commands.ts'
import { mergeVisitorCart, restoreCart } from './merge.ts'
import { priceCart } from './price.ts'
import { findCartSlots, readCart } from './queries.ts'
import type { Shopper } from './shopper.ts'

type AnyCall = Pick<Call<Endpoint>, 'locale' | 'request' | 'reply'> & { user: SignedIn | undefined }

/** A visitor's cart is found by a header, so what is answered about it must not be kept under the address alone. */
function readShopper({ user, locale, request, reply }: AnyCall): Shopper {
  reply.header('cache-control', 'private, no-store')
  const sent = request.headers['cart-token']
  return { user, locale, token: typeof sent === 'string' && /^[\w-]{32}$/.test(sent) ? sent : undefined }
}

export function cartRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getCart, (call) => readCart(deps, readShopper(call), call.query))
  mount(app, contract.replaceCart, (call) => replaceLines(deps, readShopper(call), call.body))
  mount(app, contract.emptyCart, (call) => emptyCart(deps, readShopper(call)))
  mount(app, contract.addCartLine, (call) => addToCart(deps, readShopper(call), call.body, call.retry))
  mount(app, contract.updateCartLine, (call) => updateCartLineOf(deps, readShopper(call), call.params.id, call.body))
  mount(app, contract.removeCartLine, (call) => removeCartLineOf(deps, readShopper(call), call.params.id))
  mount(app, contract.setCartCoupon, (call) =>
    setCoupon(deps, readShopper(call), call.body.promo_code, call.request.ip),
  )
  mount(app, contract.removeCartCoupon, (call) => removeCoupon(deps, readShopper(call)))
  mount(app, contract.mergeCart, (call) =>
    call.body.restore ? restoreCart(deps, readShopper(call)) : mergeVisitorCart(deps, readShopper(call)),
  )
  mount(app, contract.listCartSlots, (call) => findCartSlots(deps, readShopper(call), call.query))
}

/**
 * Puts a coupon into the cart. Throws `cart_empty`, 422 on `promo_code` for one that takes nothing off now, and
 * `rate_limited` after too many of these from an account or a network.
 */
async function setCoupon(deps: Deps, shopper: Shopper, code: string, ip: string): Promise<Cart> {
  const limits = couponLimits(deps, shopper, ip)
  await countAttempt(deps, limits, 'rate_limited')
  const cart = await changeCart(deps, shopper, undefined, async (tx, before) => {
    if (before.lines.length === 0) throw new AppError('cart_empty')
    const changed = { ...before, promo_code: code }
    const { coupon } = await priceCart(tx, changed, {}, shopper.user?.user_id, deps.clock())
    if (coupon?.problem !== undefined)
      throw new AppError('validation_failed', {}, [{ field: 'promo_code', ...coupon.problem }])
    return changed
  })
  for (const limit of limits) await withdrawAttempt(deps.db, limit)
  return cart
}

/** Takes the coupon out of the cart. */
const removeCoupon = (deps: Deps, shopper: Shopper): Promise<Cart> =>
  changeCart(deps, shopper, undefined, (_tx, cart) => ({ ...cart, promo_code: null }))

const couponLimits = ({ config }: Deps, { user }: Shopper, ip: string): Limit[] => {
  const terms = { kind: 'coupon', most: config.RATE_COUPON_CODES, minutes: 15 }
  const network = { ...terms, subject: toNetwork(ip) }
  return user === undefined ? [network] : [{ ...terms, subject: user.user_id }, network]
}
