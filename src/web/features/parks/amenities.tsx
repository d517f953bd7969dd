import {
  Accessibility,
  Bus,
  Cctv,
  Clock,
  Lightbulb,
  type LucideIcon,
  Repeat,
  Shield,
  Sparkles,
  SquareParking,
  UserRound,
  Warehouse,
  Zap,
} from 'lucide-react'
import type { Amenity } from '#contract/parks/parks.ts'

const icons: Record<Amenity, LucideIcon> = {
  covered: Warehouse,
  ev: Zap,
  accessible: Accessibility,
  cctv: Cctv,
  guard: Shield,
  lighting: Lightbulb,
  valet: UserRound,
  shuttle: Bus,
  wash: Sparkles,
  in_and_out: Repeat,
  open_24h: Clock,
}

/** Icon of an amenity. */
export function AmenityIcon({ amenity }: { amenity: Amenity | 'parking' }) {
  const Icon = amenity === 'parking' ? SquareParking : icons[amenity]
  return <Icon aria-hidden="true" />
}

/** The four amenities of the filter bar, in order. */
export const quickFilterAmenities = ['covered', 'ev', 'accessible', 'open_24h'] as const satisfies readonly Amenity[]
