import type { ParkSummary } from '#contract/parks/parks.ts'

/** Up to this many spaces are called few. */
const few = 5

export interface Spaces {
  tone: 'free' | 'few' | 'full'
  count: number
}

/** Tone of the number of free spaces; undefined if they are not counted. */
export function spacesOf({
  bookable,
  available,
}: Pick<ParkSummary, 'bookable'> & { available?: number | null | undefined }): Spaces | undefined {
  if (!bookable || available === undefined || available === null) return undefined
  const count = Math.max(0, available)
  return { tone: count === 0 ? 'full' : count <= few ? 'few' : 'free', count }
}

/** Whether the park can be used in the window, as far as known. */
export const isUsable = (park: Pick<ParkSummary, 'bookable' | 'available' | 'open' | 'fits'>): boolean =>
  park.open !== false && park.fits !== false && spacesOf(park)?.tone !== 'full'

/** Whether the park can be booked for the window now. */
export const canBook = (park: Pick<ParkSummary, 'bookable' | 'available' | 'open' | 'fits' | 'price'>): boolean =>
  park.bookable && park.price !== null && isUsable(park)
