import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { quoteMinutes } from '#contract/bookings/booking-rules.ts'
import type { Quote, QuoteRequest } from '#contract/bookings/bookings.ts'
import { toMajor } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import { batchQueries } from '#server/database/batch.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { leastSpacesLeft } from '#server/features/availability/space-timeline.ts'
import { poolsValue, toPoolSpaces, type SpaceRequest } from '#server/features/availability/spaces.ts'
import { getWindow } from '#server/features/availability/window.ts'
import { toStoredLines } from '#server/features/pricing/lines.ts'
import { findStandingBookings, toAlreadyBooked } from '../create/already-booked.ts'
import { toBookedEvent, type EventTerms } from '../event-terms.ts'
import { labelLines, toFeeNames } from '../line-labels.ts'
import { listRefundRules, toCancellationTerms } from '../refund-rules.ts'
import { getPricedOffer, type PricedOffer } from './priced-offers.ts'

/**
 * Quotes the price of a booking and keeps it for `quoteMinutes`; takes no space. Throws what `getPricedOffer` throws.
 */
export async function createQuote(
  deps: Pick<Deps, 'db' | 'clock'>,
  request: z.output<typeof QuoteRequest>,
  event: EventTerms | undefined,
  user_id: string | undefined,
  language: Language,
): Promise<Quote> {
  const now = deps.clock()
  const windowIn = (timezone: string) => getWindow(request.start_time, request.end_time, now, timezone)
  const pricedOffer = await getPricedOffer(deps.db, { ...request, event, user_id }, windowIn, now)
  return saveQuote(deps.db, pricedOffer, { user_id, plate: request.plate }, now, language)
}

/** Keeps the price of an offer for `quoteMinutes`, counts the spaces left, and finds the driver's own booking of the plate. */
export async function saveQuote(
  db: Db,
  pricedOffer: PricedOffer,
  { user_id, plate }: { user_id?: string | undefined; plate?: string | undefined },
  now: Date,
  language: Language,
): Promise<Quote> {
  const { offer, vehicle_type_id, window, event, terms, fees } = pricedOffer
  const { lines, total_minor, currency, promo } = terms
  const quote_id = newId(now.getTime())
  const expires_at = new Date(now.getTime() + quoteMinutes * minute_ms)
  const row = {
    id: quote_id,
    park_id: offer.id,
    vehicle_type_id,
    tariff_id: terms.tariff_id,
    start_time: window.start,
    priced_from: window.priced_from,
    end_time: window.end,
    lines: JSON.parse(toStoredLines(lines)) as unknown,
    total_minor: String(total_minor),
    currency,
    promo_code_id: promo?.promo_code_id ?? null,
    event_id: event?.id ?? null,
    created_at: now,
    expires_at,
  }
  const isOwn = user_id !== undefined && plate !== undefined
  const [available, standing] = await Promise.all([
    insertQuote(db, { row, place: { pool_id: offer.pool.id, window } }),
    isOwn ? findStandingBookings(db, [{ user_id, park_id: offer.id, plate, window }], now) : [],
  ])
  const rules = listRefundRules({ policy: offer.cancellation, start: window.start, booked_at: now })
  return {
    quote_id,
    park_id: offer.id,
    vehicle_type_id,
    start_time: window.start.toISOString(),
    priced_from: window.priced_from.toISOString(),
    end_time: window.end.toISOString(),
    lines: labelLines(lines, currency, toFeeNames(fees, language), language),
    total: toMajor(total_minor, currency),
    currency,
    expires_at: expires_at.toISOString(),
    cancellation: toCancellationTerms(offer.cancellation, rules),
    promo_code: promo?.code ?? null,
    event: toBookedEvent(event, language),
    available: available ?? 0,
    already_booked: standing[0] === undefined ? null : toAlreadyBooked(standing[0]),
  }
}

interface QuoteInsert {
  row: object
  place: SpaceRequest
}

/** Inserts quotes and counts the spaces left in each one's pool and window, in one statement. */
const insertQuote = batchQueries(async (db: Db | Tx, inserts: readonly QuoteInsert[]) => {
  const { rows } = await sql<{ pools: Parameters<typeof toPoolSpaces>[0] }>`
    with inserted as (
      insert into quotes select * from jsonb_populate_recordset(null::quotes, ${JSON.stringify(inserts.map(({ row }) => row))}::jsonb))
    select ${poolsValue(inserts.map(({ place }) => place))} as pools`.execute(db)
  const pools = toPoolSpaces(rows[0]!.pools)
  const counts = new Map<QuoteInsert, number>()
  for (const insert of inserts) {
    const { pool_id, window } = insert.place
    const pool = pools.get(pool_id)
    if (pool === undefined) continue
    counts.set(insert, leastSpacesLeft(pool, window))
  }
  return counts
})
