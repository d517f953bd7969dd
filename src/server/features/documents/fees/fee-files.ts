import { sql } from 'kysely'
import { feeColumns, maxFeeLines, type FeeImportReport } from '#contract/documents/desk/document-fee-table.ts'
import { FeeEntry } from '#contract/documents/desk/document-fees.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError, fieldError, describeProblem } from '#server/http/errors.ts'
import { byteOrderMark, formatCsv } from '#server/output/csv.ts'
import { translate } from '#server/output/translate.ts'
import { parseCsv, readTypedCell } from '#server/read-csv.ts'
import { enterFee, lockFees } from './fee-records.ts'

/* Fees as a file: what is exported can be imported again. */

type Column = (typeof feeColumns)[number]
interface Line {
  number: number
  cells: Record<Column, string>
}

const numbers = new Set<Column>(['engine_from_cc', 'engine_to_cc', 'amount'])

/**
 * Reads the lines of a file, each with the number of the line on which it begins. Throws 422 for text that is no CSV, with the
 * line that is wrong, for other headings and for more lines than are allowed.
 */
function readLines(csv: string): Line[] {
  const [headings = { number: 1, cells: [] }, ...lines] = parseCsv(csv)
  const names = headings.cells.map((name) => name.trim().toLowerCase())
  const missing = feeColumns.filter((name) => !names.includes(name))
  if (missing.length > 0) throw fieldError('file', 'csv_columns', { columns: missing.join(', ') })
  if (lines.length > maxFeeLines) throw fieldError('file', 'csv_lines', { most: maxFeeLines })
  if (lines.length === 0) throw fieldError('file', 'csv_empty')
  return lines.map(({ number, cells }) => ({
    number,
    cells: Object.fromEntries(feeColumns.map((name) => [name, readTypedCell(cells[names.indexOf(name)])])) as Record<
      Column,
      string
    >,
  }))
}

/** Reads a line as a form would send it. Throws 422 with the first field that is wrong. */
function toEntry({ cells }: Line): FeeEntry {
  const body = Object.fromEntries(
    feeColumns.map((name) => {
      const text = cells[name]
      if (text === '') return [name, null]
      return [name, numbers.has(name) && /^\d{1,15}$/.test(text) ? Number(text) : text]
    }),
  )
  const read = FeeEntry.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const field = String(issue!.path[0])
  const value = body[field]
  // A code that does not exist has no sentence of its own in forms, where it cannot be typed.
  if (value !== null && issue!.message === 'required') throw fieldError(field, 'csv_value', { value: String(value) })
  throw fieldError(field, value === null ? 'required' : issue!.message)
}

/** Why a line was refused, in the reader's language: the column and what is wrong with it. */
function describeReason(error: AppError, locale: Locale): string {
  const [problem] = error.fields
  if (problem === undefined) return translate(locale, `errors.${error.code}`)
  return `${problem.field}: ${describeProblem(problem, locale)}`
}

const shownColumns = ['state', 'kind', 'part', 'category', 'use', 'amount', 'valid_from'] as const

/**
 * Enters the fees of a file, each line as a whole or not at all, and reports on every line. Without `stores` nothing is
 * stored, and the report says what would be. Throws 422 for a file that cannot be read.
 */
export async function importFees(
  tx: Tx,
  { csv, stores }: { csv: string; stores: boolean },
  reader: { actor_id: string; locale: Locale },
  now: Date,
): Promise<{ answer: FeeImportReport; changes: AuditedChange[] }> {
  const lines = readLines(csv)
  await lockFees(tx)
  await sql`savepoint before_import`.execute(tx)
  const changes: AuditedChange[] = []
  const reported: FeeImportReport['lines'] = []
  for (const line of lines) {
    const text = shownColumns
      .map((name) => line.cells[name])
      .filter((cell) => cell !== '')
      .join(' · ')
      .slice(0, 200)
    try {
      const entered = await enterFee(tx, toEntry(line), reader.actor_id, now)
      changes.push(...entered.changes)
      reported.push({ line: line.number, outcome: entered.outcome, text, reason: null })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      reported.push({ line: line.number, outcome: 'refused', text, reason: describeReason(error, reader.locale) })
    }
  }
  if (!stores) await sql`rollback to savepoint before_import`.execute(tx)
  const count = (outcome: string) => reported.filter((line) => line.outcome === outcome).length
  return {
    answer: {
      stored: stores,
      accepted: count('accepted'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      lines: reported,
    },
    changes: stores ? changes : [],
  }
}

type ExportedFee = Record<Exclude<Column, 'amount'>, string | null> & { amount_minor: bigint }

/** Returns all fees as CSV with the columns that the import reads, in the order in which they can be entered again. */
export async function exportFees(db: Db): Promise<string> {
  const { rows } = await sql<ExportedFee>`
    select split_part(s.code, '-', 2) as state, f.kind, f.part, f.category, f.use, f.engine_from_cc::text, f.engine_to_cc::text,
      f.term_months::text, f.amount_minor, f.valid_from::text, (f.valid_to - 1)::text as valid_to, f.source, f.observed_on::text
    from document_fees f left join states s on s.id = f.state_id
    order by s.code nulls first, f.kind, f.part, f.category, f.use, f.engine_from_cc, f.term_months, f.valid_from`.execute(
    db,
  )
  const lines = rows.map((row) =>
    feeColumns.map((name) => (name === 'amount' ? toMajor(row.amount_minor, 'NGN') : (row[name] ?? ''))),
  )
  return byteOrderMark + formatCsv([[...feeColumns], ...lines])
}
