/** The rules of a window: quarter hours, 15 minutes to 30 days, at most 180 days ahead. */
export const windowRules = { step_min: 15, least_min: 15, most_min: 30 * 24 * 60, ahead_days: 180 } as const
/** How long the price of a quote is valid. */
export const quoteMinutes = 10
/** A cancellation within this time of booking is refunded in full. */
export const regretMinutes = 10
/** Free minutes before the start and after the end of a booking. */
export const grace = { arrival_min: 5, end_min: 10 } as const
/** How long a hold reserves a space. */
export const holdMinutes = 10
/** Maximum number of holds of one account at a time. */
export const maxHolds = 5
