import type { Job } from '#server/work.ts'
import { renewExamples } from './demo-events.ts'

export const eventsJobs: Job[] = [{ name: 'example events', every_s: 600, run: renewExamples }]
