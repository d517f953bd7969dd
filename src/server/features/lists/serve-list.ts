import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { maxPrintedRows } from '#contract/lists/list-facts.ts'
import type { DeskListDescription, DeskListEndpoint, DeskPage, DeskQuery, DeskRow } from '#contract/lists/lists.ts'
import { formatNumber } from '#contract/numbers.ts'
import type { Deps } from '#server/deps.ts'
import { readLimits } from '#server/features/access/amount-limits.ts'
import { recordAudit } from '#server/features/access/audit.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import { AppError } from '#server/http/errors.ts'
import { calculateEtag, isUnchanged } from '#server/http/etag.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { createFile, nameFile, sheetType, streamSnapshot, writeCsv, type ListExport } from './export-files.ts'
import { countRows, findDeskPage } from './run-list.ts'
import { minuteOf, type FindSource, type ListWithEndpoint } from './served.ts'
import { readListSize } from './sizes.ts'
import { isByBranch, narrowToBranch, withState } from './source.ts'

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
    reply.header('content-disposition', `attachment; filename="${nameFile(list, query.format, deps.clock())}"`)
    if (query.format === 'xlsx') {
      const file = await createFile(deps, exported)
      return reply.type(sheetType).send(file)
    }
    reply.type('text/csv; charset=utf-8')
    // Not sent here: a handler that waits for the last byte fails if the reader leaves before.
    return Readable.from(writeCsv(deps, exported))
  }) as never)
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
