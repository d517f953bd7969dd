/** Straight-line metres walked per minute: 80 along streets, which are a quarter longer. */
const straight_m_per_min = 64

/** Longest walk shown, in minutes. */
const farthest_m = 2_000

/** Walking minutes for a straight-line distance, at least one; undefined if it is too far. */
export function walkMinutes(distance_m: number): number | undefined {
  if (distance_m > farthest_m) return undefined
  return Math.max(1, Math.round(distance_m / straight_m_per_min))
}

/** Straight-line distance walked in this many minutes, in metres. */
export const walkDistance = (minutes: number): number => minutes * straight_m_per_min
