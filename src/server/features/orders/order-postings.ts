/** Accounts that orders add to the ledger; `owner` is a branch's id, a tax's code or ''. */
export type OrderAccount =
  | { kind: 'customer'; owner: string }
  | { kind: 'order_held' | 'branch_payable'; owner: string }
  | { kind: 'tax_payable'; owner: string }
  | { kind: 'fee_income' | 'promotion'; owner: '' }
  // What a counter takes and pays out: a shift's drawer, a branch's terminal, and what rounding differs by.
  | {
      kind:
        | 'cash_drawer'
        | 'terminal_clearing'
        | 'mobile_clearing'
        | 'cash_rounding'
        | 'cash_discrepancy'
        | 'cash_courier'
      owner: string
    }
export interface OrderPosting {
  account: OrderAccount
  amount_minor: bigint
}

/**
 * What an order is made of, or a part of it that is refunded, in minor units: goods net of the branch's own offers and
 * coupons, the net part of a coupon that we pay, delivery net, and taxes on what remains.
 */
export interface OrderAmounts {
  goods_minor: bigint
  promotion_minor: bigint
  delivery_minor: bigint
  taxes: readonly { code: string; amount_minor: bigint }[]
}

/** Whose order it is and on what terms: thousandths of a percent of the goods are ours, and the delivery of whoever does it. */
export interface OrderTerms {
  user_id: string
  branch_id: string
  commission_thousandths: bigint
  delivered_by: 'branch' | 'us'
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)

/** What the customer pays. */
export const totalOf = ({ goods_minor, promotion_minor, delivery_minor, taxes }: OrderAmounts): bigint =>
  goods_minor - promotion_minor + delivery_minor + sum(taxes.map(({ amount_minor }) => amount_minor))

/** What is left of an order after refunds. Throws RangeError for a refund of more than there is. */
export function subtractAmounts(whole: OrderAmounts, refunded: OrderAmounts): OrderAmounts {
  const left = {
    goods_minor: whole.goods_minor - refunded.goods_minor,
    promotion_minor: whole.promotion_minor - refunded.promotion_minor,
    delivery_minor: whole.delivery_minor - refunded.delivery_minor,
    taxes: whole.taxes.map(({ code, amount_minor }) => ({
      code,
      amount_minor:
        amount_minor - sum(refunded.taxes.filter((tax) => tax.code === code).map((tax) => tax.amount_minor)),
    })),
  }
  const parts = [
    left.goods_minor,
    left.promotion_minor,
    left.delivery_minor,
    ...left.taxes.map((tax) => tax.amount_minor),
  ]
  if (parts.some((part) => part < 0n)) throw new RangeError('a refund of more than was paid')
  return left
}

/** Our part of goods, rounded down; of what is left after refunds, so that it is the same in whatever parts these come. */
const commissionOf = (goods_minor: bigint, { commission_thousandths }: OrderTerms): bigint =>
  (goods_minor * commission_thousandths) / 100_000n

/** Money of an order that was placed waits at its branch until it is completed. */
export const toHold = (order: OrderAmounts, { user_id, branch_id }: OrderTerms): OrderPosting[] => [
  { account: { kind: 'customer', owner: user_id }, amount_minor: -totalOf(order) },
  { account: { kind: 'order_held', owner: branch_id }, amount_minor: totalOf(order) },
]

/** Money that a counter took for an order waits at its branch too; `taken` is where it is, in sum the total on the other side. */
export const toSold = (
  order: OrderAmounts,
  taken: readonly OrderPosting[],
  { branch_id }: Pick<OrderTerms, 'branch_id'>,
): OrderPosting[] => [...taken, { account: { kind: 'order_held', owner: branch_id }, amount_minor: totalOf(order) }]

/** Money of a completed order goes to whom it belongs: `left` is the order less what was refunded before. */
export const toRelease = (left: OrderAmounts, terms: OrderTerms): OrderPosting[] => [
  { account: { kind: 'order_held', owner: terms.branch_id }, amount_minor: -totalOf(left) },
  ...toShares(left, commissionOf(left.goods_minor, terms), terms),
]

/** A refund goes to the wallet of whoever ordered. */
const toWallet = (part: OrderAmounts, { user_id }: OrderTerms): OrderPosting[] => [
  { account: { kind: 'customer', owner: user_id }, amount_minor: totalOf(part) },
]

/** A refund of an order that is not completed yet comes out of what waits; `paid` is where it goes, if not to the wallet. */
export const toRefund = (
  part: OrderAmounts,
  terms: OrderTerms,
  paid: readonly OrderPosting[] = toWallet(part, terms),
): OrderPosting[] => [
  { account: { kind: 'order_held', owner: terms.branch_id }, amount_minor: -totalOf(part) },
  ...paid,
]

/** A refund of a completed order is taken back from whom its money went to; `left` is the order before this refund. */
export function toRefundAfterRelease(
  left: OrderAmounts,
  part: OrderAmounts,
  terms: OrderTerms,
  paid: readonly OrderPosting[] = toWallet(part, terms),
): OrderPosting[] {
  const after = subtractAmounts(left, part)
  const commission_minor = commissionOf(left.goods_minor, terms) - commissionOf(after.goods_minor, terms)
  return [
    ...toShares(part, commission_minor, terms).map((posting) => ({ ...posting, amount_minor: -posting.amount_minor })),
    ...paid,
  ]
}

const toShares = (
  { goods_minor, promotion_minor, delivery_minor, taxes }: OrderAmounts,
  commission_minor: bigint,
  { branch_id, delivered_by }: OrderTerms,
): OrderPosting[] => [
  {
    account: { kind: 'branch_payable', owner: branch_id },
    amount_minor: goods_minor - commission_minor + (delivered_by === 'branch' ? delivery_minor : 0n),
  },
  {
    account: { kind: 'fee_income', owner: '' },
    amount_minor: commission_minor + (delivered_by === 'us' ? delivery_minor : 0n),
  },
  ...taxes.map(({ code, amount_minor }): OrderPosting => ({
    account: { kind: 'tax_payable', owner: code },
    amount_minor,
  })),
  { account: { kind: 'promotion', owner: '' }, amount_minor: -promotion_minor },
]
