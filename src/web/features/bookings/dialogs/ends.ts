import { type Booking, windowRules } from '#contract/bookings.ts'
import { addMinutes, instantOf, runningQuarter, wallTime } from '#web/lib/quarterHours.ts'

/** By how much a stay is extended at a tap, in minutes. */
export const extendSteps = [15, 30, 60, 120] as const
/** How long it may go on by itself, at a tap. */
export const autoSteps = [60, 120, 240] as const

type BookingTimes = Pick<Booking, 'start_time' | 'end_time'>

/** What is added to: the end, or, once that has passed, the quarter hour that is running. */
export function baseEnd({ end_time }: BookingTimes, now: Date): Date {
  return new Date(Math.max(Date.parse(end_time), runningQuarter(now).getTime()))
}

/** The latest end that a stay can have. */
export const latestEnd = ({ start_time }: BookingTimes): Date => addMinutes(new Date(start_time), windowRules.most_min)

/** The ends at a tap; those beyond the longest stay are left out. */
export function endsAfter(
  booking: BookingTimes,
  steps: readonly number[],
  now: Date,
): { minutes: number; end: Date }[] {
  const [from, latest] = [baseEnd(booking, now), latestEnd(booking)]
  return steps.map((minutes) => ({ minutes, end: addMinutes(from, minutes) })).filter(({ end }) => end <= latest)
}

/** The same hour on another day (`2026-11-21`) of the zone, held between the earliest and the latest; no day changes nothing. */
export function endOnDay(end: Date, day: string, zone: string, earliest: Date, latest: Date): Date {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return end
  const candidate = instantOf(`${day}T${wallTime(end, zone).slice(11)}`, zone)
  return candidate < earliest ? earliest : candidate > latest ? latest : candidate
}
