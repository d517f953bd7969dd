import { useState } from 'react'
import type { ItemDetails } from '#contract/catalogue/marketplace.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import { useVehicleTypes } from '#web/features/parks/api.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { useHydrating } from '#web/page/rendering.ts'

type Choice = Pick<ItemDetails, 'variations' | 'attribute'>

/** The chosen variation of an item: by default that of the class of the saved default vehicle, if it has one. */
export function useVariation(item: Choice) {
  const isHydrating = useHydrating()
  const { data: vehicles } = useVehicles()
  const { data: types } = useVehicleTypes()
  const [chosen, choose] = useState<string>()
  const vehicle = isHydrating || item.attribute?.is_vehicle_class !== true ? undefined : findDefault(vehicles ?? [])
  const vehicleClass = types?.find(({ id }) => id === vehicle?.vehicle_type_id)?.vehicle_class
  const own = item.variations.find(({ code, sold_out }) => code === vehicleClass && !sold_out)
  return {
    /** Undefined before a choice. */
    chosen: chosen ?? own?.id,
    choose,
    /** What the default follows. */
    vehicle: own === undefined || (chosen !== undefined && chosen !== own.id) ? undefined : vehicle?.plate,
  }
}

const findDefault = (vehicles: readonly Vehicle[]): Vehicle | undefined =>
  vehicles.find(({ is_default }) => is_default) ?? vehicles[0]
