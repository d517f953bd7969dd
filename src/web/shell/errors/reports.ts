import { pageConfig } from '#web/api/config.ts'
import { isReportable } from './reportable.ts'

/** Limit per page load; each error is reported once. */
const MAX_REPORTS = 10
const reported = new Set<string>()

/** Sends an error to the error service, if one is configured. Loads the sending code on demand. */
export function report(error: unknown): void {
  const dsn = pageConfig.sentry_dsn
  if (dsn === undefined || !isReportable(error) || reported.size >= MAX_REPORTS) return
  const what = `${error.name} ${error.message}`
  if (reported.has(what)) return
  reported.add(what)
  void import('./envelope.ts').then(({ sendEnvelope }) => sendEnvelope(dsn, error)).catch(() => undefined)
}

/** Reports uncaught errors and rejections. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
