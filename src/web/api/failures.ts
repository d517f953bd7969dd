import type { Translate } from '#web/page/translation.ts'
import { CallError } from './call.ts'

/**
 * The sentence for a failed request: the server's message if there is one, even without a code, otherwise that the network
 * failed or, with a response, the generic one (specification, section 8).
 */
export function describeFailure(t: Translate, error: unknown): string {
  if (!(error instanceof CallError) || error.status === 0) return t('common.network_error')
  const message: unknown = error.problem?.message
  return typeof message === 'string' && message !== '' ? message : t('common.something_wrong')
}
