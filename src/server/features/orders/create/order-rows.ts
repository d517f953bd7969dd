import { randomInt } from 'node:crypto'
import type { Insertable } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import { newCode, newId } from '#server/database/ids.ts'
import type { OrderLinesTable, OrdersTable } from '#server/database/tables.ts'
import { toStoredTaxes, type StoredTax } from '#server/features/branches/tax-lines.ts'
import type { SoldLine } from '#server/features/cart/price.ts'
import { findOrderStep } from '../lifecycle/next-step.ts'
import type { CheckedOrder } from './check-order.ts'
import { splitDiscounts } from './goods.ts'
import type { OrderCaller } from './request.ts'

/** How long a held order waits to be paid; longer for one that staff placed, whose customer gets a link by email. */
const hold_ms = 10 * minute_ms
const staffHold_ms = 60 * minute_ms
/** Of one account. */
export const maxHeldOrders = 3

/** As JSON keeps it: amounts as texts, because they are larger than its numbers may be. */
export const toJson = (taxes: readonly StoredTax[]): string =>
  JSON.stringify(taxes, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n)

export type NewOrder = Insertable<OrdersTable> & { id: string; order_number: string }
export type NewOrderLine = Insertable<OrderLinesTable> & { id: string; quantity: number; cart_line_id: string }

/** How a new order is paid: now from the wallet, in cash when it is handed over, or it is held until it is paid. */
export type NewPayment = 'wallet' | 'cash' | 'held'

/** The row of a new order. Its token is given when it is written. */
export function toOrderRow(
  { request, priced, slot, destination, vehicle }: CheckedOrder,
  { user, now, staff }: OrderCaller,
  payment: NewPayment,
): Omit<NewOrder, 'token'> {
  const { branch, sale, coupon, delivery } = priced
  const { booking, address, ...place } = destination
  const lines_minor = (amountOf: (line: (typeof sale.lines)[number]) => bigint) => sum(sale.lines.map(amountOf))
  const charge = sale.delivery
  const holdEnd = Math.min(now.getTime() + (staff === undefined ? hold_ms : staffHold_ms), slot.starts_at.getTime())
  const state = {
    status: 'pending' as const,
    order_type: request.order_type,
    payment_status: payment === 'wallet' ? ('paid' as const) : ('unpaid' as const),
    payment_method: payment === 'held' ? null : payment,
    slot_starts_at: slot.starts_at,
    held_until: payment === 'held' ? new Date(holdEnd) : null,
  }
  return {
    id: newId(now.getTime()),
    order_number: newCode(),
    user_id: user.user_id,
    branch_id: branch.id,
    currency: branch.currency,
    ...state,
    source: staff === undefined ? 'web' : 'phone',
    placed_by: staff?.actor_id ?? null,
    device: user.device ?? null,
    amends: staff?.amends ?? null,
    slot_ends_at: slot.ends_at,
    handover_code: String(randomInt(10_000)).padStart(4, '0'),
    ...place,
    address: address === null ? null : JSON.stringify(address),
    booking_id: booking?.booking_id ?? null,
    vehicle_type_id: vehicle?.vehicle_type_id ?? null,
    plate: vehicle?.plate ?? null,
    key_holder: request.key ?? null,
    note: request.note === undefined || request.note === '' ? null : request.note,
    language: user.language,
    promo_code_id: coupon?.terms?.promo_code_id ?? null,
    promo_code: coupon?.terms?.code ?? null,
    includes_tax: branch.includes_tax,
    subtotal_minor: lines_minor((line) => line.subtotal_minor),
    offer_minor: lines_minor((line) => line.offer_minor),
    coupon_minor: sale.coupon_minor,
    delivery_charge_minor: charge?.charge_minor ?? 0n,
    delivery_net_minor: charge?.net_minor ?? 0n,
    delivery_taxes: charge === null ? '[]' : toJson(toStoredTaxes(delivery!.taxes, charge.taxes)),
    delivery_total_minor: charge?.total_minor ?? 0n,
    total_minor: sale.total_minor,
    commission: branch.commission,
    delivered_by: branch.delivered_by,
    next_step_at: findOrderStep(state, branch, now)?.at ?? null,
    is_example: branch.is_example,
    created_at: now,
  }
}

/** What its lines and its delivery are made of. */
export function sumLines(
  order: Pick<NewOrder, 'total_minor' | 'delivery_net_minor'>,
  lines: readonly Pick<NewOrderLine, 'goods_minor' | 'promotion_minor'>[],
): { goods_minor: bigint; promotion_minor: bigint; tax_minor: bigint } {
  const goods_minor = sum(lines.map((line) => BigInt(line.goods_minor)))
  const promotion_minor = sum(lines.map((line) => BigInt(line.promotion_minor ?? 0n)))
  const tax_minor = BigInt(order.total_minor) - goods_minor + promotion_minor - BigInt(order.delivery_net_minor)
  return { goods_minor, promotion_minor, tax_minor }
}

/** The rows of its lines, with names, prices and taxes as they are now: later changes of an item do not reach placed orders. */
export function toLineRows({ priced }: CheckedOrder, order_id: string, now: Date): NewOrderLine[] {
  const { sold, branch, coupon } = priced
  const ids = new Map(sold.map(({ stored }) => [stored.id, newId(now.getTime())]))
  return sold.map((line, position) => {
    const { stored, item, variation, extras, sale, priced: amounts } = line
    return {
      id: ids.get(stored.id)!,
      cart_line_id: stored.id,
      order_id,
      position,
      parent_id: stored.parent_id === null ? null : (ids.get(stored.parent_id) ?? null),
      item_id: item.id,
      variation_id: variation?.id ?? null,
      stock_level_id: stockOf(line),
      item_slug: item.slug,
      name: item.name,
      name_fr: item.name_fr,
      variation_name: variation?.name ?? null,
      variation_name_fr: variation?.name_fr ?? null,
      kind: item.kind,
      work_group: item.work_group,
      extras: JSON.stringify(
        extras.map(({ id, name, name_fr, unit_minor }) => ({ id, name, name_fr, unit_minor: String(unit_minor) })),
      ),
      note: stored.note === '' ? null : stored.note,
      picture: item.picture,
      quantity: stored.quantity,
      unit_minor: sale.unit_minor,
      subtotal_minor: amounts.subtotal_minor,
      offer_id: amounts.offer?.id ?? null,
      offer_name: amounts.offer?.name ?? null,
      offer_name_fr: amounts.offer?.name_fr ?? null,
      offer_minor: amounts.offer_minor,
      coupon_minor: amounts.coupon_minor,
      ...splitDiscounts(amounts, sale, coupon?.terms ?? null, branch),
      taxes: toJson(toStoredTaxes(item.taxes, amounts.taxes)),
      total_minor: amounts.total_minor,
    }
  })
}

/** The row that counts what a line takes; null where nothing is counted. */
const stockOf = ({ item, variation }: SoldLine): string | null =>
  variation === undefined ? item.stock_level_id : variation.stock_level_id
