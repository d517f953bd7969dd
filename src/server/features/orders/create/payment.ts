import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import type { OrderRow } from '../lifecycle/change-status.ts'
import { termsOf, type OrderParts } from '../lifecycle/refund-order.ts'
import { toOrderAmounts } from '../order-amounts.ts'
import { toHold } from '../order-postings.ts'

/** Moves an order's total from the wallet to where it waits. Violates `customer_balance_not_negative`. */
export async function postPayment(tx: Tx, order: OrderRow, parts: OrderParts, at: Date): Promise<void> {
  const { id: order_id, order_number, currency, total_minor: amount_minor } = order
  // What costs nothing moves no money.
  if (amount_minor === 0n) return
  const amounts = toOrderAmounts(
    parts.lines.map(({ sold }) => sold),
    parts.delivery.sold,
  )
  const { transfer_id } = await postTransfer(tx, {
    kind: 'order',
    reference: order_id,
    description: `order:${order_number}`,
    currency: currency as Currency,
    at,
    postings: toHold(amounts, termsOf(order)),
  })
  await tx
    .insertInto('order_payments')
    .values({ id: newId(at.getTime()), order_id, transfer_id, method: 'wallet', amount_minor, at })
    .execute()
}
