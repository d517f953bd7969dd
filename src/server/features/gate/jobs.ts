import type { Job } from '#server/jobs.ts'
import { deleteOldReads } from './cameras/take-reads.ts'
import { deleteOldScans } from './take-scans.ts'

export const gateJobs: Job[] = [
  { name: 'old_scans', every_s: 86_400, run: deleteOldScans },
  { name: 'old_gate_reads', every_s: 86_400, run: deleteOldReads },
]
