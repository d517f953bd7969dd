import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cart/cart.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { countAttempt, withdrawAttempt, type Limit } from '#server/features/accounts/login/attempts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { toNetwork } from '#server/http/network.ts'
import {
  addToCart,
  changeCart,
  emptyCart,
  openToAdd,
  readChanged,
  removeCartLineOf,
  replaceLines,
  updateCartLineOf,
  type ChangedCart,
  type Shop,
} from './commands.ts'
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
  /** With the prices of now, once the change is stored. */
  const finish = (changed: ChangedCart, call: AnyCall) =>
    readChanged(deps, readShopper(call), changed, call.request.headers['user-agent'])
  mountChange(app, deps, contract.replaceCart, (tx, call) => replaceLines(tx, readShopper(call), call.body, call.now), {
    finish,
  })
  mountChange(app, deps, contract.emptyCart, (tx, call) => emptyCart(tx, readShopper(call), call.now))
  mountChange(
    app,
    deps,
    contract.addCartLine,
    (tx, call, shop: Shop) => addToCart(tx, readShopper(call), call.body, call, shop),
    {
      prepare: (call) => openToAdd(deps.db, call, call.body, deps.clock()),
      finish,
      has_own_keys: true,
    },
  )
  mountChange(
    app,
    deps,
    contract.updateCartLine,
    (tx, call) => updateCartLineOf(tx, readShopper(call), call.params.id, call.body, call.now),
    { finish },
  )
  mountChange(
    app,
    deps,
    contract.removeCartLine,
    (tx, call) => removeCartLineOf(tx, readShopper(call), call.params.id, call.now),
    { finish },
  )
  mountChange(
    app,
    deps,
    contract.setCartCoupon,
    (tx, call, limits: Limit[]) => setCoupon(tx, readShopper(call), call.body.promo_code, limits, call.now),
    {
      // Counted before, so that a wrong code counts too.
      prepare: async (call) => {
        const limits = couponLimits(deps, readShopper(call), call.request.ip)
        await countAttempt(deps, limits, 'rate_limited')
        return limits
      },
      finish,
    },
  )
  mountChange(app, deps, contract.removeCartCoupon, (tx, call) => removeCoupon(tx, readShopper(call), call.now), {
    finish,
  })
  mountChange(
    app,
    deps,
    contract.mergeCart,
    async (tx, call): Promise<string[]> => {
      if (!call.body.restore) return mergeVisitorCart(tx, readShopper(call), call.now)
      await restoreCart(tx, readShopper(call), call.now)
      return []
    },
    { finish: async (left_out, call) => ({ cart: await readCart(deps, readShopper(call), {}), left_out }) },
  )
  mount(app, contract.listCartSlots, (call) =>
    findCartSlots(deps, readShopper(call), call.query, call.request.headers['user-agent']),
  )
}

/**
 * Puts a coupon into the cart. Throws `cart_empty`, and 422 on `promo_code` for one that takes nothing off now; else the
 * attempt counts no more.
 */
async function setCoupon(tx: Tx, shopper: Shopper, code: string, limits: Limit[], now: Date): Promise<ChangedCart> {
  const cart = await changeCart(tx, { shopper, now }, async (before) => {
    if (before.lines.length === 0) throw new AppError('cart_empty')
    const changed = { ...before, promo_code: code }
    const { coupon } = await priceCart(tx, changed, {}, shopper.user?.user_id, now)
    if (coupon?.problem !== undefined)
      throw new AppError('validation_failed', {}, [{ field: 'promo_code', ...coupon.problem }])
    return changed
  })
  for (const limit of limits) await withdrawAttempt(tx, limit)
  return cart
}

const removeCoupon = (tx: Tx, shopper: Shopper, now: Date): Promise<ChangedCart> =>
  changeCart(tx, { shopper, now }, (cart) => ({ ...cart, promo_code: null }))

const couponLimits = ({ config }: Deps, { user }: Shopper, ip: string): Limit[] => {
  const terms = { kind: 'coupon', most: config.RATE_COUPON_CODES, minutes: 15 }
  const network = { ...terms, subject: toNetwork(ip) }
  return user === undefined ? [network] : [{ ...terms, subject: user.user_id }, network]
}
