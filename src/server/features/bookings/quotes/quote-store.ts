import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import type { Window } from '#server/features/availability/window.ts'
import type { Terms } from './priced-offers.ts'
import { eventValue, fromStoredEvent, type EventTerms, type StoredEvent } from '#server/features/bookings/events.ts'

export type KeptQuote = {
  park_id: string
  vehicle_type_id: number
  window: Window
  terms: Terms
  event: EventTerms | undefined
  expires_at: Date
}

export type StoredQuote = {
  park_id: string
  vehicle_type_id: number
  tariff_id: string
  start_time: string
  end_time: string
  expires_at: string
  lines: unknown
  total_minor: string
  currency: Currency
  promo_code_id: string | null
  code: string | null
  limit_per_person: number | null
  event: StoredEvent | null
}

/** A quote as one value of any statement, for `toKept`; null where there is none. */
export const quoteValue = (id: RawBuilder<unknown>): RawBuilder<StoredQuote | null> => sql<StoredQuote | null>`(
  select to_jsonb(q) || jsonb_build_object('total_minor', q.total_minor::text, 'code', c.code, 'limit_per_person', c.limit_per_person,
    'event', ${eventValue(sql.ref('q.event_id'))})
  from quotes q left join promo_codes c on c.id = q.promo_code_id where q.id = ${id})`

export async function findQuote(db: Db | Tx, id: string): Promise<KeptQuote | undefined> {
  const { rows } = await sql<{ quote: StoredQuote | null }>`select ${quoteValue(sql`${id}::uuid`)} as quote`.execute(db)
  return toKept(rows[0]!.quote)
}

export function toKept(row: StoredQuote | null): KeptQuote | undefined {
  if (row === null) return undefined
  const { park_id, vehicle_type_id, tariff_id, currency, promo_code_id, code } = row
  return {
    park_id,
    vehicle_type_id,
    window: { start: new Date(row.start_time), end: new Date(row.end_time) },
    terms: {
      tariff_id,
      lines: fromStoredLines(row.lines),
      total_minor: BigInt(row.total_minor),
      currency,
      promo: promo_code_id === null || code === null ? null : { promo_code_id, code, most: row.limit_per_person },
    },
    event: fromStoredEvent(row.event),
    expires_at: new Date(row.expires_at),
  }
}

/** Whether a quote was made for exactly this; one without a promo code or an event is not a quote for it with one. */
export function isQuoteFor(
  quote: KeptQuote,
  want: {
    park_id: string
    vehicle_type_id: number
    window: Window
    promo_code: string | undefined
    event: EventTerms | undefined
  },
): boolean {
  return (
    quote.park_id === want.park_id &&
    quote.vehicle_type_id === want.vehicle_type_id &&
    isSameWindow(quote.window, want.window) &&
    (want.promo_code === undefined || want.promo_code === quote.terms.promo?.code) &&
    (want.event === undefined || want.event.id === quote.event?.id)
  )
}

export const isSameWindow = (a: Window, b: Window): boolean =>
  a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()

/** Deletes quotes that ran out a day ago; bookings keep their own lines. */
export async function forgetQuotes({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const yesterday = new Date(clock().getTime() - 24 * 60 * 60_000)
  await db.deleteFrom('quotes').where('expires_at', '<', yesterday).execute()
}
