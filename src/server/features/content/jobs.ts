import type { Job } from '#server/jobs.ts'
import { runPageSchedules } from './desk/schedules.ts'
import { publishedTexts } from './published-texts.ts'

/** Shows texts that another process has published, and publishes and withdraws what is due, within two seconds. */
export const contentJobs: Job[] = [
  { name: 'published_texts', every_s: 2, only_reads: true, run: ({ db }) => publishedTexts(db).refresh() },
  { name: 'scheduled_texts', every_s: 2, run: runPageSchedules },
]
