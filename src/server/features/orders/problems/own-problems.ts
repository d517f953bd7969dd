import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { OrderProblem } from '#contract/orders/orders.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { toMoney } from '#server/features/branches/records.ts'

/** Returns what the customer of an order reported, newest first. */
export async function findProblems(db: Db | Tx, order_id: string, currency: Currency): Promise<OrderProblem[]> {
  const { rows } = await sql<
    Omit<OrderProblem, 'refunded' | 'reported_at' | 'answer_by'> & {
      reported_at: Date
      answer_by: Date
      refunded_minor: bigint | null
    }
  >`
    select p.line_id, p.status, p.text, p.photo_id, p.answer, p.reported_at, p.answer_by, f.amount_minor as refunded_minor
    from order_problems p left join order_refunds f on f.id = p.refund_id
    where p.order_id = ${order_id}::uuid order by p.reported_at desc, p.id desc`.execute(db)
  return rows.map(({ refunded_minor, reported_at, answer_by, ...problem }) => ({
    ...problem,
    refunded: refunded_minor === null ? null : toMoney(refunded_minor, currency),
    reported_at: reported_at.toISOString(),
    answer_by: answer_by.toISOString(),
  }))
}
