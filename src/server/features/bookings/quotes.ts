import { quoteMinutes, type Quote, type QuoteRequest } from '#contract/bookings.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { fromStoredLines, toStoredLines } from '#server/features/parks/lines.ts'
import { findSpacesLeft } from '#server/features/parks/spaces.ts'
import { getWindow, type Window } from '#server/features/parks/window.ts'
import { newId } from '#server/ids.ts'
import { getDeal, type Deal, type Terms } from './deals.ts'
import { labelled, namesOf } from './labels.ts'
import { refundRules, termsOf } from './rules.ts'
import type * as z from 'zod/mini'

type QuoteWish = z.output<typeof QuoteRequest>
type Quoting = Pick<Deps, 'db' | 'clock'>

/** The price of a window in lines, kept for ten minutes; takes no space. */
export async function quoteStay(
  deps: Quoting,
  wish: QuoteWish,
  user_id: string | undefined,
  language: Language,
): Promise<Quote> {
  const now = deps.clock()
  const windowIn = (timezone: string) => getWindow(wish.start_time, wish.end_time, now, timezone)
  return keepQuote(deps, await getDeal(deps.db, { ...wish, user_id }, windowIn, now), now, language)
}

/** Keeps a deal's price for ten minutes. */
export async function keepQuote({ db }: { db: Db }, deal: Deal, now: Date, language: Language): Promise<Quote> {
  const { offer, window, terms } = deal
  const { lines, total_minor, currency, promo } = terms
  const quote_id = newId(now.getTime())
  const expires_at = new Date(now.getTime() + quoteMinutes * 60_000)
  await db
    .insertInto('quotes')
    .values({
      id: quote_id,
      park_id: offer.id,
      vehicle_type_id: deal.vehicle_type_id,
      tariff_id: terms.tariff_id,
      start_time: window.start,
      end_time: window.end,
      lines: toStoredLines(lines),
      total_minor,
      currency,
      promo_code_id: promo?.promo_code_id ?? null,
      created_at: now,
      expires_at,
    })
    .execute()
  const rules = refundRules({ policy: offer.cancellation, start: window.start, booked_at: now })
  const left = await findSpacesLeft(db, [offer.pool], window)
  return {
    quote_id,
    park_id: offer.id,
    vehicle_type_id: deal.vehicle_type_id,
    start_time: window.start.toISOString(),
    end_time: window.end.toISOString(),
    lines: labelled(lines, currency, namesOf(deal.fees, language), language),
    total: toMajor(total_minor, currency),
    currency,
    expires_at: expires_at.toISOString(),
    cancellation: termsOf(offer.cancellation, rules),
    promo_code: promo?.code ?? null,
    available: left.get(offer.pool.id) ?? 0,
  }
}

export type KeptQuote = {
  park_id: string
  vehicle_type_id: number
  window: Window
  terms: Terms
  expires_at: Date
}

export async function findQuote(db: Db | Tx, id: string): Promise<KeptQuote | undefined> {
  const row = await db
    .selectFrom('quotes as q')
    .leftJoin('promo_codes as p', 'p.id', 'q.promo_code_id')
    .selectAll('q')
    .select(['p.code', 'p.limit_per_person'])
    .where('q.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { park_id, vehicle_type_id, tariff_id, total_minor, expires_at, promo_code_id, code } = row
  return {
    park_id,
    vehicle_type_id,
    window: { start: row.start_time, end: row.end_time },
    terms: {
      tariff_id,
      lines: fromStoredLines(row.lines),
      total_minor,
      currency: row.currency as Currency,
      promo: promo_code_id === null || code === null ? null : { promo_code_id, code, most: row.limit_per_person },
    },
    expires_at,
  }
}

/** Whether a quote was made for exactly this; one without a promo code is not a quote for it with one. */
export function isQuoteFor(
  quote: KeptQuote,
  want: { park_id: string; vehicle_type_id: number; window: Window; promo_code: string | undefined },
): boolean {
  return (
    quote.park_id === want.park_id &&
    quote.vehicle_type_id === want.vehicle_type_id &&
    isSameWindow(quote.window, want.window) &&
    (want.promo_code === undefined || want.promo_code === quote.terms.promo?.code)
  )
}

export const isSameWindow = (a: Window, b: Window): boolean =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()

/** Deletes quotes that ran out a day ago; bookings keep their own lines. */
export async function forgetQuotes({ db, clock }: Quoting): Promise<void> {
  const yesterday = new Date(clock().getTime() - 24 * 60 * 60_000)
  await db.deleteFrom('quotes').where('expires_at', '<', yesterday).execute()
}
