import { amenities, type Amenity } from '#contract/parks.ts'
import type { Vehicle } from '#contract/vehicles.ts'
import { vehicleSides, type VehicleSizes, type ParkSearch } from '#web/features/booking-window/parkSearch.ts'
/** What a driver sifts by most, then the rest. */
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

/** How many things are asked of a park beside where and when. */
export const countFilters = ({ amenities: wanted, ...rest }: Filters): number => {
  const { kind, fits, max_price, step_free, lift, bay_width_cm } = rest
  return (
    wanted.length + [kind, fits, max_price, step_free, lift, bay_width_cm].filter((one) => one !== undefined).length
  )
}

export type VehicleChoice = { vehicle: number } & VehicleSizes

/** A saved vehicle as it is searched with; a measure that nobody told is that of its type. */
export const toVehicleChoice = (saved: Vehicle): VehicleChoice => ({
  vehicle: saved.vehicle_type_id,
  ...Object.fromEntries(vehicleSides.map((side) => [side, saved[side] ?? undefined])),
})

/** The type alone, as it usually is. */
export const withoutSizes = (vehicle: number): VehicleChoice => ({
  vehicle,
  height_cm: undefined,
  length_cm: undefined,
  width_cm: undefined,
})

/** Whether what is searched with is that saved vehicle; one without measures is like its type. */
export const isSameVehicle = (choice: VehicleChoice, own: VehicleChoice): boolean =>
  own.vehicle === choice.vehicle && vehicleSides.every((side) => own[side] === choice[side])

/** What its owner calls it. */
export const vehicleName = ({ nickname, make, model, plate }: Vehicle): string =>
  nickname ?? ([make, model].filter(Boolean).join(' ') || plate)
