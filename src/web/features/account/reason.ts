import { CallError } from '#web/lib/call.ts'
import { describeFailure } from '#web/lib/failures.ts'
import type { Translate } from '#web/lib/translation.ts'

/** Returns the message to show for a refused request. */
export function reasonOf(t: Translate, error: unknown): string {
  if (!(error instanceof CallError)) throw error
  return describeFailure(t, error)
}
