import { sql } from 'kysely'
import { documentDays } from '#contract/document-rules.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { lockRequest } from './change-status.ts'
import { notifyRequestCustomer } from './mails.ts'
import { findStaffQuestion } from './queries.ts'

const day_ms = 86_400_000

/** Reminds customers who owe us something, after three and seven days. Returns the number of mails. */
export async function remindOfAnswers(deps: Deps): Promise<number> {
  const now = deps.clock()
  const days = documentDays.action_reminders
  const { rows } = await sql<{ id: string }>`
    select id from document_requests where status = 'action_required' and asked_at is not null
      and reminders_sent < ${days.length}::int
      and asked_at + make_interval(days => (${[...days]}::int[])[reminders_sent + 1]) <= ${now}::timestamptz
    limit 500`.execute(deps.db)
  let mails = 0
  for (const { id } of rows)
    await transact(deps.db, async (tx) => {
      const row = await lockRequest(tx, id)
      if (row.status !== 'action_required' || row.asked_at === null) return
      const waited_ms = now.getTime() - row.asked_at.getTime()
      // After downtime, one mail stands for all that were missed.
      const due = days.filter((one) => one * day_ms <= waited_ms).length
      if (due <= row.reminders_sent) return
      await tx.updateTable('document_requests').set({ reminders_sent: due }).where('id', '=', id).execute()
      await notifyRequestCustomer(tx, deps, 'still_asked', row, now, {
        reason: (await findStaffQuestion(tx, id)) ?? undefined,
      })
      mails += 1
    })
  return mails
}
