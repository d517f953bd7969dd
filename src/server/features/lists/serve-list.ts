import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import { maxPrintedRows, maxSheetRows } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskListEndpoint, DeskPage, DeskQuery, DeskRow } from '#contract/lists/lists.ts'
import { formatNumber } from '#contract/numbers.ts'
import { identity } from '#contract/settings/company.ts'
import type { Deps } from '#server/deps.ts'
import { readLimits } from '#server/features/access/amount-limits.ts'
import { recordAudit } from '#server/features/access/audit.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { calculateEtag, isUnchanged } from '#server/http/etag.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { byteOrderMark, formatCsv } from '#server/output/csv.ts'
import { translate } from '#server/output/translate.ts'
import { toCsvCells, toExportedCells, toExportedColumns, toHeadings, type ExportedCell } from './cells.ts'
import { countRows, findDeskPage, streamRows } from './run-list.ts'
import { minuteOf, type FindSource, type ListWithEndpoint } from './served.ts'
import type { createSheet } from './sheet.ts'
import { readListSize } from './sizes.ts'
import { isByBranch, narrowToBranch, withState, type ListSource } from './source.ts'
import { findTotalRows } from './totals.ts'

/** Registers the endpoint of a list: its pages, and its rows as CSV or XLSX. */
export function serveList<L extends DeskListDescription>(
  app: FastifyInstance,
  deps: Deps,
  list: ListWithEndpoint<L>,
  source: FindSource<L>,
): void {
  mount(app, list.endpoint, (async (call: Call<DeskListEndpoint<L>>) => {
    const { language, locale, user, request, reply } = call
    const query = call.query as DeskQuery
    const read_at = deps.clock()
    const found = await source({
      db: deps.db,
      scope: call.scope,
      language,
      access: user.access,
      now: minuteOf(read_at),
      read_at,
      query,
    })
    const from = withState(list, found)
    const scope = narrowToBranch(from, call.scope, query.at_branch)
    if (query.format === 'json') {
      const size = query.size ?? (await readListSize(deps.db, user.user_id, list.name))
      const page = await request.server.readLagging(request, () =>
        findDeskPage(deps.db, list, from, { ...query, size }, scope),
      )
      // An open list asks again and again; the browser stores nothing of it, so that the page itself sends its version.
      const etag = calculateEtag(JSON.stringify(page))
      reply.header('etag', etag)
      if (!isUnchanged(request.headers['if-none-match'], etag)) return page
      reply.code(304)
      return undefined
    }
    if (list.personal === true) await requireRecentLogin(deps.db, user, deps.clock())
    const exported = { list, source: from, query, scope, locale }
    await requireExportable(deps, exported)
    await logExport(deps, list, call, query)
    if (query.format === 'print') return findPrinted(deps, exported)
    const name = `${identity.slug}-${list.name.replace('/', '-')}-${deps.clock().toISOString().slice(0, 10)}`
    reply.header('content-disposition', `attachment; filename="${name}.${query.format}"`)
    if (query.format === 'xlsx') {
      const file = await createFile(deps, exported)
      return reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').send(file)
    }
    reply.type('text/csv; charset=utf-8')
    // Not sent here: a handler that waits for the last byte fails if the reader leaves before.
    return Readable.from(writeCsv(deps, exported))
  }) as never)
}

/** The rows of a list that a caller exports or prints. */
interface ListExport<L extends DeskListDescription> {
  list: L
  source: ListSource<L>
  query: DeskQuery
  scope: Scope
  locale: Locale
}

/** Throws `export_limit` for more rows than the limits allow. */
async function requireExportable<L extends DeskListDescription>(
  { db }: Deps,
  { list, source, query, scope, locale }: ListExport<L>,
): Promise<void> {
  const { export_rows: most } = await readLimits(db)
  if (most !== null && (await countRows(db, list, source, query, scope)) > most)
    throw new AppError('export_limit', { most: formatNumber(most, locale) })
}

/** Exports of personal data are logged, though they change nothing. */
async function logExport(
  { db, clock }: Deps,
  list: DeskListDescription,
  { user, request }: Call<DeskListEndpoint>,
  query: DeskQuery,
): Promise<void> {
  if (list.personal !== true) return
  const call = {
    user,
    permission: list.permission,
    action: `export_${query.format}`,
    request_id: request.id,
    ip: request.ip,
  }
  const { page: _page, size: _size, format: _format, count: _count, ...filters } = query
  await recordAudit(db, call, { kind: 'list', id: list.name, after: filters }, clock())
}

/** How long a reader may pause before the transaction, and with it the export, is ended. */
const longestPause = '60s'

/** Reads the rows as of one moment, in parts; the sums of a report are the last of them. */
async function* streamSnapshot<L extends DeskListDescription>(
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

async function* writeCsv<L extends DeskListDescription>(
  deps: Deps,
  { list, source, query, scope, locale }: ListExport<L>,
): AsyncGenerator<string> {
  const columns = toExportedColumns(list, query.columns, locale)
  const timezone = query.timezone ?? 'UTC'
  yield byteOrderMark + formatCsv([columns.flatMap((column) => toHeadings(column, locale, timezone, 'csv'))])
  for await (const rows of streamSnapshot(deps, { list, source, query, scope, locale }))
    yield formatCsv(rows.map((row) => columns.flatMap((column) => toCsvCells(column, row, locale, timezone))))
}

/** All rows as one page, read as of one moment. Throws `export_too_large`. */
async function findPrinted<L extends DeskListDescription>(
  deps: Deps,
  { list, source, query, scope, locale }: ListExport<L>,
): Promise<DeskPage<L>> {
  const total = await countRows(deps.db, list, source, query, scope)
  if (total > maxPrintedRows) throw new AppError('export_too_large', { most: formatNumber(maxPrintedRows, locale) })
  const items: DeskRow<L>[] = []
  for await (const rows of streamSnapshot(deps, { list, source, query, scope, locale })) items.push(...rows)
  return {
    items,
    total,
    page: 1,
    size: items.length,
    pages: 1,
    counts: {},
    is_total_capped: false,
    capped_states: [],
    is_by_branch: isByBranch(source),
  }
}

const sheet = { module: new URL('./sheet.ts', import.meta.url).href, name: 'createSheet' }

async function createFile<L extends DeskListDescription>(
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
