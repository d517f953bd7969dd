import type { Cart } from '#contract/cart/cart.ts'
import type { Deps } from '#server/deps.ts'
import { countAttempt, withdrawAttempt, type Limit } from '#server/features/accounts/login/attempts.ts'
import { AppError } from '#server/http/errors.ts'
import { toNetwork } from '#server/http/network.ts'
import { changeCart } from './commands.ts'
import { priceCart } from './price.ts'
import type { Shopper } from './shopper.ts'

/**
 * Puts a coupon into the cart. Throws `cart_empty`, 422 on `promo_code` for one that takes nothing off now, and
 * `rate_limited` after too many of these from an account or a network.
 */
export async function putCoupon(deps: Deps, shopper: Shopper, code: string, ip: string): Promise<Cart> {
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
export const takeCouponOut = (deps: Deps, shopper: Shopper): Promise<Cart> =>
  changeCart(deps, shopper, undefined, (_tx, cart) => ({ ...cart, promo_code: null }))

const couponLimits = ({ config }: Deps, { user }: Shopper, ip: string): Limit[] => {
  const terms = { kind: 'coupon', most: config.RATE_COUPON_CODES, minutes: 15 }
  const network = { ...terms, subject: toNetwork(ip) }
  return user === undefined ? [network] : [{ ...terms, subject: user.user_id }, network]
}
