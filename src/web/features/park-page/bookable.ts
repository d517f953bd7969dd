import type { Park } from '#contract/parks/parks.ts'
import { canBook } from '#web/features/parks/spaces.ts'

/** Why a park cannot be booked for a vehicle and a window; undefined if it can. */
export type Obstacle = 'partner' | 'lapsed' | 'off_sale' | 'not_served' | 'no_price' | 'too_large' | 'closed' | 'full'

export function findObstacle(
  park: Pick<Park, 'bookable' | 'partner' | 'lapsed' | 'available' | 'open' | 'fits' | 'price' | 'rates'>,
  vehicleTypeId: number,
): Obstacle | undefined {
  if (!park.bookable) return park.partner === null ? 'partner' : park.lapsed ? 'lapsed' : 'off_sale'
  if (!park.rates.some((rate) => rate.vehicle_type_id === vehicleTypeId)) return 'not_served'
  if (park.fits === false) return 'too_large'
  if (park.price === null) return 'no_price'
  if (park.open === false) return 'closed'
  return canBook(park) ? undefined : 'full'
}
