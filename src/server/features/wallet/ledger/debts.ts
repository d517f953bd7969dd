import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { post, type WalletAccount } from './ledger.ts'

/** What a person still owes the wallet in a currency, in minor units: payments that were taken back after they were spent. */
export async function findDebt(db: Db | Tx, user_id: string, currency: Currency): Promise<bigint> {
  const { rows } = await sql<{ owed_minor: bigint }>`
    select coalesce(sum(owed_minor), 0)::bigint as owed_minor from refunds
    where user_id = ${user_id} and currency = ${currency} and owed_minor > 0`.execute(db)
  return rows[0]!.owed_minor
}

/** Rows `(user_id, currency)` of those accounts in `wanted`, a table with the same columns, whose owner owes the wallet something. */
export const indebtedIn = (wanted: RawBuilder<unknown>): RawBuilder<WalletAccount> => sql<WalletAccount>`
  select r.user_id, r.currency from ${wanted} w
  join refunds r on r.user_id = w.user_id and r.currency = w.currency and r.owed_minor > 0`

/** Pays all of it from the wallet; violates `customer_balance_not_negative` when that cannot. */
export async function payDebt(tx: Tx, user_id: string, currency: Currency, at: Date): Promise<void> {
  const rows = await tx
    .selectFrom('refunds')
    .select(['id', 'reference', 'owed_minor'])
    .where('user_id', '=', user_id)
    .where('currency', '=', currency)
    .where('owed_minor', '>', 0n)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, reference, owed_minor } of rows) {
    await post(tx, {
      kind: 'refund',
      reference: `${reference}/paid`,
      description: `debt_paid:${reference}`,
      currency,
      at,
      postings: [
        { account: { kind: 'customer', owner: user_id }, amount_minor: -owed_minor },
        { account: { kind: 'customer_debt', owner: user_id }, amount_minor: owed_minor },
      ],
    })
    await tx.updateTable('refunds').set({ owed_minor: 0n }).where('id', '=', id).execute()
  }
}
