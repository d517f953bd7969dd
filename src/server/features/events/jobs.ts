import type { Job } from '#server/jobs.ts'
import { renewExamples } from '#server/features/demo/events.ts'

export const eventsJobs: Job[] = [{ name: 'example events', every_s: 600, run: renewExamples }]
