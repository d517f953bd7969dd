import { forgetOldFailures } from '#server/claim.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { deleteOldAudit } from './audit.ts'

const day_s = 86_400

/** At start and then daily. */
export const accessJobs: Job[] = [
  { name: 'delete_old_audit_entries', every_s: day_s, run: ({ db, clock }: Deps) => deleteOldAudit(db, clock()) },
  { name: 'forget_old_failures', every_s: day_s, run: forgetOldFailures },
]
