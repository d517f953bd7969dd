import { runningQuarter, windowRules } from '#contract/bookings/booking-rules.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { addMinutes, instantOf, wallTime } from '#web/time/quarterHours.ts'

/** Extension steps, in minutes. */
export const extendSteps = [15, 30, 60, 120] as const
/** Steps for the limit of automatic extension, in minutes. */
export const autoSteps = [60, 120, 240] as const

type BookingTimes = Pick<Booking, 'priced_from' | 'end_time'>

/** The instant that steps are added to: the end, or the current quarter hour once the end has passed. */
export function baseEnd({ end_time }: BookingTimes, now: Date): Date {
  return new Date(Math.max(Date.parse(end_time), runningQuarter(now).getTime()))
}

/** The latest possible end of a booking. */
export const latestEnd = ({ priced_from }: BookingTimes): Date =>
  addMinutes(new Date(priced_from), windowRules.most_min)

/** The ends of the steps, without those beyond the longest booking. */
export function endsAfter(
  booking: BookingTimes,
  steps: readonly number[],
  now: Date,
): { minutes: number; end: Date }[] {
  const [from, latest] = [baseEnd(booking, now), latestEnd(booking)]
  return steps.map((minutes) => ({ minutes, end: addMinutes(from, minutes) })).filter(({ end }) => end <= latest)
}

/** The same local hour on another day (`2026-11-21`), clamped to the given limits. An invalid day changes nothing. */
export function endOnDay(end: Date, day: string, zone: string, earliest: Date, latest: Date): Date {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return end
  const candidate = instantOf(`${day}T${wallTime(end, zone).slice(11)}`, zone)
  return candidate < earliest ? earliest : candidate > latest ? latest : candidate
}
