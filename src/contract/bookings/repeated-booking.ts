import { normalizePlate } from '#contract/vehicles/plates.ts'

/** A vehicle at a car park, at some times. */
export interface VehicleWindow {
  park_id: string
  plate: string
  start: Date
  end: Date
}

/** The same for every spelling of one vehicle's plate at one car park. */
export const vehicleKey = ({ park_id, plate }: Pick<VehicleWindow, 'park_id' | 'plate'>): string =>
  `${park_id} ${normalizePlate(plate)}`

/** Whether two windows have a moment in common; one may start when the other ends. */
export const overlaps = (a: Pick<VehicleWindow, 'start' | 'end'>, b: Pick<VehicleWindow, 'start' | 'end'>): boolean =>
  a.start < b.end && a.end > b.start

/** Whether one booking would repeat another: the same vehicle at the same car park at times that overlap. */
export const isRepeated = (a: VehicleWindow, b: VehicleWindow): boolean =>
  vehicleKey(a) === vehicleKey(b) && overlaps(a, b)
