import { sql, type Selectable } from 'kysely'
import { toMajor, type Currency } from '#contract/money.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Language } from '#contract/places.ts'
import type { Settled, Transaction, Wallet } from '#contract/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TopUpsTable } from '#server/database/tables.ts'
import { findBalance, type TransferKind } from './ledger.ts'
import { subjectOf } from './rules.ts'
import { lineText, outcomeText, statusOf, type Outcome } from './wording.ts'

export type TopUp = Omit<Selectable<TopUpsTable>, 'currency'> & { currency: Currency }

/** A top-up by our reference, whoever's it is. */
export async function findTopUp(db: Db | Tx, reference: string): Promise<TopUp | undefined> {
  const row = await db.selectFrom('top_ups').selectAll().where('reference', '=', reference).executeTakeFirst()
  return row as TopUp | undefined
}

/** What a person has under way in each currency: top-ups begun and not yet decided, in minor units. */
export async function sumPending(db: Db | Tx, user_id: string): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('top_ups')
    .select(['currency', sql<bigint>`sum(amount_minor)::bigint`.as('pending_minor')])
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .groupBy('currency')
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.pending_minor]))
}

/** The wallet of a person whose country has the currency `own`: that one first, then every other they ever had. */
export async function getWallet(db: Db, user_id: string, own: Currency): Promise<Wallet> {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['currency', 'balance_minor'])
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .execute()
  const held = new Map(accounts.map((row) => [row.currency as Currency, row.balance_minor ?? 0n]))
  const pending = await sumPending(db, user_id)
  const others = [...new Set([...held.keys(), ...pending.keys()])].filter((currency) => currency !== own).sort()
  const balanceIn = (currency: Currency) => ({
    balance: toMajor(held.get(currency) ?? 0n, currency),
    currency,
    pending: toMajor(pending.get(currency) ?? 0n, currency),
  })
  return { status: 'success', data: { ...balanceIn(own), balances: [own, ...others].map(balanceIn) } }
}

/** One page of a person's statement, newest first, in the reader's language. */
export async function listTransactions(
  db: Db,
  user_id: string,
  want: { page: number; size: number; kind?: TransferKind | undefined },
  language: Language,
): Promise<Page<Transaction>> {
  const entries = db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .innerJoin('ledger_transfers', 'ledger_transfers.id', 'ledger_entries.transfer_id')
    .where('ledger_accounts.kind', '=', 'customer')
    .where('ledger_accounts.owner', '=', user_id)
    .$if(want.kind !== undefined, (query) => query.where('ledger_transfers.kind', '=', want.kind!))
  const { total } = await entries.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await entries
    .select([
      'ledger_transfers.id',
      'ledger_transfers.kind',
      'ledger_transfers.reference',
      'ledger_transfers.description as label',
      'ledger_entries.amount_minor',
      'ledger_entries.balance_after_minor',
      'ledger_entries.currency',
      'ledger_entries.created_at',
    ])
    .orderBy('ledger_entries.id', 'desc')
    .limit(want.size)
    .offset((want.page - 1) * want.size)
    .execute()
  const items = rows.map((row): Transaction => {
    const currency = row.currency as Currency
    const kind = row.kind as TransferKind
    return {
      id: row.id,
      kind,
      amount: toMajor(row.amount_minor, currency),
      balance_after: toMajor(row.balance_after_minor ?? 0n, currency),
      currency,
      // People know a booking by the code in the label; a top-up by its own reference.
      reference: kind === 'top_up' ? row.reference : (subjectOf(row.label) ?? row.reference),
      description: lineText(kind, row.label, language),
      created_at: row.created_at.toISOString(),
    }
  })
  return toPage(items, Number(total), want.page, want.size)
}

/** The answer about a payment: its amount (what was credited, else what was asked for) and the balance as it is now. */
export async function getSettled(
  db: Db,
  { outcome, topUp }: { outcome: Outcome; topUp: TopUp },
  language: Language,
): Promise<Settled> {
  const { transfer_id, reference, provider, currency } = topUp
  const amount_minor = transfer_id === null ? topUp.amount_minor : await getCredited(db, transfer_id)
  const balance_minor = await findBalance(db, topUp.user_id, currency)
  return {
    status: statusOf[outcome],
    message: outcomeText(outcome, { provider, amount_minor, currency }, language),
    data: {
      new_balance: toMajor(balance_minor, currency),
      currency,
      amount: toMajor(amount_minor, currency),
      reference,
    },
  }
}

async function getCredited(db: Db, transfer_id: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('amount_minor')
    .where('transfer_id', '=', transfer_id)
    .where('kind', '=', 'customer')
    .executeTakeFirstOrThrow()
  return row.amount_minor
}
