import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import type { Translate } from '#web/page/translation.ts'

/** The message to show for a refused request; prefers field errors, which are more specific. */
export function reasonOf(t: Translate, error: unknown): string {
  if (!(error instanceof CallError)) throw error
  if (error.status === 0) return navigator.onLine ? t('bookings.lost') : t('bookings.offline_change')
  const fields = (error.problem?.errors ?? []).map(({ message }) => message)
  return fields.length > 0 ? fields.join(' ') : describeFailure(t, error)
}
