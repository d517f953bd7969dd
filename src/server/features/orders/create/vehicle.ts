import type { Locale } from '#contract/formats.ts'
import type { Tx } from '#server/database/connect.ts'
import type { PricedCart } from '#server/features/cart/price.ts'
import type { WorkWindow } from '#server/features/cart/work-window.ts'
import { getVehicleType } from '#server/features/parks/offers.ts'
import { getOwnVehicle } from '#server/features/vehicles/queries.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { OrderRequest } from './request.ts'

/** The vehicle of an order, with its class as variations are named. */
export interface OrderVehicle {
  plate: string
  vehicle_type_id: number
  vehicle_class: string
}

/**
 * Finds the vehicle of an order: the saved one, the one that was written, or that of its booking. Throws
 * `vehicle_not_found`, and 422 where one is needed, or who has its key.
 */
export async function findVehicle(
  tx: Tx,
  { sold }: PricedCart,
  { vehicle_id, plate, vehicle_type_id, key }: OrderRequest,
  booking: WorkWindow | null,
  user_id: string,
): Promise<OrderVehicle | null> {
  if (sold.some(({ item }) => item.needs_key) && key === undefined) throw fieldError('key', 'required')
  const found =
    vehicle_id !== undefined
      ? await getOwnVehicle(tx, user_id, vehicle_id)
      : plate !== undefined
        ? { plate, vehicle_type_id: vehicle_type_id ?? booking?.vehicle_type_id ?? 1 }
        : booking
  if (found === null) {
    if (sold.some(({ item }) => item.needs_vehicle)) throw fieldError('plate', 'required')
    return null
  }
  const type = await getVehicleType(tx, found.vehicle_type_id)
  return { plate: found.plate, vehicle_type_id: found.vehicle_type_id, vehicle_class: type.vehicle_class }
}

/** The vehicle says which form of an item it gets. Throws `variation_vehicle` for another. */
export function requireVehicleFits({ sold }: PricedCart, vehicle: OrderVehicle | null, locale: Locale): void {
  if (vehicle === null) return
  const wrong = sold.find(
    ({ item, variation }) => item.is_vehicle_class === true && variation?.code !== vehicle.vehicle_class,
  )
  if (wrong === undefined) return
  const item = locale.startsWith('fr') ? wrong.item.name_fr : wrong.item.name
  throw new AppError('variation_vehicle', { item }, [
    { field: 'variation_id', key: 'variation_vehicle', params: { item } },
  ])
}
