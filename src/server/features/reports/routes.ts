import type { FastifyInstance } from 'fastify'
import { closeJournalMonth, listJournalMonths } from '#contract/reports/desk/journal.ts'
import * as schedules from '#contract/reports/desk/schedules.ts'
import type { Deps } from '#server/deps.ts'
import { mountChange } from '#server/features/access/change.ts'
import { mount } from '#server/http/mount.ts'
import type { Job } from '#server/jobs.ts'
import { creditBalanceDesk } from './credit-balance.ts'
import { addLedgerDays } from './days/ledger-days.ts'
import { recountReportDays, reportDaysDue } from './days/recount.ts'
import { deliveriesReportDesk } from './deliveries.ts'
import { documentsReportDesk } from './documents.ts'
import { itemsDesk } from './items.ts'
import { closeMonth, findMonths } from './journal-months.ts'
import { journalDesk } from './journal.ts'
import { parkingDesk } from './parking.ts'
import { salesDesk } from './sales.ts'
import { createSchedule, deleteSchedule, findSchedules, schedulesDue, sendReports } from './schedules.ts'
import { isReport, serveTotals } from './serve-totals.ts'
import { settlementsDesk } from './settlements.ts'
import { shiftsReportDesk } from './shifts.ts'
import { taxesDesk } from './taxes.ts'
import { transactionsReportDesk } from './transactions.ts'

/** The reports, in the order of their tabs. */
export const reportsDesk = [
  ...salesDesk,
  ...itemsDesk,
  ...creditBalanceDesk,
  ...transactionsReportDesk,
  ...taxesDesk,
  ...shiftsReportDesk,
  ...deliveriesReportDesk,
  ...settlementsDesk,
  ...documentsReportDesk,
  ...parkingDesk,
  ...journalDesk,
]

const allReports = reportsDesk.filter(isReport)

export const reportsJobs: Job[] = [
  { name: 'send_reports', every_s: 30, run: sendReports(allReports), due: schedulesDue },
  { name: 'recount_reports', every_s: 15, run: recountReportDays, due: reportDaysDue },
  { name: 'add_ledger_days', every_s: 300, run: addLedgerDays },
]

/** The sums of all reports; their rows are lists. */
export function reportsRoutes(app: FastifyInstance, deps: Deps): void {
  for (const report of allReports) serveTotals(app, deps, report)
  mount(app, listJournalMonths, async ({ user }) => ({ items: await findMonths(deps.db, user.access, deps.clock()) }))
  mountChange(app, deps, closeJournalMonth, (tx, { body, user: { user_id, access }, now }) =>
    closeMonth(tx, body, { user_id, access, now }),
  )
  mount(app, schedules.listReportSchedules, ({ query, user }) =>
    findSchedules(deps.db, allReports, query.report, user.access),
  )
  mountChange(app, deps, schedules.createReportSchedule, (tx, { body, user: { user_id, access }, now }) =>
    createSchedule(tx, allReports, body, { user_id, access, now }),
  )
  mountChange(app, deps, schedules.deleteReportSchedule, async (tx, { params }) => ({
    answer: undefined,
    changes: await deleteSchedule(tx, params.id),
  }))
}
