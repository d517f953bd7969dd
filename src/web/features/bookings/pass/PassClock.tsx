import { grace } from '#contract/bookings/booking-rules.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { day_ms } from '#contract/time.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatDuration, formatTime } from '#web/time/format.ts'
import { formatMomentInSentence } from '#web/time/inSentence.ts'
import { wallDay } from '#web/time/quarterHours.ts'
import { Countdown } from '#web/ui/Countdown.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { Phase } from '../phase.ts'

/** Beyond this the date is shown instead of a countdown. */
const soon_ms = day_ms

/** Time until the booking starts or ends. */
export function PassClock({ booking, phase }: { booking: Booking; phase: Phase }) {
  const { t, locale } = useTranslation()
  const { start_time, end_time, auto_extend_until, park } = booking
  const inWords = (at: string) => formatMomentInSentence(new Date(at), park.timezone, locale)
  const lastEnd = auto_extend_until === null ? undefined : new Date(auto_extend_until)
  const sameDay = lastEnd && wallDay(lastEnd, park.timezone) === wallDay(new Date(), park.timezone)
  const aside =
    lastEnd &&
    t('bookings.auto_extends', {
      time: sameDay ? formatTime(lastEnd, park.timezone, locale) : inWords(lastEnd.toISOString()),
    })
  if (phase === 'running' || phase === 'due') {
    return (
      <Countdown
        end={end_time}
        aside={aside}
        label={(seconds) =>
          seconds < 60
            ? t('bookings.minutes_left')
            : t('bookings.time_left', { duration: formatDuration(seconds / 60, locale) })
        }
      />
    )
  }
  if (phase === 'coming' && Date.parse(start_time) - Date.now() < soon_ms) {
    return (
      <Countdown
        end={start_time}
        aside={aside}
        label={(seconds) => t('bookings.begins_in', { duration: formatDuration(Math.ceil(seconds / 60), locale) })}
      />
    )
  }
  if (phase === 'late') {
    return (
      <Notice tone="warning" title={t('bookings.time_over')}>
        <p>{inWords(end_time)}</p>
        <p>
          {booking.status === 'overstayed'
            ? t('bookings.over_costs')
            : t('bookings.over_grace', { minutes: grace.end_min })}
        </p>
      </Notice>
    )
  }
  return null
}
