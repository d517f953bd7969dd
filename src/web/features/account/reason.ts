import { CallError } from '#web/lib/call.ts'
import type { Translate } from '#web/lib/translation.ts'

/** Returns the message to show for a refused request. */
export function reasonOf(t: Translate, error: unknown): string {
  if (!(error instanceof CallError)) throw error
  if (error.status === 0) return t('common.network_error')
  return error.problem?.message ?? t('common.something_wrong')
}
