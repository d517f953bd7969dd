import { pageConfig } from '#web/lib/config.ts'
import { isReportable } from './reportable.ts'

/** A page that fails in a loop says so once, and never more than this. */
const MAX_REPORTS = 10
const reported = new Set<string>()

/** Tells the error service, where one is set; what sends it is loaded then. */
export function report(error: unknown): void {
  const dsn = pageConfig.sentry_dsn
  if (dsn === undefined || !isReportable(error) || reported.size >= MAX_REPORTS) return
  const what = `${error.name} ${error.message}`
  if (reported.has(what)) return
  reported.add(what)
  void import('./envelope.ts').then(({ sendEnvelope }) => sendEnvelope(dsn, error)).catch(() => undefined)
}

/** Reports what nobody caught. */
export function watchErrors(): void {
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
