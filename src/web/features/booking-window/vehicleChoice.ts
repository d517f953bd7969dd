import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { vehicleSides, type VehicleSizes } from './parkSearch.ts'

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
