import { chargeTaxes, type PricedLine, type Sale, type SaleLine } from '#contract/pricing/sale.ts'
import type { ShopOffer } from '#server/features/catalogue/catalogue.ts'

/**
 * What the branch sold with a line, net and before the discounts that we pay, and the net part that we pay. What it pays
 * itself makes its goods cheaper; goods less promotion is the net of what is charged.
 */
export function splitDiscounts(
  priced: PricedLine<ShopOffer>,
  { quantity, taxes }: Pick<SaleLine, 'quantity' | 'taxes'>,
  coupon: { funded_by: 'us' | 'branch' } | null,
  terms: Pick<Sale, 'includes_tax' | 'currency'>,
): { goods_minor: bigint; promotion_minor: bigint } {
  const offer_minor = priced.offer?.funded_by === 'us' ? priced.offer_minor : 0n
  const coupon_minor = coupon?.funded_by === 'us' ? priced.coupon_minor : 0n
  const charged_minor = priced.subtotal_minor - priced.offer_minor - priced.coupon_minor
  const { net_minor } = chargeTaxes(charged_minor + offer_minor + coupon_minor, quantity, taxes, terms)
  return { goods_minor: net_minor, promotion_minor: net_minor - priced.net_minor }
}
