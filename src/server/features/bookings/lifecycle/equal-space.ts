import type { Amenity, ParkKind } from '#contract/parks.ts'

/** How far, in a straight line, a space may be that replaces one that cannot be used. */
export const alternativeRadius_m = 800

/** What a space offers beside its price. `max_height_cm` is null where no limit is known. */
export type SpaceFacts = { kind: ParkKind; amenities: readonly Amenity[]; max_height_cm: number | null }

const mustHave = ['ev', 'accessible'] as const satisfies readonly Amenity[]
const isCovered = ({ kind, amenities }: SpaceFacts): boolean =>
  amenities.includes('covered') || kind === 'garage' || kind === 'underground'

/**
 * Whether a space is at least as good as the one that was booked: near enough, covered, with charging and accessible if that
 * was, and as high. Where the booked one has no known limit of height, the height of the vehicle decides, which is checked apart.
 */
export function isEqualOrBetter(booked: SpaceFacts, offered: SpaceFacts, distance_m: number): boolean {
  if (distance_m > alternativeRadius_m) return false
  if (isCovered(booked) && !isCovered(offered)) return false
  if (mustHave.some((amenity) => booked.amenities.includes(amenity) && !offered.amenities.includes(amenity)))
    return false
  return offered.max_height_cm === null || offered.max_height_cm >= (booked.max_height_cm ?? 0)
}
