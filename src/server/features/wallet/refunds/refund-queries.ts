import { sql } from 'kysely'
import { readReference } from '#contract/codes.ts'
import { toPage, type Page } from '#contract/fields.ts'
import { toMajor } from '#contract/money.ts'
import type { Refund } from '#contract/wallet/refunds.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { RefundRow } from './refund-ledger.ts'

/** Finds any user's refund by our reference; callers check the owner. */
export async function findRefund(db: Db | Tx, reference: string): Promise<RefundRow | undefined> {
  const row = await db
    .selectFrom('refunds')
    .selectAll()
    .where('reference', '=', readReference(reference))
    .executeTakeFirst()
  return row as RefundRow | undefined
}

/** One page of a user's refunds and reversals, newest first. */
export async function listRefunds(
  db: Db,
  user_id: string,
  { page, size }: { page: number; size: number },
): Promise<Page<Refund>> {
  const own = db
    .selectFrom('refunds')
    .innerJoin('top_ups', 'top_ups.id', 'refunds.top_up_id')
    .where('refunds.user_id', '=', user_id)
  const { total } = await own.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll('refunds')
    .select('top_ups.reference as payment_reference')
    .orderBy('refunds.created_at', 'desc')
    .orderBy('refunds.id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const items = rows.map(({ payment_reference, ...row }) => toRefund(row as RefundRow, payment_reference))
  return toPage(items, total, page, size)
}

export async function getRefund(db: Db, row: RefundRow): Promise<Refund> {
  const { reference } = await db
    .selectFrom('top_ups')
    .select('reference')
    .where('id', '=', row.top_up_id)
    .executeTakeFirstOrThrow()
  return toRefund(row, reference)
}

function toRefund(row: RefundRow, payment_reference: string): Refund {
  const { reference, kind, provider, currency, status, created_at, settled_at } = row
  return {
    reference,
    payment_reference,
    kind,
    provider,
    amount: toMajor(row.amount_minor, currency),
    currency,
    owed: toMajor(row.owed_minor, currency),
    status,
    created_at: created_at.toISOString(),
    settled_at: settled_at?.toISOString() ?? null,
  }
}
