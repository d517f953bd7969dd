import type { Currency } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderRow } from './change-status.ts'
import {
  loadOrderParts,
  planRefund,
  sumRefund,
  type OrderLine,
  type OrderParts,
  type RefundPart,
} from './refund-order.ts'

/** Units of a line that are to be replaced, and what they cost. */
export interface ReplacedLine {
  line: OrderLine
  parts: OrderParts
  planned: RefundPart[]
  refund_minor: bigint
}

/** Plans what replacing units of a line refunds. Throws `not_found` for another order's line, and `refund_too_much`. */
export async function planReplacedLine(
  tx: Db | Tx,
  order: OrderRow,
  { line_id, quantity }: { line_id: string; quantity: number },
): Promise<ReplacedLine> {
  const parts = await loadOrderParts(tx, order)
  const line = parts.lines.find(({ id }) => id === line_id)
  if (line === undefined) throw new AppError('not_found')
  const request = { lines: [{ id: line_id, quantity }], delivery: false, amount_minor: 0n }
  const planned = planRefund(parts, request, order.currency as Currency)
  return { line, parts, planned, refund_minor: sumRefund(planned) }
}

type Named = Pick<OrderLine, 'quantity' | 'name' | 'name_fr' | 'variation_name' | 'variation_name_fr'>

/** Lines with their quantities and variations, in one line. */
export const describeLines = (language: Language, lines: readonly Named[]): string =>
  lines
    .map(({ quantity, ...line }) => {
      const names = language === 'fr' ? [line.name_fr, line.variation_name_fr] : [line.name, line.variation_name]
      return `${quantity} × ${names.filter((name) => name !== null && name !== '').join(', ')}`
    })
    .join(' + ')
