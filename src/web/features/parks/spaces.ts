import type { ParkSummary } from '#contract/parks.ts'

/** Down to this many the spaces are called few. */
const few = 5

export type Spaces = { tone: 'free' | 'few' | 'full'; count: number }

/** How the spaces left over a window are told; undefined where nobody counts them. */
export function spacesOf({
  bookable,
  available,
}: Pick<ParkSummary, 'bookable'> & { available?: number | null | undefined }): Spaces | undefined {
  if (!bookable || available === undefined || available === null) return undefined
  const count = Math.max(0, available)
  return { tone: count === 0 ? 'full' : count <= few ? 'few' : 'free', count }
}

/** Whether a car can be left there over the window, as far as is known. */
export const isUsable = (park: Pick<ParkSummary, 'bookable' | 'available' | 'open' | 'fits'>): boolean =>
  park.open !== false && park.fits !== false && spacesOf(park)?.tone !== 'full'

/** Whether it can be booked for the window, here and now. */
export const canBook = (park: Pick<ParkSummary, 'bookable' | 'available' | 'open' | 'fits' | 'price'>): boolean =>
  park.bookable && park.price !== null && isUsable(park)
