import type { Job } from '#server/jobs.ts'

/** What anybody changes is in this process's answers within two seconds. */
export const parksJobs: Job[] = [
  { name: 'parks index', every_s: 0.5, run: async ({ parks, db, clock }) => parks?.follow(db, clock()) },
]
