import type { TFunction } from 'i18next'
import { CallError } from '#web/lib/call.ts'

/** Why something was not done, in a sentence; what is wrong with a field says more than that something is. */
export function reasonOf(t: TFunction, error: unknown): string {
  if (!(error instanceof CallError)) throw error
  if (error.problem === undefined) return navigator.onLine ? t('bookings.lost') : t('bookings.offline_change')
  const fields = (error.problem.errors ?? []).map(({ message }) => message)
  return fields.length > 0 ? fields.join(' ') : error.message
}
