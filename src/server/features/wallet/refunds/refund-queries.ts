import { sql } from 'kysely'
import { toMajor } from '#contract/minor-units.ts'
import type { Currency } from '#contract/money.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Refund } from '#contract/refunds.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TopUp } from '#server/features/wallet/queries.ts'
import type { RefundRow } from './refund-ledger.ts'

/** A refund by our reference, whoever's it is. */
export async function findRefund(db: Db | Tx, reference: string): Promise<RefundRow | undefined> {
  const row = await db.selectFrom('refunds').selectAll().where('reference', '=', reference).executeTakeFirst()
  return row as RefundRow | undefined
}

/** What a credited top-up brought, and what of it has gone back or is on its way. */
export async function getRefundable(
  db: Db | Tx,
  { id, transfer_id }: Pick<TopUp, 'id' | 'transfer_id'>,
): Promise<{ credited_minor: bigint; returned_minor: bigint }> {
  const { rows } = await sql<{ credited_minor: bigint; returned_minor: bigint }>`
    select
      (select coalesce(sum(e.amount_minor), 0)::bigint from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where e.transfer_id = ${transfer_id} and a.kind = 'customer') as credited_minor,
      (select coalesce(sum(amount_minor), 0)::bigint from refunds
        where top_up_id = ${id} and status <> 'failed') as returned_minor`.execute(db)
  return rows[0]!
}

/** What a person owes in a currency by the books, for whatever it is: nobody sends money away that is owed here. */
export async function sumOwed(db: Db | Tx, user_id: string, currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ owed_minor: bigint }>`
    select coalesce(-sum(e.amount_minor), 0)::bigint as owed_minor
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.kind = 'customer_debt' and a.owner = ${user_id} and a.currency = ${currency}`.execute(db)
  return rows[0]!.owed_minor
}

/** One page of what went back of a person's top-ups, newest first. */
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
