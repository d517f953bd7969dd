import type { Job } from '#server/jobs.ts'
import { findLogFailure } from './log-writer.ts'

/** Fails while the log of this process cannot be written, so that the desk's system health says so. */
export const checkLogJob: Job = {
  name: 'check_log',
  every_s: 30,
  only_reads: true,
  run: async () => {
    const failure = findLogFailure()
    if (failure !== undefined)
      throw new Error(`the log cannot be written: ${failure.reason}, ${failure.lost} lines lost`)
  },
}
