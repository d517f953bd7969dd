import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import { arrayOf } from '#server/database/array.ts'
import { batchQueries } from '#server/database/batch.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import type { Deps } from '#server/deps.ts'
import type { PricedWindow, Window } from '#server/features/availability/window.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import { eventExpression, fromStoredEvent, type EventTerms, type StoredEvent } from '../event-terms.ts'
import type { PriceTerms } from './priced-offers.ts'

export interface SavedQuote {
  park_id: string
  vehicle_type_id: number
  window: PricedWindow
  terms: PriceTerms
  event: EventTerms | undefined
  expires_at: Date
}

interface QuoteRow {
  park_id: string
  vehicle_type_id: number
  tariff_id: string
  start_time: Date
  priced_from: Date
  end_time: Date
  expires_at: Date
  lines: unknown
  total_minor: bigint
  currency: Currency
  promo_code_id: string | null
  code: string | null
  limit_per_person: number | null
  most_uses: number | null
  event: StoredEvent | null
}

/** Quotes by id, in one statement. */
async function findQuotes(db: Db | Tx, ids: readonly string[]): Promise<Map<string, SavedQuote>> {
  const { rows } = await sql<QuoteRow & { id: string }>`
    select q.id, q.park_id, q.vehicle_type_id, q.tariff_id, q.start_time, q.priced_from, q.end_time, q.expires_at, q.lines, q.total_minor,
      q.currency, q.promo_code_id, c.code, c.limit_per_person, c.most_uses, ${eventExpression(sql.ref('q.event_id'))} as event
    from unnest(${arrayOf(ids, 'uuid')}) w(id) join quotes q on q.id = w.id
    left join promo_codes c on c.id = q.promo_code_id`.execute(db)
  return new Map(rows.map((row) => [row.id, toSavedQuote(row)]))
}

/** A quote by its id, expired or not. Calls made at the same time share one statement. */
export const findQuote = batchQueries(findQuotes)

function toSavedQuote(row: QuoteRow): SavedQuote {
  const { park_id, vehicle_type_id, tariff_id, currency, promo_code_id, code } = row
  return {
    park_id,
    vehicle_type_id,
    window: { start: row.start_time, end: row.end_time, priced_from: row.priced_from },
    terms: {
      tariff_id,
      lines: fromStoredLines(row.lines),
      total_minor: row.total_minor,
      currency,
      promo:
        promo_code_id === null || code === null
          ? null
          : { promo_code_id, code, limit_per_person: row.limit_per_person, most_uses: row.most_uses },
    },
    event: fromStoredEvent(row.event),
    expires_at: row.expires_at,
  }
}

/** Whether a quote is for this booking. A request without a promo code or event also matches a quote that has one. */
export function isQuoteFor(
  quote: SavedQuote,
  request: {
    park_id: string
    vehicle_type_id: number
    window: PricedWindow
    promo_code: string | undefined
    event: EventTerms | undefined
  },
): boolean {
  return (
    quote.park_id === request.park_id &&
    quote.vehicle_type_id === request.vehicle_type_id &&
    isSameWindow(quote.window, request.window) &&
    (request.promo_code === undefined || request.promo_code === quote.terms.promo?.code) &&
    (request.event === undefined || request.event.id === quote.event?.id)
  )
}

export const isSameWindow = (a: Window, b: Window): boolean =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()

/** Deletes quotes that expired a day ago; bookings keep price lines of their own. */
export async function deleteExpiredQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const yesterday = new Date(clock().getTime() - day_ms)
  await deleteOld(db, 'quotes', sql`expires_at < ${yesterday}`)
}
