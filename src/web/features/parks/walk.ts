/** Metres a minute on foot, in a straight line: 80 along streets, which are a quarter longer than the line. */
const straight_m_per_min = 64

/** Beyond this nobody asks how long the walk is. */
const farthest_m = 2_000

/** Minutes on foot for a distance in a straight line, at least one; undefined when it is too far to walk. */
export function walkMinutes(distance_m: number): number | undefined {
  if (distance_m > farthest_m) return undefined
  return Math.max(1, Math.round(distance_m / straight_m_per_min))
}

/** The distance in a straight line that is walked in so many minutes. */
export const walkDistance = (minutes: number): number => minutes * straight_m_per_min
