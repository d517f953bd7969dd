import type { PricedWindow, Window } from '#server/features/availability/window.ts'
import { selectFees, type Fee } from '#server/features/pricing/fees-and-taxes.ts'
import { calculateLines, sumLines, type PriceLine } from '#server/features/pricing/lines.ts'
import { calculateHourPrice, calculateParkingPrice, type TariffTerms } from '#server/features/pricing/tariff.ts'
import { findClosure } from './closures.ts'
import type { Offer, VehicleType } from './offers.ts'
import { isOpenAt, isOpenDuring } from './opening-hours.ts'

/** Source of the generated demo parks, which counts and real-data lists exclude. */
export const exampleSource = 'parkwell_example'

export interface Price {
  lines: PriceLine[]
  total_minor: bigint
}

/**
 * Returns the total price of a window, or of one hour without one; null without a tariff. Used by list, rate, quote and
 * booking. `freeTaken` tells tariff days whose free minutes are used.
 */
export function calculatePrice(
  offer: Pick<Offer, 'timezone' | 'currency' | 'country_id' | 'state_id' | 'city' | 'bookable'> & {
    tariff: TariffTerms | null
  },
  fees: readonly Fee[],
  window: Pick<PricedWindow, 'priced_from' | 'end'> | undefined,
  freeTaken?: (day_start: Date) => boolean,
): Price | null {
  const { tariff } = offer
  if (tariff === null) return null
  const { amount_minor } =
    window === undefined
      ? calculateHourPrice(tariff)
      : calculateParkingPrice(tariff, window.priced_from, window.end, offer.timezone, freeTaken)
  const lines = calculateLines(amount_minor, selectFees(fees, offer), offer.currency)
  return { lines, total_minor: sumLines(lines) }
}

/** Whether the vehicle type has a tariff and spaces. */
export const isServed = ({ tariff, pool }: { tariff: unknown; pool: unknown }): boolean =>
  tariff !== null && pool !== null

/**
 * Whether the vehicle type is served and fits the limits; null when no limit is known. An unknown limit doesn't
 * exclude.
 */
export function doesFit(
  offer: Pick<Offer, 'bookable' | 'max_height_cm' | 'max_length_cm' | 'max_width_cm'> & Parameters<typeof isServed>[0],
  vehicle: VehicleType,
): boolean | null {
  return offer.bookable && !isServed(offer) ? false : isWithin(offer, vehicle)
}

/** Whether a vehicle fits the size limits; null when none is known. */
export function isWithin(
  { max_height_cm, max_length_cm, max_width_cm }: Pick<Offer, 'max_height_cm' | 'max_length_cm' | 'max_width_cm'>,
  vehicle: VehicleType,
): boolean | null {
  if (max_height_cm === null && max_length_cm === null && max_width_cm === null) return null
  return (
    vehicle.height_cm <= (max_height_cm ?? Infinity) &&
    vehicle.length_cm <= (max_length_cm ?? Infinity) &&
    vehicle.width_cm <= (max_width_cm ?? Infinity)
  )
}

/** Whether the park is open during the window, or now without one; null when the hours are unknown. */
export function isOpen(offer: Offer, window: Window | undefined, now: Date): boolean | null {
  if (findClosure(offer.closures, window, now) !== undefined) return false
  return window === undefined ? isOpenAt(offer, now) : isOpenDuring(offer, window.start, window.end)
}

/**
 * Returns a park's group in the list: 0 bookable for this vehicle and window, 1 bookable at another time or for another
 * vehicle, 2 not bookable. `left` is undefined without a window.
 */
export function calculateListRank(
  offer: Offer,
  vehicle: VehicleType,
  window: Window | undefined,
  now: Date,
  left: number | undefined,
): 0 | 1 | 2 {
  if (!offer.bookable) return 2
  const isFree = isServed(offer) && (left === undefined || left > 0)
  return isFree && doesFit(offer, vehicle) !== false && isOpen(offer, window, now) !== false ? 0 : 1
}

/** Returns the mean rating with one decimal; null without reviews. */
export const ratingOf = ({ rating_sum, rating_count }: { rating_sum: number; rating_count: number }): number | null =>
  rating_count === 0 ? null : Math.round((rating_sum * 10) / rating_count) / 10

/** Capacities above this count the same. */
export const maxWeightedCapacity = 32_767

/** Returns a park's weight for ties: named parks first, then larger ones. */
export const calculateParkWeight = (is_named: boolean, capacity: number | null): number =>
  (is_named ? maxWeightedCapacity + 1 : 0) + Math.min(maxWeightedCapacity, capacity ?? 0)
