import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { deleteOldAudit } from './audit.ts'

const day_s = 86_400

/** The audit log is cut to its retention at start and then daily. */
export const accessJobs: Job[] = [
  { name: 'delete_old_audit_entries', every_s: day_s, run: ({ db, clock }: Deps) => deleteOldAudit(db, clock()) },
]
