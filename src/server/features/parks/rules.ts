import { selectFees, type Fee } from '#server/features/pricing/fees.ts'
import type { Offer, VehicleType } from './offers.ts'
import { calculateLines, sumLines, type PriceLine } from '#server/features/pricing/lines.ts'
import { isOpenAt, isOpenDuring } from './opening-hours.ts'
import { calculateHourPrice, calculateParkingPrice, type TariffTerms } from '#server/features/pricing/tariff.ts'
import type { Window } from '#server/features/availability/window.ts'

/** The source code of parks made up for the demo; counts and real-data lists leave it out. */
export const exampleSource = 'parkwell_example'

export type Price = { lines: PriceLine[]; total_minor: bigint }

/**
 * The whole price of a window, or of one hour without one; null where the vehicle type has no tariff. List, rate, quote
 * and booking all ask here. `freeTaken` tells the tariff days whose free minutes are spent already.
 */
export function calculatePrice(
  offer: Pick<Offer, 'timezone' | 'country_id' | 'state_id' | 'city' | 'bookable'> & { tariff: TariffTerms | null },
  fees: readonly Fee[],
  window: Window | undefined,
  freeTaken?: (day_start: Date) => boolean,
): Price | null {
  const { tariff } = offer
  if (tariff === null) return null
  const { amount_minor } =
    window === undefined
      ? calculateHourPrice(tariff)
      : calculateParkingPrice(tariff, window.start, window.end, offer.timezone, freeTaken)
  const lines = calculateLines(amount_minor, selectFees(fees, offer))
  return { lines, total_minor: sumLines(lines) }
}

/** Whether the vehicle type is served at all: it has a tariff, and its class has spaces. */
export const isServed = ({ tariff, pool }: { tariff: unknown; pool: unknown }): boolean =>
  tariff !== null && pool !== null

/** Whether the vehicle type is served and within the limits; null when nothing is known of limits. A limit that is unknown is no limit. */
export function doesFit(
  offer: Pick<Offer, 'bookable' | 'max_height_cm' | 'max_length_cm' | 'max_width_cm'> & Parameters<typeof isServed>[0],
  vehicle: VehicleType,
): boolean | null {
  return offer.bookable && !isServed(offer) ? false : isWithin(offer, vehicle)
}

/** Whether a vehicle is within the limits alone. */
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

/** Open over the window, or now without one; null when the hours are unknown. */
export const isOpen = (offer: Offer, window: Window | undefined, now: Date): boolean | null =>
  window === undefined ? isOpenAt(offer, now) : isOpenDuring(offer, window.start, window.end)

/**
 * How a park ranks among others: 0 what can be booked now for this vehicle and window, 1 what can be booked at another
 * time or for another vehicle, 2 the rest. `left` is undefined without a window.
 */
export function rankOf(
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

/** The mean of its reviews to a tenth, as it is told; null without any. */
export const ratingOf = ({ rating_sum, rating_count }: { rating_sum: number; rating_count: number }): number | null =>
  rating_count === 0 ? null : Math.round((rating_sum * 10) / rating_count) / 10

/** Past this capacity all are alike. */
export const mostWeighed = 32_767

/** Which park stands first where nothing else decides: those with a name, then large ones. */
export const weightOf = (is_named: boolean, capacity: number | null): number =>
  (is_named ? mostWeighed + 1 : 0) + Math.min(mostWeighed, capacity ?? 0)
