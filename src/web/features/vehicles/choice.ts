import type { Park } from '#contract/parks/parks.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'

/** The choice of a vehicle that is not saved: its plate is typed. */
export const otherVehicle = 'other'

/** Vehicle types with spaces and a tariff at a park. */
export function servedTypes({ pools, rates }: Pick<Park, 'pools' | 'rates'>): Set<number> {
  const priced = new Set(rates.map(({ vehicle_type_id }) => vehicle_type_id))
  return new Set(pools.flatMap(({ vehicle_type_ids }) => vehicle_type_ids).filter((id) => priced.has(id)))
}

const sides = ['height', 'length', 'width'] as const
type Sizes = Pick<Vehicle, `${(typeof sides)[number]}_cm`>
type Limits = Pick<Park, `max_${(typeof sides)[number]}_cm`>

/** Whether a vehicle exceeds a park's size limits; unknown sizes and limits are ignored. */
export const isTooLarge = (vehicle: Sizes, park: Limits): boolean =>
  sides.some((side) => (vehicle[`${side}_cm`] ?? 0) > (park[`max_${side}_cm`] ?? Infinity))

interface VehiclePreference {
  /** The chosen vehicle's id, or `otherVehicle`; empty before a choice. */
  chosen: string
  /** As typed. */
  plate: string
  /** The vehicle type of the shown price, and whether the address names it. */
  type: number
  named: boolean
}

/**
 * The vehicle to book for; undefined if its plate has to be typed. Before a choice: the one with the typed plate, then
 * the first of the searched type, then the default one.
 */
export function findVehicle<V extends Pick<Vehicle, 'id' | 'plate' | 'vehicle_type_id' | 'is_default'>>(
  vehicles: readonly V[],
  { chosen, plate, type, named }: VehiclePreference,
): V | undefined {
  if (chosen === otherVehicle) return undefined
  const choice = vehicles.find(({ id }) => id === chosen)
  if (choice !== undefined) return choice
  if (plate.trim() !== '') return vehicles.find((vehicle) => normalizePlate(vehicle.plate) === normalizePlate(plate))
  const ordered = vehicles.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
  return ordered.find(({ vehicle_type_id }) => vehicle_type_id === type) ?? (named ? undefined : ordered[0])
}
