import type { Locale } from '#contract/formats.ts'
import type { Db } from '#server/database/connect.ts'
import { byteOrderMark, formatCsv } from '#server/output/csv.ts'
import { translate } from '#server/output/translate.ts'
import { streamEntries, toTransaction, type EntryFilter } from '../ledger/entries.ts'

const columns = ['created_at', 'kind', 'description', 'reference', 'amount', 'currency', 'balance_after'] as const

/** Streams a user's transactions as CSV, newest first, with headings and descriptions in `locale`. */
export async function* streamTransactionsCsv(
  db: Db,
  user_id: string,
  filter: EntryFilter,
  locale: Locale,
): AsyncGenerator<string> {
  const t = (key: string) => translate(locale, `wallet_answers.${key}`)
  yield `${byteOrderMark}${formatCsv([columns.map((column) => t(`columns.${column}`))])}`
  for await (const rows of streamEntries(db, user_id, filter)) {
    const transactions = rows.map((row) => toTransaction(row, locale))
    yield formatCsv(
      transactions.map((transaction) =>
        columns.map((column) => (column === 'kind' ? t(`lines.${transaction.kind}`) : transaction[column])),
      ),
    )
  }
}
