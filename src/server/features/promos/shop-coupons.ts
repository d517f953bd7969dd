import { sql } from 'kysely'
import { toMajor, type Currency } from '#contract/money.ts'
import type { PricedSale, SaleCoupon } from '#contract/pricing/sale.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isPromoCode } from './queries.ts'
import { isLimitReached, type Problem } from './rules.ts'

/** What customers read and see of it. */
type CouponText = Record<'name' | 'name_fr' | 'description' | 'description_fr' | 'picture', string | null>

/** A promo code as a coupon of a sale in the shop. */
export type ShopCoupon = SaleCoupon & {
  promo_code_id: string
  code: string
  funded_by: 'us' | 'branch'
  limit_per_person: number | null
  /** How often it can be used in all; null: without limit. */
  most_uses: number | null
} & CouponText

/** `refused`: the reason why it cannot be used, whatever is in the cart; `is_used_up` if it is a limit of uses. */
export type CouponCheck =
  | { kind: 'usable'; coupon: ShopCoupon }
  | { kind: 'refused'; problem: Problem; is_used_up: boolean }

interface Purchase {
  code: string
  branch: { id: string; currency: Currency }
  user_id: string | undefined
  now: Date
}

/**
 * Finds out whether a code can be used in the shop at a branch now. The minimum and a fixed discount above the subtotal
 * depend on the cart, see `findCouponProblem`. The limit per person is checked for a known user.
 */
export async function findShopCoupon(db: Db | Tx, { code, branch, user_id, now }: Purchase): Promise<CouponCheck> {
  const { rows } = await sql<CouponRow>`
    select p.*, p.scope <> 'parking' as is_for_shop, coalesce(t.used, (select sum(used)::float8 from promo_uses where promo_code_id = p.id)) as used_in_all, u.used as used_by_person,
      not exists (select from promo_branches where promo_code_id = p.id)
        or exists (select from promo_branches where promo_code_id = p.id and branch_id = ${branch.id}) as is_for_branch
    from promo_codes p left join promo_totals t on t.promo_code_id = p.id
      left join promo_uses u on u.promo_code_id = p.id and u.user_id = ${user_id ?? null}::uuid
    where ${isPromoCode('p', code)}`.execute(db)
  const [row] = rows
  const refuse = (key: string, is_used_up = false): CouponCheck => ({ kind: 'refused', problem: { key }, is_used_up })
  if (row === undefined) return refuse('promo_unknown')
  if (!row.is_active || now < row.starts_at || now >= row.ends_at) return refuse('promo_over')
  if (!row.is_for_shop) return refuse('promo_parking')
  if (row.currency !== null && row.currency !== branch.currency) return refuse('promo_currency')
  if (!row.is_for_branch) return refuse('promo_branch')
  if (isLimitReached(row.used_in_all ?? 0, row.most_uses)) return refuse('promo_used_up', true)
  if (isLimitReached(row.used_by_person ?? 0, row.limit_per_person)) return refuse('promo_used', true)
  const { id, kind, value, most_minor, free_delivery, funded_by, limit_per_person, most_uses } = row
  const { name, name_fr, description, description_fr, picture } = row
  const limits = { limit_per_person, most_uses }
  const text = { name, name_fr, description, description_fr, picture }
  const least_subtotal_minor = row.least_minor ?? 0n
  return {
    kind: 'usable',
    coupon: {
      promo_code_id: id,
      code: row.code,
      kind,
      value,
      most_minor,
      least_subtotal_minor,
      free_delivery,
      funded_by,
      ...limits,
      ...text,
    },
  }
}

type CouponRow = CouponText & {
  id: string
  code: string
  kind: 'percentage' | 'fixed'
  value: bigint
  currency: Currency | null
  least_minor: bigint | null
  most_minor: bigint | null
  limit_per_person: number | null
  most_uses: number | null
  starts_at: Date
  ends_at: Date
  is_active: boolean
  free_delivery: boolean
  funded_by: 'us' | 'branch'
  is_for_shop: boolean
  is_for_branch: boolean
  used_in_all: number | null
  used_by_person: number | null
}

/** Why a usable coupon takes nothing off a sale; undefined if it does. */
export function findCouponProblem(
  coupon: ShopCoupon,
  { coupon_refused }: Pick<PricedSale, 'coupon_refused'>,
  currency: Currency,
): Problem | undefined {
  if (coupon_refused === 'above_subtotal') return { key: 'discount_over_subtotal' }
  const amount = toMajor(coupon.least_subtotal_minor, currency)
  return coupon_refused === 'minimum'
    ? { key: 'promo_order_least', params: { least: { amount, currency } } }
    : undefined
}
