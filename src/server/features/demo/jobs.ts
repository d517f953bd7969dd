import type { Config } from '#server/config.ts'
import type { Job } from '#server/jobs.ts'
import { renewExampleEvents } from './events.ts'
import { resetJobs } from './reset.ts'

/** The demo's jobs: example events that are over are replaced, and users, bookings and money reset where a setting says so. */
export const demoJobs = (config: Config): Job[] => [
  ...(config.demo ? [{ name: 'renew example events', every_s: 600, run: renewExampleEvents }] : []),
  ...resetJobs(config),
]
