import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import { translate } from '#server/translate.ts'
import { streamEntries, toTransaction, type EntryFilter } from '#server/features/wallet/ledger/entries.ts'

/** Spreadsheets take a file without it for one of the machine's own alphabet. */
const byteOrderMark = '\ufeff'

/**
 * One cell. Spreadsheets run what begins with `= + - @`, a tab or a line's end as a formula: an apostrophe before it makes
 * it text. Figures are written by `figure`, which lets nothing but a number through.
 */
export function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text
  return /[",;\n\r\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** A negative number is no formula, and must stay a number. */
const figure = (amount: number): string => String(amount)

const columns = ['created_at', 'kind', 'description', 'reference', 'amount', 'currency', 'balance_after'] as const

/** A person's transactions as lines of CSV (RFC 4180), piece by piece, with their heads in the reader's language. */
export async function* streamTransactionsCsv(
  db: Db,
  user_id: string,
  filter: EntryFilter,
  language: Language,
): AsyncGenerator<string> {
  const say = (key: string) => translate(language, `wallet_answers.${key}`)
  yield `${byteOrderMark}${columns.map((column) => cell(say(`columns.${column}`))).join(',')}\r\n`
  for await (const rows of streamEntries(db, user_id, filter)) {
    yield rows
      .map((row) => toTransaction(row, language))
      .map(({ kind, description, reference, amount, currency, balance_after, created_at }) =>
        [
          cell(created_at),
          cell(say(`lines.${kind}`)),
          cell(description),
          cell(reference),
          figure(amount),
          cell(currency),
          figure(balance_after),
        ].join(','),
      )
      .map((line) => `${line}\r\n`)
      .join('')
  }
}
