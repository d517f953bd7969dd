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
import {
  findRepeated,
  readStandingBookings,
  standingBookingsExpression,
  toAlreadyBooked,
  type StandingBooking,
  type Stay,
  type StoredStandingBooking,
} from '../create/already-booked.ts'
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
  const stay = user_id === undefined || plate === undefined ? undefined : { user_id, park_id: offer.id, plate, window }
  const { available, standing } = (await insertQuote(db, {
    row,
    place: { pool_id: offer.pool.id, window },
    stay,
    now,
  }))!
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
    available,
    already_booked: standing === undefined ? null : toAlreadyBooked(standing),
  }
}

interface QuoteInsert {
  row: object
  place: SpaceRequest
  /** What the driver would book, where both the driver and the vehicle are known. */
  stay: Stay | undefined
  now: Date
}
interface InsertedQuote {
  /** Spaces left in the pool during the window. */
  available: number
  /** The driver's first booking that it would repeat. */
  standing: StandingBooking | undefined
}

/** Inserts quotes, counts the spaces left for each and finds what it would repeat, in one statement. */
const insertQuote = batchQueries(async (db: Db | Tx, inserts: readonly QuoteInsert[]) => {
  const stays = inserts.flatMap(({ stay }) => stay ?? [])
  const now = inserts.reduce((latest, insert) => (insert.now > latest ? insert.now : latest), inserts[0]!.now)
  const { rows } = await sql<{ pools: Parameters<typeof toPoolSpaces>[0]; standing: StoredStandingBooking[] }>`
    with inserted as (
      insert into quotes select * from jsonb_populate_recordset(null::quotes, ${JSON.stringify(inserts.map(({ row }) => row))}::jsonb))
    select ${poolsValue(inserts.map(({ place }) => place))} as pools,
      ${stays.length === 0 ? sql`'[]'::jsonb` : standingBookingsExpression(stays, now)} as standing`.execute(db)
  const pools = toPoolSpaces(rows[0]!.pools)
  const standing = readStandingBookings(rows[0]!.standing)
  return new Map(
    inserts.map((insert): [QuoteInsert, InsertedQuote] => {
      const { stay, place } = insert
      const pool = pools.get(place.pool_id)
      const repeated = stay && findRepeated(standing, stay)
      return [insert, { available: pool === undefined ? 0 : leastSpacesLeft(pool, place.window), standing: repeated }]
    }),
  )
})
