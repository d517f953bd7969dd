import { minute_ms, quarter_ms } from '#contract/time.ts'

/** The rules of a window: quarter hours, 15 minutes to 30 days, at most 180 days ahead. */
export const windowRules = {
  step_min: quarter_ms / minute_ms,
  least_min: 15,
  most_min: 30 * 24 * 60,
  ahead_days: 180,
} as const

/** Returns the start of the current quarter hour, the earliest start that can be booked. */
export const runningQuarter = (at: Date): Date => new Date(Math.floor(at.getTime() / quarter_ms) * quarter_ms)

/**
 * Returns from when a stay is charged that is bought at `at`: the running quarter hour is free, so that "now, for two
 * hours" is two full hours.
 */
export const pricedFrom = (start: Date, at: Date): Date =>
  new Date(Math.max(start.getTime(), runningQuarter(at).getTime() + quarter_ms))

/** How long the price of a quote is valid. */
export const quoteMinutes = 10
/** A cancellation within this time of booking is refunded in full. */
export const regretMinutes = 10
/** Free minutes before the start and after the end of a booking. */
export const grace = { arrival_min: 5, end_min: 10 } as const
/** How long after check-in a driver can report that the space can't be used. */
export const cannotParkMinutes = 15
/** Until when a driver who has checked in can report it. */
export const cannotParkUntil = (checked_in_at: Date): Date =>
  new Date(checked_in_at.getTime() + cannotParkMinutes * minute_ms)
/** How long a hold reserves a space. */
export const holdMinutes = 10
/** Maximum number of holds of one account at a time. */
export const maxHolds = 5

/** For how long a space nearby is kept for a driver who cannot park, and how many one booking may try one after the other. */
export const alternativeHold = { minutes: 10, most: 5 } as const

/** At most this many bookings of a series are made at once. */
export const mostOccurrences = 60
