import type { Job } from '#server/jobs.ts'
import { remindOfPapers } from './reminders.ts'

/** Four times an hour: who was down at eight reminds soon after. */
export const vehiclesJobs: Job[] = [{ name: 'remind of papers', every_s: 900, run: remindOfPapers }]
