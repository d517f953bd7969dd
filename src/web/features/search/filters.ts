import { amenities } from '#contract/parks/park-lists.ts'
import type { Amenity } from '#contract/parks/parks.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'

/** The most used filters first, then the rest. */
const first = [
  'covered',
  'ev',
  'accessible',
  'cctv',
  'guard',
  'valet',
  'open_24h',
] as const satisfies readonly Amenity[]
export const filterAmenities: readonly Amenity[] = [
  ...first,
  ...amenities.filter((amenity) => !first.some((own) => own === amenity)),
]

export type Filters = Pick<
  ParkSearch,
  'amenities' | 'kind' | 'fits' | 'max_price' | 'step_free' | 'lift' | 'bay_width_cm'
>

export const noFilters = {
  amenities: [],
  kind: undefined,
  fits: undefined,
  max_price: undefined,
  step_free: undefined,
  lift: undefined,
  bay_width_cm: undefined,
} satisfies Filters

/** Number of active filters. */
export const countFilters = ({ amenities, ...rest }: Filters): number => {
  const { kind, fits, max_price, step_free, lift, bay_width_cm } = rest
  return (
    amenities.length +
    [kind, fits, max_price, step_free, lift, bay_width_cm].filter((candidate) => candidate !== undefined).length
  )
}
