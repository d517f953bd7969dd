import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { createDiscount as discountEndpoint } from '#contract/orders/desk/pos.ts'
import type { PricedSale, SaleCoupon } from '#contract/pricing/sale.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Audited } from '#server/features/access/change.ts'
import { requireOpenShift, type OpenShift, type Seller } from '#server/features/cash/entries.ts'
import { findDiscountLimit, useManagerCode } from '#server/features/cash/manager-codes.ts'
import type { Access } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

type Discount = AnswerOf<typeof discountEndpoint>

interface DiscountSeller extends Seller {
  access: Access
  now: Date
}

/**
 * Takes something off the next sale of the caller's shift, with a manager's code where it is more than they may give. An amount
 * is compared with the branch's percentage once there is something to take it off. Throws `shift_needed`,
 * `approval_needed`, 422, and as `useManagerCode`, whose wrong codes must be stored.
 */
export async function createDiscount(
  tx: Tx,
  { access, now, ...seller }: DiscountSeller,
  { kind, value, reason, code = '' }: ParsedBody<typeof discountEndpoint>,
): Promise<Audited<Discount>> {
  const { user_id } = seller
  const shift = await requireOpenShift(tx, seller)
  const stored = kind === 'percentage' ? readPercent(value) : parseAmount('value', value, shift.currency)
  if (stored === 0n) throw fieldError('value', 'too_small')
  const limit = await findDiscountLimit(tx, shift.branch_id, access)
  const isWithin = limit === 100 || (limit > 0 && (kind === 'amount' || value <= limit))
  const none = { id: '', kind, value, reason, is_approved: false }
  if (!isWithin && code.trim() === '') throw new AppError('approval_needed')
  const used = isWithin ? undefined : await useManagerCode(tx, shift, code, now)
  if (used?.refusal !== undefined) return { answer: none, changes: [], refusal: used.refusal }
  const approved_by = used?.manager_id ?? (limit === 100 ? user_id : null)
  const id = newId(now.getTime())
  await tx
    .insertInto('sale_discounts')
    .values({
      id,
      shift_id: shift.id,
      kind: kind === 'percentage' ? 'percentage' : 'fixed',
      value: stored,
      reason,
      given_by: user_id,
      approved_by,
      created_at: now,
    })
    .execute()
  const after = { discount: kind === 'percentage' ? `${value} %` : { amount: value, currency: shift.currency }, reason }
  return {
    answer: { ...none, id, is_approved: approved_by !== null },
    changes: [{ kind: 'shift', id: shift.id, branch_id: shift.branch_id, after }],
  }
}

function readPercent(value: number): bigint {
  if (value > 100) throw fieldError('value', 'discount_max')
  if (value < 0) throw fieldError('value', 'too_small')
  if (Math.round(value * 100) / 100 !== value) throw fieldError('value', 'two_decimals')
  return BigInt(Math.round(value * 1_000))
}

/** A discount of a shift, as the price of a sale takes it off. Throws `discount_used`. */
export async function findDiscount(
  tx: Pick<Tx, 'selectFrom'>,
  shift_id: string,
  id: string | undefined,
): Promise<(SaleCoupon & { isApproved: boolean }) | undefined> {
  if (id === undefined) return undefined
  const row = await tx
    .selectFrom('sale_discounts')
    .select(['kind', 'value', 'approved_by'])
    .where('id', '=', id)
    .where('shift_id', '=', shift_id)
    .where('order_id', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('discount_used')
  const { kind, value, approved_by } = row
  const terms = { most_minor: null, least_subtotal_minor: 0n, free_delivery: false }
  return { kind: kind as SaleCoupon['kind'], value, ...terms, isApproved: approved_by !== null }
}

/**
 * What a discount takes off is what its seller may give. Throws `approval_needed` for more without a code, and 422 for an amount
 * above the subtotal.
 */
export function requireDiscount(
  {
    subtotal_minor,
    coupon_minor,
    coupon_refused,
  }: Pick<PricedSale, 'subtotal_minor' | 'coupon_minor' | 'coupon_refused'>,
  discount: { isApproved: boolean } | undefined,
  limit: number,
): void {
  if (discount === undefined) return
  if (coupon_refused === 'above_subtotal') throw fieldError('discount_id', 'discount_over_subtotal')
  if (!discount.isApproved && coupon_minor * 100n > subtotal_minor * BigInt(limit))
    throw new AppError('approval_needed')
}

/** Gives a discount to its sale. Throws `discount_used` for one that another sale took meanwhile. */
export async function takeDiscount(tx: Tx, shift: OpenShift, id: string, order_id: string): Promise<void> {
  const { rows } = await sql`update sale_discounts set order_id = ${order_id}::uuid
    where id = ${id}::uuid and shift_id = ${shift.id}::uuid and order_id is null returning id`.execute(tx)
  if (rows.length === 0) throw new AppError('discount_used')
}
