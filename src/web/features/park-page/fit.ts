import type { Park, VehicleType } from '#contract/parks/parks.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'

export const sides = ['height', 'length', 'width'] as const
export type Side = (typeof sides)[number]
export type Measures = Record<`${Side}_cm`, number>
type Limits = Pick<Park, `max_${Side}_cm`>

export interface Fit {
  /** `partly` means that it fits the known limits, but others are unknown. */
  verdict: 'fits' | 'partly' | 'unknown' | 'over'
  /** The sides that are too large, and by how much. */
  over: { side: Side; by_cm: number }[]
}

/** Compares a vehicle with a park's limits. An unknown limit neither excludes the vehicle nor counts as fitting. */
export function checkFit(limits: Limits, measures: Measures): Fit {
  const known = sides.filter((side) => limits[`max_${side}_cm`] !== null)
  const over = known.flatMap((side) => {
    const by_cm = measures[`${side}_cm`] - limits[`max_${side}_cm`]!
    return by_cm > 0 ? [{ side, by_cm }] : []
  })
  if (known.length === 0) return { verdict: 'unknown', over }
  if (over.length > 0) return { verdict: 'over', over }
  return { verdict: known.length === sides.length ? 'fits' : 'partly', over }
}

/** A saved vehicle's own measurements, completed by those of its type. */
export const measuresOf = (vehicle: Pick<Vehicle, keyof Measures>, type: Measures): Measures => ({
  height_cm: vehicle.height_cm ?? type.height_cm,
  length_cm: vehicle.length_cm ?? type.length_cm,
  width_cm: vehicle.width_cm ?? type.width_cm,
})

/** A vehicle type with the measurements given in the search. */
export function sizedType(
  type: VehicleType | undefined,
  { height_cm, length_cm, width_cm }: Partial<Record<keyof Measures, number | undefined>>,
): VehicleType | undefined {
  const searched = { height_cm: height_cm ?? null, length_cm: length_cm ?? null, width_cm: width_cm ?? null }
  return type && { ...type, ...measuresOf(searched, type) }
}

/** Whether any measurement is taken from the type. */
export const isOfType = ({ height_cm, length_cm, width_cm }: Pick<Vehicle, keyof Measures>): boolean =>
  [height_cm, length_cm, width_cm].includes(null)

export interface OwnVehicle {
  vehicle: Vehicle
  type: VehicleType
  fit: Fit
}

/** The saved vehicles of a type with how they fit, in their order. */
export const ownVehicles = (
  vehicles: readonly Vehicle[],
  type: VehicleType | undefined,
  limits: Limits,
): OwnVehicle[] =>
  type === undefined
    ? []
    : vehicles
        .filter(({ vehicle_type_id }) => vehicle_type_id === type.id)
        .map((vehicle) => ({ vehicle, type, fit: checkFit(limits, measuresOf(vehicle, type)) }))
