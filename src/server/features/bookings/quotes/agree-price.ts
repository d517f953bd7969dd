import type { Db, Tx } from '#server/database/connect.ts'
import { getWindow, parseInstant, type PricedWindow } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'
import {
  getOffer,
  getPricedOffer,
  priceOffer,
  toPriceParam,
  type PricedOffer,
  type PriceRequest,
  type PriceTerms,
} from './priced-offers.ts'
import { findQuote, isQuoteFor, isSameWindow, type SavedQuote } from './quote-store.ts'

/**
 * Returns the offer to book and its price: that of the quote, or the current one. `times` are as the contract takes
 * them, local times in the park's zone. Throws what `getPricedOffer` throws, `quote_mismatch` for a quote that does not
 * exist or is for something else, `quote_expired` and `price_changed` (both with the current `price`).
 */
export async function agreePrice(
  db: Db | Tx,
  request: PriceRequest & { plate: string },
  times: { start_time: string; end_time: string },
  quote_id: string | undefined,
  now: Date,
): Promise<PricedOffer> {
  const [parkOffer, quote] = await Promise.all([
    getOffer(db, request),
    quote_id === undefined ? undefined : findQuote(db, quote_id),
  ])
  const isValid = quote !== undefined && now < quote.expires_at
  const windowIn = (timezone: string): PricedWindow => {
    const [start, end] = [parseInstant(timezone, times.start_time), parseInstant(timezone, times.end_time)]
    const isQuoted = quote !== undefined && start && end && isSameWindow(quote.window, { start, end })
    // A valid quote keeps its window although its first quarter hour may have passed.
    return isQuoted && isValid && now < quote.window.end
      ? quote.window
      : getWindow(times.start_time, times.end_time, now, timezone)
  }
  // The price of a quote includes its promo code, which is not checked again.
  const unquoted =
    quote_id === undefined ? request : { ...request, promo_code: undefined, event: request.event ?? quote?.event }
  const pricedOffer = await priceOffer(db, parkOffer, unquoted, {
    windowIn,
    now,
    quoted: isValid ? quote.terms : undefined,
  })
  if (quote_id === undefined) return pricedOffer
  const { offer, vehicle_type_id, window, terms } = pricedOffer
  const { promo_code, event } = request
  if (quote === undefined || !isQuoteFor(quote, { park_id: offer.id, vehicle_type_id, window, promo_code, event }))
    throw new AppError('quote_mismatch')
  if (!isValid) throw new AppError('quote_expired', { price: toPriceParam(terms) })
  return { ...pricedOffer, terms: await honourQuote(db, quote, pricedOffer, request, now) }
}

/**
 * Returns the terms of the quote. Throws `price_changed` if the quote includes free minutes that the plate has since
 * used with another booking of that day.
 */
async function honourQuote(
  db: Db | Tx,
  quote: SavedQuote,
  { offer, window, terms }: PricedOffer,
  request: PriceRequest,
  now: Date,
): Promise<PriceTerms> {
  if (offer.tariff.free_minutes === 0) return quote.terms
  const withFreeMinutes = await getPricedOffer(
    db,
    { ...request, promo_code: undefined, plate: undefined },
    () => window,
    now,
  )
  const parkingOf = ({ lines }: PriceTerms) => lines[0]!.amount_minor
  const areUsed = withFreeMinutes.terms.total_minor !== terms.total_minor
  if (!areUsed || parkingOf(quote.terms) !== parkingOf(withFreeMinutes.terms)) return quote.terms
  throw new AppError('price_changed', { price: toPriceParam(terms) })
}
