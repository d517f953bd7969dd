import { sql, type RawBuilder } from 'kysely'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findBalance, postTransfer, type WalletAccount } from './ledger.ts'

/** Everything a user owes, in minor units by currency: the negative of their `customer_debt` accounts. */
export async function sumDebts(db: Db | Tx, user_id: string): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['ledger_accounts.currency', sql<bigint>`-sum(ledger_entries.amount_minor)::bigint`.as('owed_minor')])
    .where('ledger_accounts.kind', '=', 'customer_debt')
    .where('ledger_accounts.owner', '=', user_id)
    .groupBy('ledger_accounts.currency')
    .having(sql<bigint>`sum(ledger_entries.amount_minor)`, '<', 0n)
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.owed_minor]))
}

/** The part of `sumDebts` left by top-ups that the provider or the bank took back after the money was spent. */
export async function sumReversalDebts(db: Db | Tx, user_id: string): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('refunds')
    .select(['currency', sql<bigint>`sum(owed_minor)::bigint`.as('owed_minor')])
    .where('user_id', '=', user_id)
    .where('owed_minor', '>', 0n)
    .groupBy('currency')
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.owed_minor]))
}

/** Rows `(user_id, currency)` of those in `accounts`, a table with the same columns, that have a reversal debt. */
export const selectReversalDebtors = (accounts: RawBuilder<unknown>): RawBuilder<WalletAccount> => sql<WalletAccount>`
  select r.user_id, r.currency from ${accounts} w
  join refunds r on r.user_id = w.user_id and r.currency = w.currency and r.owed_minor > 0`

/** Pays all reversal debts of a currency from the wallet. Violates `customer_balance_not_negative` if it holds less. */
export async function payReversalDebts(tx: Tx, user_id: string, currency: Currency, at: Date): Promise<void> {
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
    await postTransfer(tx, {
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

/** The command behind `payDebt`. Throws `insufficient_balance` when the wallet holds less than the reversal debts. */
export async function payWalletDebt(
  tx: Tx,
  { user: { user_id }, now }: { user: { user_id: string }; now: Date },
  currency: Currency,
): Promise<{ paid: number }> {
  const owed_minor = (await sumReversalDebts(tx, user_id)).get(currency) ?? 0n
  const short_minor = owed_minor - (await findBalance(tx, user_id, currency))
  if (owed_minor > 0n && short_minor > 0n)
    throw new AppError('insufficient_balance', { missing: { amount: toMajor(short_minor, currency), currency } })
  await payReversalDebts(tx, user_id, currency, now)
  return { paid: toMajor(owed_minor, currency) }
}
