/* Lengths of time in milliseconds, none of which depends on a calendar: days of a time zone are those of Temporal. */

export const minute_ms = 60_000
/** Booking windows, slots and prices go by the quarter hour. */
export const quarter_ms = 15 * minute_ms
export const hour_ms = 60 * minute_ms
export const day_ms = 24 * hour_ms
