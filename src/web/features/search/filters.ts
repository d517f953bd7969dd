import { amenities } from '#contract/parks/park-lists.ts'
import type { Amenity } from '#contract/parks/parks.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleSides, type VehicleSizes, type ParkSearch } from '#web/features/booking-window/parkSearch.ts'
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
  ...amenities.filter((one) => !first.some((own) => own === one)),
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
    amenities.length + [kind, fits, max_price, step_free, lift, bay_width_cm].filter((one) => one !== undefined).length
  )
}

export type VehicleChoice = { vehicle: number } & VehicleSizes

/** A saved vehicle as search parameters; missing measurements are those of its type. */
export const toVehicleChoice = (saved: Vehicle): VehicleChoice => ({
  vehicle: saved.vehicle_type_id,
  ...Object.fromEntries(vehicleSides.map((side) => [side, saved[side] ?? undefined])),
})

/** A vehicle type as search parameters. */
export const withoutSizes = (vehicle: number): VehicleChoice => ({
  vehicle,
  height_cm: undefined,
  length_cm: undefined,
  width_cm: undefined,
})

/** Whether the search uses this saved vehicle; missing measurements equal those of its type. */
export const isSameVehicle = (choice: VehicleChoice, own: VehicleChoice): boolean =>
  own.vehicle === choice.vehicle && vehicleSides.every((side) => own[side] === choice[side])

/** The vehicle's nickname, otherwise its make and model. */
export const vehicleName = ({ nickname, make, model, plate }: Vehicle): string =>
  nickname ?? ([make, model].filter(Boolean).join(' ') || plate)
