import { CallError } from '#web/api/call.ts'
import { describeFailure } from '#web/api/failures.ts'
import type { Translate } from '#web/page/translation.ts'

/** Returns the message to show for a refused request. */
export function reasonOf(t: Translate, error: unknown): string {
  if (!(error instanceof CallError)) throw error
  return describeFailure(t, error)
}
