import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import { maxSheetRows } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskQuery } from '#contract/lists/lists.ts'
import { formatNumber } from '#contract/numbers.ts'
import { identity } from '#contract/settings/company.ts'
import type { Deps } from '#server/deps.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { byteOrderMark, formatCsv } from '#server/output/csv.ts'
import { translate } from '#server/output/translate.ts'
import { toCsvCells, toExportedCells, toExportedColumns, toHeadings, type ExportedCell } from './cells.ts'
import { countRows } from './run-list.ts'
import type { createSheet } from './sheet.ts'
import type { ListSource } from './source.ts'
import { streamRows } from './stream-rows.ts'
import { findTotalRows } from './totals.ts'

/** The media type of XLSX. */
export const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `parkwell-reports-sales-2026-11-23.csv` */
export const nameFile = (list: DeskListDescription, format: string, now: Date): string =>
  `${identity.slug}-${list.name.replace('/', '-')}-${now.toISOString().slice(0, 10)}.${format}`

/** The rows of a list that a caller exports or prints. */
export interface ListExport<L extends DeskListDescription> {
  list: L
  source: ListSource<L>
  query: DeskQuery
  scope: Scope
  locale: Locale
}

/** How long a reader may pause before the transaction, and with it the export, is ended. */
const longestPause = '60s'

/** Reads the rows as of one moment, in parts; the sums of a report are the last of them. */
export async function* streamSnapshot<L extends DeskListDescription>(
  { db, engine }: Deps,
  { list, source, query, scope, locale }: ListExport<L>,
) {
  const read = async function* () {
    const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
    try {
      await sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestPause)}`.execute(tx)
      yield* streamRows(tx, list, source, query, scope)
      const label = translate(locale, 'desk.report.total')
      const totals = await findTotalRows(tx, list, source, query, { scope, label })
      if (totals.length > 0) yield totals
    } finally {
      // Nothing was written. Also when the reader goes away in the middle.
      await tx.rollback().execute()
    }
  }
  // The embedded engine has one connection, which nobody else could use while a reader takes the rows.
  if (engine !== 'embedded') return yield* read()
  const parts = []
  for await (const part of read()) parts.push(part)
  yield* parts
}

/** All rows as CSV, part by part. */
export async function* writeCsv<L extends DeskListDescription>(
  deps: Deps,
  { list, source, query, scope, locale }: ListExport<L>,
): AsyncGenerator<string> {
  const columns = toExportedColumns(list, query.columns, locale)
  const timezone = query.timezone ?? 'UTC'
  yield byteOrderMark + formatCsv([columns.flatMap((column) => toHeadings(column, locale, timezone, 'csv'))])
  for await (const rows of streamSnapshot(deps, { list, source, query, scope, locale }))
    yield formatCsv(rows.map((row) => columns.flatMap((column) => toCsvCells(column, row, locale, timezone))))
}

const sheet = { module: new URL('./sheet.ts', import.meta.url).href, name: 'createSheet' }

/** All rows as XLSX. Throws `export_too_large`. */
export async function createFile<L extends DeskListDescription>(
  deps: Deps,
  { list, source, query, scope, locale }: ListExport<L>,
): Promise<Buffer> {
  if ((await countRows(deps.db, list, source, query, scope)) > maxSheetRows)
    throw new AppError('export_too_large', { most: formatNumber(maxSheetRows, locale) })
  const columns = toExportedColumns(list, query.columns, locale)
  const timezone = query.timezone ?? 'UTC'
  const cells: ExportedCell[][] = []
  for await (const rows of streamSnapshot(deps, { list, source, query, scope, locale }))
    for (const row of rows) cells.push(columns.flatMap((column) => toExportedCells(column, row, locale, timezone)))
  const headings = columns.flatMap((column) => toHeadings(column, locale, timezone, 'xlsx'))
  return Buffer.from(await deps.workers.exports.run<typeof createSheet>(sheet, list.name, headings, cells))
}

/** The largest file that is attached to an email: what mail servers take, less a third for its encoding. */
export const maxAttached_bytes = 5 * 2 ** 20

/** All rows as a file, in memory; undefined for one that is too large for an email. */
export async function createAttachment<L extends DeskListDescription>(
  deps: Deps,
  exported: ListExport<L>,
  max_bytes = maxAttached_bytes,
): Promise<Buffer | undefined> {
  const { list, source, query, scope } = exported
  // No row of a file is shorter than this.
  const least_bytes = 10
  if ((await countRows(deps.db, list, source, query, scope)) > Math.min(max_bytes / least_bytes, maxSheetRows))
    return undefined
  if (query.format === 'xlsx') {
    const file = await createFile(deps, exported)
    return file.length > max_bytes ? undefined : file
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of writeCsv(deps, exported)) {
    parts.push(Buffer.from(part))
    size += parts.at(-1)!.length
    if (size > max_bytes) return undefined
  }
  return Buffer.concat(parts)
}
