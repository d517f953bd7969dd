import type { GuardScan } from '#contract/gate/guard-scans.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { opensAt, type Judgement } from './verdict.ts'
import type { GuardWords } from './words.ts'

/** Why a code has its verdict, in a sentence. */
export function describeReason(
  { t, locale }: GuardWords,
  { verdict, reason, booking, other_park, evidence }: Judgement,
  direction: GuardScan['direction'],
  timezone: string,
  now: Date,
): string {
  const show = (at: Date) => formatMomentInSentence(at, timezone, locale, now)
  if (reason === null) return t(`guard.reasons.ok_${direction}`)
  if (reason === 'other_park') return t('guard.reasons.other_park', { park: other_park ?? '' })
  if (reason === 'unknown') return t(verdict === 'red' ? 'guard.reasons.unknown' : 'guard.reasons.unknown_signed')
  if (reason === 'old_list' && evidence.list_at === null) return t('guard.reasons.no_list')
  if (reason === 'early' && booking) return t('guard.reasons.early', { time: show(opensAt(booking)) })
  if (reason === 'expired' && booking) return t('guard.reasons.expired', { time: show(booking.end_time) })
  return t(`guard.reasons.${reason}`)
}
