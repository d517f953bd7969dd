import { sql } from 'kysely'
import { documentDays } from '#contract/documents/document-rules.ts'
import { day_ms } from '#contract/time.ts'
import { workThrough, type Queue } from '#server/claim.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { lockRequest } from './change-status.ts'
import { remindOfInspections } from './inspection-reminders.ts'
import { notifyRequestCustomer } from './mails.ts'
import { findStaffQuestion } from './queries.ts'
import { expireQuotes, quoteWaitingRequests } from './quote.ts'

const days = [...documentDays.action_reminders]

const unansweredRequests: Queue<{ id: string }> = {
  name: 'document_answers',
  find: async ({ db }, { now, limit, isReady }) => {
    const { rows } = await sql<{ id: string }>`
      select id from document_requests r where status = 'action_required' and asked_at is not null
        and reminders_sent < ${days.length}::int
        and asked_at + make_interval(days => (${days}::int[])[reminders_sent + 1]) <= ${now}::timestamptz
        and ${isReady(sql.ref('r.id'))}
      order by asked_at limit ${limit}`.execute(db)
    return rows
  },
  keyOf: ({ id }) => id,
  work: (deps, { id }, now) =>
    transact(deps.db, async (tx) => {
      const row = await lockRequest(tx, id)
      if (row.status !== 'action_required' || row.asked_at === null) return false
      const waited_ms = now.getTime() - row.asked_at.getTime()
      // After downtime, one mail stands for all that were missed.
      const due = days.filter((day) => day * day_ms <= waited_ms).length
      if (due <= row.reminders_sent) return false
      await tx.updateTable('document_requests').set({ reminders_sent: due }).where('id', '=', id).execute()
      await notifyRequestCustomer(tx, deps, row, {
        topic: 'still_asked',
        at: now,
        detail: {
          reason: (await findStaffQuestion(tx, id)) ?? undefined,
        },
      })
      return true
    }),
}

/** Reminds customers who have not answered our question, after three and seven days. Returns the number of mails. */
export const remindOfAnswers = (deps: Deps): Promise<number> => workThrough(deps, unansweredRequests)

export const documentRequestsJobs: Job[] = [
  { name: 'quote_waiting_documents', every_s: 60, run: quoteWaitingRequests },
  { name: 'expire_document_quotes', every_s: 60, run: expireQuotes },
  { name: 'remind_of_document_answers', every_s: 900, run: remindOfAnswers },
  { name: 'remind_of_inspections', every_s: 60, run: remindOfInspections },
]
