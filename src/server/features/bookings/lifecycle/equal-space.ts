import type { Amenity, ParkKind } from '#contract/parks/parks.ts'

/** How far, in a straight line, a space may be that replaces one that cannot be used. */
export const alternativeRadius_m = 800

/** What a space offers beside its price. */
export interface SpaceFacts {
  kind: ParkKind
  amenities: readonly Amenity[]
}

const mustHave = ['ev', 'accessible'] as const satisfies readonly Amenity[]
const isCovered = ({ kind, amenities }: SpaceFacts): boolean =>
  amenities.includes('covered') || kind === 'garage' || kind === 'underground'

/**
 * Whether a space is at least as good as the one that was booked: near enough, and covered, with charging and accessible if
 * that was. Whether the vehicle fits it is checked apart: limits of two car parks are not compared.
 */
export function isEqualOrBetter(booked: SpaceFacts, offered: SpaceFacts, distance_m: number): boolean {
  if (distance_m > alternativeRadius_m) return false
  if (isCovered(booked) && !isCovered(offered)) return false
  return mustHave.every((amenity) => !booked.amenities.includes(amenity) || offered.amenities.includes(amenity))
}
