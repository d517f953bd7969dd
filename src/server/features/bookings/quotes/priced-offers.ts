import { toMajor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { linesOf, totalOf, type PriceLine } from '#server/features/pricing/lines.ts'
import { selectFees, type Fee } from '#server/features/pricing/fees.ts'
import {
  findParkOffers,
  getVehicleType,
  offerKey,
  type Offer,
  type OfferRequest,
  type ParkFacts,
  type ParkOffer,
} from '#server/features/parks/offers.ts'
import { doesFit, isOpen, isServed, priceOf } from '#server/features/parks/rules.ts'
import type { Window } from '#server/features/availability/window.ts'
import { findDiscount } from '#server/features/promos/queries.ts'
import { batchQueries } from '#server/batch.ts'
import { overlapsEvent, type EventTerms } from '#server/features/bookings/event-terms.ts'
import { findUsedFreeDays } from './free-minutes.ts'
import { strictestPolicy } from '#server/features/bookings/refund-rules.ts'

/** What somebody wants to have; sizes of a vehicle of one's own go before those of its type. */
export type PriceRequest = {
  park_id: string
  vehicle_type_id: number
  sizes?: { height_cm: number | null; length_cm: number | null; width_cm: number | null }
  plate?: string | undefined
  promo_code?: string | undefined
  event?: EventTerms | undefined
  user_id?: string | undefined
}

/** What is sold: the version of the tariff, the price in lines, and the promo code in it. */
export type PriceTerms = {
  tariff_id: string
  lines: PriceLine[]
  total_minor: bigint
  currency: Currency
  promo: { promo_code_id: string; code: string; most: number | null } | null
}

/** What can be bought: a park's offer to a vehicle for a window, at the terms of this moment. */
export type PricedOffer = {
  offer: Offer & { tariff: NonNullable<Offer['tariff']>; pool: NonNullable<Offer['pool']> }
  vehicle_type_id: number
  window: Window
  /** What it is booked for: its policy stands in the offer already. */
  event?: EventTerms | undefined
  terms: PriceTerms
  /** Of the place, by which lines are worked out and named. */
  fees: readonly Fee[]
  /** What is told of its park. */
  park: ParkFacts
}

/**
 * Whether a window can be bought, spaces apart, and at which price. `windowIn` reads the window in the park's zone.
 * Throws `park_not_found`, `park_not_bookable`, `vehicle_type_not_served` (also for one that does not fit),
 * `park_closed`, and 422 for an unknown vehicle type, a window that cannot be booked or is not the event's, or a promo
 * code that cannot be used.
 * Where terms are `known` already, by a quote that is held, the price is not worked out again; unless free minutes may
 * have been spent since.
 */
export async function getPricedOffer(
  db: Db | Tx,
  wish: PriceRequest,
  windowIn: (timezone: string) => Window,
  now: Date,
  known?: PriceTerms,
): Promise<PricedOffer> {
  return priceOffer(db, await getOffer(db, wish), wish, windowIn, now, known)
}

/** The same of an offer that is at hand. */
export async function priceOffer(
  db: Db | Tx,
  { offer, park, vehicle: type, fees }: ParkOffer,
  wish: PriceRequest,
  windowIn: (timezone: string) => Window,
  now: Date,
  known?: PriceTerms,
): Promise<PricedOffer> {
  const vehicle = {
    ...type,
    height_cm: wish.sizes?.height_cm ?? type.height_cm,
    length_cm: wish.sizes?.length_cm ?? type.length_cm,
    width_cm: wish.sizes?.width_cm ?? type.width_cm,
  }
  const window = windowIn(offer.timezone)
  if (!offer.bookable) throw new AppError('park_not_bookable')
  const { tariff, pool } = offer
  if (!isServed(offer) || tariff === null || pool === null || doesFit(offer, vehicle) === false)
    throw new AppError('vehicle_type_not_served')
  if (isOpen(offer, window, window.start) === false) throw new AppError('park_closed')
  const { event } = wish
  if (event !== undefined && !overlapsEvent(window, event)) throw fieldError('start_time', 'event_window')
  const cancellation = strictestPolicy(offer.cancellation, event?.cancellation)
  const sold = { ...offer, tariff, pool, cancellation }
  const holds = known !== undefined && tariff.free_minutes === 0
  const terms = holds ? known : await calculateTerms(db, sold, fees, wish, window, now)
  return { offer: sold, vehicle_type_id: vehicle.id, window, event, terms, fees, park }
}

const findOffer = batchQueries(async (db: Db | Tx, requests: readonly OfferRequest[]) => {
  const offers = await findParkOffers(db, requests)
  return new Map(requests.map((request) => [request, offers.get(offerKey(request))]))
})

/** A park's offer to a vehicle type. Throws `park_not_found`, and 422 for an unknown vehicle type. */
export async function getOffer(db: Db | Tx, { park_id: handle, vehicle_type_id }: PriceRequest): Promise<ParkOffer> {
  const offer = await findOffer(db, { handle, vehicle_type_id })
  if (offer !== undefined) return offer
  await getVehicleType(db, vehicle_type_id)
  throw new AppError('park_not_found')
}

async function calculateTerms(
  db: Db | Tx,
  offer: PricedOffer['offer'],
  fees: readonly Fee[],
  wish: PriceRequest,
  window: Window,
  now: Date,
): Promise<PriceTerms> {
  const { tariff, pool, currency, timezone } = offer
  const taken = await findUsedFreeDays(db, { pool_id: pool.id, plate: wish.plate, tariff, timezone }, window)
  const price = priceOf(offer, fees, window, taken)!
  if (wish.promo_code === undefined) return { tariff_id: tariff.id, ...price, currency, promo: null }
  const parking_minor = price.lines[0]!.amount_minor
  const { discount_minor, ...promo } = await findDiscount(db, {
    code: wish.promo_code,
    user_id: wish.user_id,
    currency,
    subtotal_minor: parking_minor,
    now,
  })
  const lines = linesOf(parking_minor, selectFees(fees, offer), { code: 'discount', amount_minor: discount_minor })
  return { tariff_id: tariff.id, lines, total_minor: totalOf(lines), currency, promo }
}

/** A price as the problem documents tell it. */
export const toPriceParam = ({ total_minor, currency }: Pick<PriceTerms, 'total_minor' | 'currency'>) => ({
  amount: toMajor(total_minor, currency),
  currency,
})
