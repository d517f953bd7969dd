import { sql } from 'kysely'
import { quoteMinutes, type Quote, type QuoteRequest } from '#contract/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { fromStoredLines, toStoredLines, type PriceLine } from '#server/features/parks/lines.ts'
import { findFees, findOffers, getVehicleType, type Offer } from '#server/features/parks/offers.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { doesFit, isOpen, isServed, priceOf, type Price } from '#server/features/parks/rules.ts'
import { findSpacesLeft } from '#server/features/parks/spaces.ts'
import { getWindow, type Window } from '#server/features/parks/window.ts'
import { newId } from '#server/ids.ts'
import { findFeeNames, labelled } from './labels.ts'
import { refundRules, termsOf } from './rules.ts'
import type * as z from 'zod/mini'

/** What can be bought: a park's offer to a vehicle for a window, its price of this moment, and the spaces left. */
export type Deal = {
  offer: Offer & { tariff: NonNullable<Offer['tariff']>; pool: NonNullable<Offer['pool']> }
  vehicle_type_id: number
  window: Window
  price: Price
  available: number
}

/**
 * Looks, without a lock, whether a window can be bought. Throws `park_not_found`, `park_not_bookable`,
 * `vehicle_type_not_served` (also for one that does not fit), `park_closed`, and 422 for an unknown vehicle type.
 */
export async function getDeal(
  db: Db | Tx,
  want: { park_id: string; vehicle_type_id: number },
  window: Window,
): Promise<Deal> {
  const vehicle = await getVehicleType(db, want.vehicle_type_id)
  const park_id = await getParkId(db, want.park_id)
  const [offer] = await findOffers(db, vehicle, sql<boolean>`p.id = ${park_id}::uuid`, sql`null as nothing`)
  if (offer === undefined) throw new AppError('park_not_found')
  if (!offer.bookable) throw new AppError('park_not_bookable')
  const { tariff, pool } = offer
  if (!isServed(offer) || tariff === null || pool === null || doesFit(offer, vehicle) === false)
    throw new AppError('vehicle_type_not_served')
  if (isOpen(offer, window, window.start) === false) throw new AppError('park_closed')
  const price = priceOf(offer, await findFees(db, offer.country_id), window)
  if (price === null) throw new AppError('vehicle_type_not_served')
  const left = await findSpacesLeft(db, [pool], window)
  return {
    offer: { ...offer, tariff, pool },
    vehicle_type_id: vehicle.id,
    window,
    price,
    available: left.get(pool.id) ?? 0,
  }
}

/** The price of a window in lines, kept for ten minutes; takes no space. */
export async function quoteStay(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  want: z.output<typeof QuoteRequest>,
  language: Language,
): Promise<Quote> {
  const now = clock()
  const deal = await getDeal(db, want, getWindow(want.start_time, want.end_time, now))
  const { offer, window, price } = deal
  const quote_id = newId(now.getTime())
  const expires_at = new Date(now.getTime() + quoteMinutes * 60_000)
  await db
    .insertInto('quotes')
    .values({
      id: quote_id,
      park_id: offer.id,
      vehicle_type_id: deal.vehicle_type_id,
      tariff_id: offer.tariff.id,
      start_time: window.start,
      end_time: window.end,
      lines: toStoredLines(price.lines),
      total_minor: price.total_minor,
      currency: offer.currency,
      created_at: now,
      expires_at,
    })
    .execute()
  const rules = refundRules({ policy: offer.cancellation, start: window.start, booked_at: now })
  return {
    quote_id,
    park_id: offer.id,
    vehicle_type_id: deal.vehicle_type_id,
    start_time: window.start.toISOString(),
    end_time: window.end.toISOString(),
    lines: labelled(price.lines, offer.currency, await findFeeNames(db, language), language),
    total: toMajor(price.total_minor, offer.currency),
    currency: offer.currency,
    expires_at: expires_at.toISOString(),
    cancellation: termsOf(offer.cancellation, rules),
    available: deal.available,
  }
}

export type KeptQuote = {
  park_id: string
  vehicle_type_id: number
  tariff_id: string
  window: Window
  lines: PriceLine[]
  total_minor: bigint
  currency: Currency
  expires_at: Date
}

export async function findQuote(db: Db | Tx, id: string): Promise<KeptQuote | undefined> {
  const row = await db.selectFrom('quotes').selectAll().where('id', '=', id).executeTakeFirst()
  if (row === undefined) return undefined
  const { park_id, vehicle_type_id, tariff_id, total_minor, expires_at } = row
  return {
    park_id,
    vehicle_type_id,
    tariff_id,
    window: { start: row.start_time, end: row.end_time },
    lines: fromStoredLines(row.lines),
    total_minor,
    currency: row.currency as Currency,
    expires_at,
  }
}

/** Whether a quote was made for exactly this. */
export const isQuoteFor = (
  quote: KeptQuote,
  want: { park_id: string; vehicle_type_id: number; window: Window },
): boolean =>
  quote.park_id === want.park_id &&
  quote.vehicle_type_id === want.vehicle_type_id &&
  quote.window.start.getTime() === want.window.start.getTime() &&
  quote.window.end.getTime() === want.window.end.getTime()

/** Deletes quotes that ran out a day ago; bookings keep their own lines. */
export async function forgetQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const yesterday = new Date(clock().getTime() - 24 * 60 * 60_000)
  await db.deleteFrom('quotes').where('expires_at', '<', yesterday).execute()
}
