import type { Job } from '#server/jobs.ts'

export const figuresJobs: Job[] = [
  { name: 'count_visits', every_s: 5, run: ({ db, search, visits }) => visits.flush(db, search) },
]
