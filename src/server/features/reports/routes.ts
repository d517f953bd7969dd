import type { FastifyInstance } from 'fastify'
import { closeJournalMonth, listJournalMonths } from '#contract/reports/desk/journal.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import { creditBalanceDesk } from './credit-balance.ts'
import { documentsReportDesk } from './documents.ts'
import { itemsDesk } from './items.ts'
import { closeMonth, findMonths } from './journal-months.ts'
import { journalDesk } from './journal.ts'
import { parkingDesk } from './parking.ts'
import { salesDesk } from './sales.ts'
import { isReport, serveTotals } from './serve-totals.ts'
import { taxesDesk } from './taxes.ts'

/** The reports, in the order of their tabs. */
export const reportsDesk = [
  ...salesDesk,
  ...itemsDesk,
  ...creditBalanceDesk,
  ...taxesDesk,
  ...documentsReportDesk,
  ...parkingDesk,
  ...journalDesk,
]

/** The sums of all reports; their rows are lists. */
export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  for (const report of reportsDesk) if (isReport(report)) serveTotals(app, deps, report)
  mount(app, listJournalMonths, async ({ user }) => ({ items: await findMonths(deps.db, user.access, deps.clock()) }))
  mountChange(app, deps, closeJournalMonth, (tx, { body, user: { user_id, access }, now }) =>
    closeMonth(tx, body, { user_id, access, now }),
  )
}
