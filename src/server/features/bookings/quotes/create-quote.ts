import { sql } from 'kysely'
import { quoteMinutes, type Quote, type QuoteRequest } from '#contract/bookings.ts'
import { toMajor } from '#contract/minor-units.ts'
import type { Language } from '#contract/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { toStoredLines } from '#server/features/pricing/lines.ts'
import { leastLeft } from '#server/features/parks/availability-chart.ts'
import { poolsValue, toPoolSpaces, type Place } from '#server/features/availability/spaces.ts'
import { getWindow } from '#server/features/availability/window.ts'
import { gather } from '#server/batch.ts'
import { newId } from '#server/ids.ts'
import { getPricedOffer, type PricedOffer } from './priced-offers.ts'
import { toBookedEvent, type EventTerms } from '#server/features/bookings/event-terms.ts'
import { labelLines, toFeeNames } from '#server/features/bookings/line-labels.ts'
import { listRefundRules, toCancellationTerms } from '#server/features/bookings/refund-rules.ts'
import type * as z from 'zod/mini'

type ParsedQuoteRequest = z.output<typeof QuoteRequest>
type Quoting = Pick<Deps, 'db' | 'clock'>

/** The price of a window in lines, kept for ten minutes; takes no space. */
export async function createQuote(
  deps: Quoting,
  wish: ParsedQuoteRequest,
  event: EventTerms | undefined,
  user_id: string | undefined,
  language: Language,
): Promise<Quote> {
  const now = deps.clock()
  const windowIn = (timezone: string) => getWindow(wish.start_time, wish.end_time, now, timezone)
  return saveQuote(deps, await getPricedOffer(deps.db, { ...wish, event, user_id }, windowIn, now), now, language)
}

/** Keeps a deal's price for ten minutes. */
export async function saveQuote({ db }: { db: Db }, deal: PricedOffer, now: Date, language: Language): Promise<Quote> {
  const { offer, window, terms } = deal
  const { lines, total_minor, currency, promo } = terms
  const quote_id = newId(now.getTime())
  const expires_at = new Date(now.getTime() + quoteMinutes * 60_000)
  const row = {
    id: quote_id,
    park_id: offer.id,
    vehicle_type_id: deal.vehicle_type_id,
    tariff_id: terms.tariff_id,
    start_time: window.start,
    end_time: window.end,
    lines: JSON.parse(toStoredLines(lines)) as unknown,
    total_minor: String(total_minor),
    currency,
    promo_code_id: promo?.promo_code_id ?? null,
    event_id: deal.event?.id ?? null,
    created_at: now,
    expires_at,
  }
  const available = await keeperOf(db)({ row, place: { pool_id: offer.pool.id, window } })
  const rules = listRefundRules({ policy: offer.cancellation, start: window.start, booked_at: now })
  return {
    quote_id,
    park_id: offer.id,
    vehicle_type_id: deal.vehicle_type_id,
    start_time: window.start.toISOString(),
    end_time: window.end.toISOString(),
    lines: labelLines(lines, currency, toFeeNames(deal.fees, language), language),
    total: toMajor(total_minor, currency),
    currency,
    expires_at: expires_at.toISOString(),
    cancellation: toCancellationTerms(offer.cancellation, rules),
    promo_code: promo?.code ?? null,
    event: toBookedEvent(deal.event, language),
    available,
  }
}

type QuoteInsert = { row: object; place: Place }
const keepers = new WeakMap<Db, (one: QuoteInsert) => Promise<number>>()

/** Quotes that are made at the same time are kept together, in the look at their spaces; each gets how many are left. */
function keeperOf(db: Db): (one: QuoteInsert) => Promise<number> {
  const keeper = keepers.get(db) ?? gather((all: readonly QuoteInsert[]) => insertQuotes(db, all))
  keepers.set(db, keeper)
  return keeper
}

async function insertQuotes(db: Db, all: readonly QuoteInsert[]): Promise<number[]> {
  const { rows } = await sql<{ pools: Parameters<typeof toPoolSpaces>[0] }>`
    with kept as (
      insert into quotes select * from jsonb_populate_recordset(null::quotes, ${JSON.stringify(all.map(({ row }) => row))}::jsonb))
    select ${poolsValue(all.map(({ place }) => place))} as pools`.execute(db)
  const pools = toPoolSpaces(rows[0]!.pools)
  return all.map(({ place: { pool_id, window } }) => {
    const pool = pools.get(pool_id)
    return pool === undefined ? 0 : leastLeft(pool.capacity, new Map(pool.days.map((day) => [day.day, day])), window)
  })
}
