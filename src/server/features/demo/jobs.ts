import type { Config } from '#server/config.ts'
import type { Job } from '#server/jobs.ts'
import { renewExampleEvents } from './events.ts'
import { resetJobs } from './reset.ts'

/** The demo's jobs: renew example events, and reset customers, bookings and money at their intervals. */
export const demoJobs = (config: Config): Job[] => [
  ...(config.demo ? [{ name: 'renew_example_events', every_s: 600, run: renewExampleEvents } as const] : []),
  ...resetJobs(config),
]
