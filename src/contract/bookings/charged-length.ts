import { formatDuration } from '#contract/duration.ts'
import { minute_ms } from '#contract/time.ts'

const minutesBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / minute_ms

/** Instants of a booking, RFC 3339. */
interface Stay {
  start_time: string
  priced_from: string
  end_time: string
}

/** The values of `common.length_first_free`: the charged length of a stay, and the free minutes before it. */
export const chargedLength = ({ start_time, priced_from, end_time }: Stay, locale: string) => ({
  duration: formatDuration(minutesBetween(priced_from, end_time), locale),
  minutes: minutesBetween(start_time, priced_from),
})
