import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { DeskListDescription, DeskQuery } from '#contract/lists/lists.ts'
import type { DeskReportDescription, ReportTotals, TotalsEndpoint, TotalsQuery } from '#contract/lists/reports.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { StoredRate } from '#server/features/currencies/convert.ts'
import { minuteOf, type ServedList } from '#server/features/lists/served.ts'
import { narrowToBranch, type ListSource } from '#server/features/lists/source.ts'
import { mostGroups, sumRows } from '#server/features/lists/totals.ts'
import type { Scope } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { convertSums } from './convert-sums.ts'

/** A report that is served as a list. */
export type ServedReport = ServedList & { list: DeskReportDescription & { totals: TotalsEndpoint } }

export const isReport = (served: ServedList): served is ServedReport => 'totals' in served.list

/** Registers the sums of a report. */
export function serveTotals(app: FastifyInstance, deps: Deps, { list, source }: ServedReport): void {
  mount(app, list.totals, async ({ language, user, scope, query: given, request }) => {
    const query = toListQuery(list, given)
    const read_at = deps.clock()
    const reader = { db: deps.db, scope, language, access: user.access, now: minuteOf(read_at), read_at }
    const found = await source({ ...reader, query })
    const at = narrowToBranch(found, scope, query.at_branch)
    return app.readLagging(request, () => findTotals(deps.db, list, found, { ...given, query }, at))
  })
}

const toListQuery = (list: DeskListDescription, { by: _by, into: _into, ...query }: TotalsQuery): DeskQuery => ({
  ...query,
  page: 1,
  sort: list.sort,
  format: 'json',
})

/** The sums of a report in each currency, by what is asked for, and in one currency. */
export async function findTotals(
  db: Db,
  list: DeskReportDescription,
  source: ListSource,
  { by, into, query }: Pick<TotalsQuery, 'by' | 'into'> & { query: DeskQuery },
  scope: Scope,
): Promise<ReportTotals> {
  const [totals, groups, days] = await Promise.all([
    sumRows(db, list, source, query, { scope }),
    by === undefined ? [] : sumRows(db, list, source, query, { scope, by: { group: by } }),
    into === undefined ? [] : sumRows(db, list, source, query, { scope, by: 'day' }),
  ])
  const amounts = list.report.sums.filter((name) => list.columns[name]?.kind === 'money')
  return {
    totals,
    groups: groups.slice(0, mostGroups),
    is_cut: groups.length > mostGroups,
    converted: into === undefined ? null : convertSums(days, amounts, into, await findRates(db)),
  }
}

async function findRates(db: Db): Promise<StoredRate[]> {
  const { rows } = await sql<StoredRate>`
    select currency, against, rate, day::text as day, source from exchange_rates`.execute(db)
  return rows
}
