import type { Config } from '#server/config.ts'
import type { Job } from '#server/jobs.ts'
import { renewExamples } from './events.ts'
import { demoReset } from './reset.ts'

/** The jobs of a demonstration: new example events in place of past ones, and the reset. */
export const demoJobs = (config: Config): Job[] => [
  ...(config.demo ? [{ name: 'example events', every_s: 600, run: renewExamples }] : []),
  ...demoReset(config),
]
