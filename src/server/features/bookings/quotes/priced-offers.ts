import { toMajor, type Currency } from '#contract/money.ts'
import { batchQueries } from '#server/database/batch.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { PricedWindow } from '#server/features/availability/window.ts'
import { closureError, findClosure } from '#server/features/parks/closures.ts'
import {
  findParkOffers,
  getVehicleType,
  offerKey,
  type Offer,
  type OfferRequest,
  type OwnSizes,
  type ParkFacts,
  type ParkOffer,
  sizeVehicle,
} from '#server/features/parks/offers.ts'
import { doesFit, isOpen, isServed, calculatePrice } from '#server/features/parks/rules.ts'
import { selectFees, type Fee } from '#server/features/pricing/fees-and-taxes.ts'
import { calculateLines, sumLines, type PriceLine } from '#server/features/pricing/lines.ts'
import { findDiscount } from '#server/features/promos/queries.ts'
import type { UseLimits } from '#server/features/promos/rules.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { overlapsEvent, type EventTerms } from '../event-terms.ts'
import { strictestPolicy } from '../refund-rules.ts'
import { findUsedFreeDays } from './free-minutes.ts'

/** A request for a price. `sizes` are those of the driver's vehicle. */
export interface PriceRequest {
  park_id: string
  vehicle_type_id: number
  sizes?: OwnSizes | undefined
  plate?: string | undefined
  promo_code?: string | undefined
  /** So many uses of the promo code by this person do not count any more once it is used. */
  given_back?: number
  event?: EventTerms | undefined
  user_id?: string | undefined
  /** The booking that is cancelled for this one. */
  replaces?: string | undefined
}

/** The price of a booking: the tariff version, the price lines, their total in minor units, and the promo code used. */
export interface PriceTerms {
  tariff_id: string
  lines: PriceLine[]
  total_minor: bigint
  currency: Currency
  promo: ({ promo_code_id: string; code: string } & UseLimits) | null
}

/** A park's offer to a vehicle type for a window, with its price. */
export interface PricedOffer {
  offer: Offer & { tariff: NonNullable<Offer['tariff']>; pool: NonNullable<Offer['pool']> }
  vehicle_type_id: number
  window: PricedWindow
  /** The event to park for; `offer.cancellation` includes its policy already. */
  event?: EventTerms | undefined
  terms: PriceTerms
  /** All fees of the country, for calculating and naming lines. */
  fees: readonly Fee[]
  /** What a booking shows of its park. */
  park: ParkFacts
}

/**
 * Prices a window without checking for free spaces; `windowIn` returns it for the park's time zone. Throws
 * `park_not_found`, `park_not_bookable`, `vehicle_type_not_served` (also if the vehicle does not fit), `park_closed`,
 * `park_out_of_use`, and 422 for an unknown vehicle type, a window that is invalid or outside the event, or an unusable promo code.
 */
export async function getPricedOffer(
  db: Db | Tx,
  request: PriceRequest,
  windowIn: (timezone: string) => PricedWindow,
  now: Date,
): Promise<PricedOffer> {
  return priceOffer(db, await getOffer(db, request), request, { windowIn, now })
}

/**
 * Like `getPricedOffer`, for a loaded offer. `quoted` are the terms of a valid quote; free minutes are counted again.
 */
export async function priceOffer(
  db: Db | Tx,
  { offer, park, vehicle: type, fees }: ParkOffer,
  request: PriceRequest,
  { windowIn, now, quoted }: { windowIn: (timezone: string) => PricedWindow; now: Date; quoted?: PriceTerms },
): Promise<PricedOffer> {
  const vehicle = sizeVehicle(type, request.sizes)
  const window = windowIn(offer.timezone)
  if (!offer.bookable) throw new AppError('park_not_bookable')
  const { tariff, pool } = offer
  if (!isServed(offer) || tariff === null || pool === null || doesFit(offer, vehicle) === false)
    throw new AppError('vehicle_type_not_served')
  const closure = findClosure(offer.closures, window, now)
  if (closure !== undefined) throw closureError(closure, offer.timezone)
  if (isOpen(offer, window, window.start) === false) throw new AppError('park_closed')
  const { event } = request
  if (event !== undefined && !overlapsEvent(window, event)) throw fieldError('start_time', 'event_window')
  const cancellation = strictestPolicy(offer.cancellation, event?.cancellation)
  const bookable = { ...offer, tariff, pool, cancellation }
  const isQuoteValid = quoted !== undefined && tariff.free_minutes === 0
  const terms = isQuoteValid ? quoted : await calculateTerms(db, { offer: bookable, fees, request, window, now })
  return { offer: bookable, vehicle_type_id: vehicle.id, window, event, terms, fees, park }
}

const findOffer = batchQueries(async (db: Db | Tx, requests: readonly OfferRequest[]) => {
  const offers = await findParkOffers(db, requests)
  return new Map(requests.map((request) => [request, offers.get(offerKey(request))]))
})

/** Returns a park's offer to a vehicle type. Throws `park_not_found`, and 422 for an unknown vehicle type. */
export async function getOffer(db: Db | Tx, { park_id: handle, vehicle_type_id }: PriceRequest): Promise<ParkOffer> {
  const offer = await findOffer(db, { handle, vehicle_type_id })
  if (offer !== undefined) return offer
  await getVehicleType(db, vehicle_type_id)
  throw new AppError('park_not_found')
}

async function calculateTerms(
  db: Db | Tx,
  {
    offer,
    fees,
    request,
    window,
    now,
  }: { offer: PricedOffer['offer']; fees: readonly Fee[]; request: PriceRequest; window: PricedWindow; now: Date },
): Promise<PriceTerms> {
  const { tariff, pool, currency, timezone } = offer
  const { plate, replaces } = request
  const usedFreeDays = await findUsedFreeDays(db, { pool_id: pool.id, plate, tariff, timezone, replaces }, window)
  const price = calculatePrice(offer, fees, window, usedFreeDays)!
  if (request.promo_code === undefined) return { tariff_id: tariff.id, ...price, currency, promo: null }
  const parking_minor = price.lines[0]!.amount_minor
  const { discount_minor, ...promo } = await findDiscount(db, {
    code: request.promo_code,
    user_id: request.user_id,
    given_back: request.given_back,
    currency,
    subtotal_minor: parking_minor,
    now,
  })
  const lines = calculateLines(parking_minor, selectFees(fees, offer), currency, {
    code: 'discount',
    amount_minor: discount_minor,
  })
  return { tariff_id: tariff.id, lines, total_minor: sumLines(lines), currency, promo }
}

/** Returns a price as a parameter of an error. */
export const toPriceParam = ({ total_minor, currency }: Pick<PriceTerms, 'total_minor' | 'currency'>) => ({
  amount: toMajor(total_minor, currency),
  currency,
})
