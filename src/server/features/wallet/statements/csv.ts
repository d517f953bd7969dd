import { stringify } from 'csv-stringify/sync'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { streamEntries, toTransaction, type EntryFilter } from '#server/features/wallet/ledger/entries.ts'
import { translate } from '#server/translate.ts'

/** Without it, spreadsheets read UTF-8 as the system's legacy encoding. */
const byteOrderMark = '\ufeff'

/** Spreadsheets run text that begins with one of these as a formula; an apostrophe before it makes it text. */
const escapeFormula = (text: string): string =>
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text

/** Rows as CSV (RFC 4180). Only text is guarded against formulas: a negative number stays a number. */
export const formatCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify([...rows] as (string | number)[][], {
    record_delimiter: '\r\n',
    // Some spreadsheets split at these characters too.
    quoted_match: /[;\t\r\n]/,
    cast: { string: escapeFormula },
  })

const columns = ['created_at', 'kind', 'description', 'reference', 'amount', 'currency', 'balance_after'] as const

/** Streams a user's transactions as CSV, newest first, with headings and descriptions in `language`. */
export async function* streamTransactionsCsv(
  db: Db,
  user_id: string,
  filter: EntryFilter,
  language: Language,
): AsyncGenerator<string> {
  const say = (key: string) => translate(language, `wallet_answers.${key}`)
  yield `${byteOrderMark}${formatCsv([columns.map((column) => say(`columns.${column}`))])}`
  for await (const rows of streamEntries(db, user_id, filter)) {
    const transactions = rows.map((row) => toTransaction(row, language))
    yield formatCsv(
      transactions.map((transaction) =>
        columns.map((column) => (column === 'kind' ? say(`lines.${transaction.kind}`) : transaction[column])),
      ),
    )
  }
}
