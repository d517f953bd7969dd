import type { Translate } from '#web/page/translation.ts'
import { formatDuration } from '#web/time/format.ts'
import { minutesBetween } from '#web/time/quarterHours.ts'

interface ChargedWindow {
  start: Date
  /** When the charge starts: `pricedFrom`, as a quote or a booking has stored it. */
  priced_from: Date
  end: Date
}

/**
 * The charged length of a stay, for beside its two times: `2 h`; where the charge starts later than the stay, `2 h, first
 * 15 min free`, so that nobody takes it for the time between the two.
 */
export function describeLength(t: Translate, locale: string, { start, priced_from, end }: ChargedWindow): string {
  const duration = formatDuration(minutesBetween(priced_from, end), locale)
  if (priced_from <= start) return duration
  return t('common.length_first_free', { duration, minutes: minutesBetween(start, priced_from) })
}
