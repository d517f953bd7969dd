import { toPage, type Page } from '#contract/fields.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Transaction, Wallet } from '#contract/wallet/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { sumDebts, sumReversalDebts } from './ledger/debts.ts'
import { listEntries, toTransaction, type EntryFilter } from './ledger/entries.ts'
import { sumPendingTopUps } from './top-ups/top-up-queries.ts'

/** A user's wallet: the balance in `currency` (their country's) first, then every other currency they ever used. */
export async function getWallet(db: Db | Tx, user_id: string, currency: Currency): Promise<Wallet> {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['currency', 'balance_minor'])
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .execute()
  const held = new Map(accounts.map((row) => [row.currency as Currency, row.balance_minor ?? 0n]))
  const pending = await sumPendingTopUps(db, user_id, 'expected')
  const owed = await sumDebts(db, user_id)
  const takenBack = await sumReversalDebts(db, user_id)
  const used = new Set([...held.keys(), ...pending.keys(), ...owed.keys()])
  const otherCurrencies = [...used].filter((other) => other !== currency).sort()
  const balanceIn = (of: Currency) => ({
    balance: toMajor(held.get(of) ?? 0n, of),
    currency: of,
    pending: toMajor(pending.get(of) ?? 0n, of),
    owed: toMajor(owed.get(of) ?? 0n, of),
    owed_taken_back: toMajor(takenBack.get(of) ?? 0n, of),
  })
  return {
    status: 'success',
    data: { ...balanceIn(currency), balances: [currency, ...otherCurrencies].map(balanceIn) },
  }
}

/** One page of a user's transactions, newest first, described in `locale`. */
export async function listTransactions(
  db: Db,
  user_id: string,
  { page, size, ...filter }: EntryFilter & { page: number; size: number },
  locale: Locale,
): Promise<Page<Transaction>> {
  const { rows, total } = await listEntries(db, user_id, { page, size, ...filter })
  return toPage(
    rows.map((row) => toTransaction(row, locale)),
    total,
    page,
    size,
  )
}
