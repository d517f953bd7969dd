import { CallError } from '#web/api/call.ts'

/**
 * Whether an error is reported: unexpected errors of the app, not resize observer noise or values that are no Error
 * (specification, section 8), nor refused or lost requests.
 */
export const isReportable = (error: unknown): error is Error =>
  error instanceof Error &&
  !/ResizeObserver loop/i.test(error.message) &&
  !(error instanceof CallError && error.status < 500)
