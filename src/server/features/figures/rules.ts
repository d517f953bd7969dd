/** Minimum counts for publishing a figure: smaller ones are meaningless and could identify people. */
export const minCounts = { active_users: 100, bookings: 100, reviews: 50 } as const

/** Rounds down to two significant digits, so that hourly volumes can't be derived; null below the minimum. */
export function roundCount(count: number, min: number): number | null {
  if (count < min) return null
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1)
  return Math.floor(count / step) * step
}

/** Returns a share in whole percent, rounded down; null if the total is below the minimum. */
export const calculatePercent = (part: number, total: number, min: number): number | null =>
  total < min ? null : Math.floor((part * 100) / total)
