import { CallError } from '#web/lib/call.ts'

/**
 * What is worth a report: errors of our own. Not the noise of resize observers, not what is no Error (specification,
 * section 8), not a refused or lost call, which the page answers itself.
 */
export const isReportable = (error: unknown): error is Error =>
  error instanceof Error &&
  !/ResizeObserver loop/i.test(error.message) &&
  !(error instanceof CallError && error.status < 500)
