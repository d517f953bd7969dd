import { leadRetention } from '#contract/leads/leads.ts'
import { monthsBefore } from '#server/database/delete-old.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'

/** Deletes past demonstrations, and applications and other leads whose retention time (`leadRetention`) is over. */
export async function deleteExpiredLeads({ db, clock }: Deps): Promise<void> {
  const now = clock()
  await db.deleteFrom('demo_slots').where('starts_at', '<=', now).execute()
  await db
    .deleteFrom('leads')
    .where('kind', '=', 'career')
    .where('created_at', '<=', monthsBefore(now, leadRetention.application_months))
    .execute()
  await db.deleteFrom('leads').where('changed_at', '<=', monthsBefore(now, leadRetention.other_months)).execute()
}

export const leadsJobs: Job[] = [{ name: 'forget_leads', every_s: 3_600, run: deleteExpiredLeads }]
