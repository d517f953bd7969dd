/** Fewer are not shown: a handful says nothing, and might say who it was. */
export const minCounts = { active_users: 100, bookings: 100, reviews: 50 } as const

/** Down to two digits, so that an hour's business is not told; null for a handful. */
export function roundCount(counted: number, fewest: number): number | null {
  if (counted < fewest) return null
  const step = 10 ** Math.max(0, Math.floor(Math.log10(counted)) - 1)
  return Math.floor(counted / step) * step
}

/** A share in whole percent, never rounded up; null for a handful. */
export const percentOf = (part: number, of: number, fewest: number): number | null =>
  of < fewest ? null : Math.floor((part * 100) / of)
