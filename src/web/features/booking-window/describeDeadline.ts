import { regretMinutes } from '#contract/bookings/booking-rules.ts'
import type { Translate } from '#web/page/translation.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'

/**
 * Until when a cancellation is refunded, after "Free cancellation": `until today at 14:30`. A deadline after the start is
 * that of every new booking, and is said as `for 10 minutes after you book`. `zone` is the car park's.
 */
export const describeDeadline = (
  t: Translate,
  locale: string,
  { until, start, zone }: { until: Date; start: Date; zone: string },
): string =>
  until > start ? t('common.regret', { minutes: regretMinutes }) : formatDeadlineInSentence(until, zone, locale)
