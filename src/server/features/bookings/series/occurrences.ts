import { Temporal } from 'temporal-polyfill'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import { fieldError } from '#server/http/errors.ts'

/** A start by the clock of the car park; the instant is missing for a time that a clock change skips. */
export interface OccurrenceStart {
  local: string
  start: Date | undefined
}

/**
 * Returns the starts after `like` at its time of day, on these ISO weekdays, up to and including the day `until`, all in
 * `timezone`. Throws 422 for an end before the first of them, or more than 180 days ahead of `now`.
 */
export function listStarts(
  { like, timezone }: { like: Date; timezone: string },
  { weekdays, until }: { weekdays: readonly number[]; until: string },
  now: Date,
): OccurrenceStart[] {
  const zoned = (at: Date) => Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone)
  const first = zoned(like)
  const last = Temporal.PlainDate.from(until)
  if (Temporal.PlainDate.compare(last, zoned(now).toPlainDate().add({ days: windowRules.ahead_days })) > 0)
    throw fieldError('until', 'window_far')
  const time = first.toPlainTime()
  const found: OccurrenceStart[] = []
  let day = Temporal.PlainDate.compare(first, zoned(now)) > 0 ? first.toPlainDate() : zoned(now).toPlainDate()
  for (; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 })) {
    if (!weekdays.includes(day.dayOfWeek)) continue
    const local = day.toPlainDateTime(time)
    const at = local.toZonedDateTime(timezone, { disambiguation: 'earlier' })
    const start = new Date(at.epochMilliseconds)
    if (start <= like || start <= now) continue
    found.push({ local: local.toString(), start: at.toPlainDateTime().equals(local) ? start : undefined })
  }
  if (found.length === 0) throw fieldError('until', 'series_empty')
  return found
}
