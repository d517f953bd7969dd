import type { Job } from '#server/jobs.ts'

/** Changes of parks and places reach this process's answers within two seconds. */
export const searchJobs: Job[] = [
  { name: 'search index', every_s: 0.5, run: ({ search, db, clock }) => search.refresh(db, clock()) },
]
