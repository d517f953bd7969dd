import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { nearEvent_m } from '#contract/events/event-rules.ts'
import {
  type Event,
  type EventKind,
  type EventParks,
  type EventSummary,
  type listEventParks,
  type listEvents,
} from '#contract/events/events.ts'
import { toPage, type Page } from '#contract/fields.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { isGranted, type FindGrant } from '#server/features/access/grants.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { getCountry } from '#server/features/places/queries.ts'
import { findParks, type SearchDeps } from '#server/features/search/list.ts'
import { distanceTo } from '#server/geo.ts'
import { AppError } from '#server/http/errors.ts'
import { findBookableFrom, findBookableWindow } from './rules.ts'

export interface EventRow {
  id: string
  event_code: string
  slug: string
  name: string
  description: string
  kind: EventKind
  venue: string
  city: string
  country_code: CountryCode
  lat: number
  lng: number
  timezone: string
  doors_at: Date
  starts_at: Date
  ends_at: Date
  state: 'published' | 'cancelled'
  cancellation: 'flexible' | 'strict'
  tickets_url: string | null
  is_example: boolean
  is_private: boolean
  distance_m?: number
}

const columns = (language: Language) => sql`
  p.id, p.event_code, p.slug, p.kind, p.venue, p.city, c.code as country_code, p.lat, p.lng, p.timezone, p.doors_at, p.starts_at,
  p.ends_at, p.state, p.cancellation, p.tickets_url, p.example is not null as is_example, p.private_code_hash is not null as is_private,
  ${language === 'fr' ? sql`p.name_fr as name, p.description_fr as description` : sql`p.name, p.description`}`

/** Events that lists, searches and sitemaps may contain. */
const isPublic = sql<boolean>`p.state <> 'draft' and p.private_code_hash is null`

function toCondition(query: ParsedQuery<typeof listEvents>, country_id: number | undefined, now: Date) {
  const { kind, from, to, text, near } = query
  const dayOf = (at: string) => sql`(${sql.ref(at)} at time zone p.timezone)::date`
  const words = text === undefined ? [] : normalizeText(text).split(' ')
  const conditions: RawBuilder<unknown>[] = [
    isPublic,
    sql`p.ends_at > ${now}`,
    ...(country_id === undefined ? [] : [sql`p.country_id = ${country_id}`]),
    ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
    // An event of several days matches each of them.
    ...(from === undefined ? [] : [sql`${dayOf('p.ends_at')} >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`${dayOf('p.starts_at')} <= ${to}::date`]),
    // A text without a word matches nothing.
    ...words.map((word) => (word === '' ? sql`false` : sql`strpos(' ' || p.folded, ${` ${word}`}) > 0`)),
    ...(near === undefined ? [] : [sql`${distanceTo(near)} <= ${nearEvent_m}`]),
  ]
  return sql<boolean>`${sql.join(conditions, sql` and `)}`
}

/** Returns a page of public events that are not over, soonest first. Throws 422 for an unknown country. */
export async function findEvents(
  db: Db,
  query: ParsedQuery<typeof listEvents>,
  language: Language,
  now: Date,
): Promise<Page<EventSummary>> {
  const { page, size, near } = query
  const country = query.country === undefined ? undefined : await getCountry(db, query.country)
  const condition = toCondition(query, country?.id, now)
  const distance = near === undefined ? sql`` : sql`, ${distanceTo(near)} as distance_m`
  const counted = await sql<{ total: number }>`select count(*)::int as total from events p where ${condition}`.execute(
    db,
  )
  const { rows } = await sql<EventRow>`
    select ${columns(language)}${distance} from events p join countries c on c.id = p.country_id where ${condition}
    order by p.starts_at, p.id limit ${size} offset ${(page - 1) * size}`.execute(db)
  return toPage(rows.map(toSummary), counted.rows[0]!.total, page, size)
}

/** Returns an event by its code. Throws `event_not_found`, also for a private event without its grant. */
export async function getEventRow(
  db: Db,
  event_code: string,
  findGrant: FindGrant,
  language: Language,
  now: Date,
): Promise<EventRow> {
  const row = await findRow(db, sql<boolean>`p.event_code = ${normalizeCode(event_code)}`, language)
  const isOpen =
    row !== undefined && (!row.is_private || (await isGranted(db, findGrant(row.event_code), row.event_code, now)))
  if (!isOpen) throw new AppError('event_not_found')
  return row
}

export async function findRow(
  db: Db,
  condition: RawBuilder<boolean>,
  language: Language,
): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    select ${columns(language)} from events p join countries c on c.id = p.country_id
    where p.state <> 'draft' and ${condition}`.execute(db)
  return rows[0]
}

const toSummary = (row: EventRow): EventSummary => ({
  event_code: row.event_code,
  slug: row.slug,
  name: row.name,
  kind: row.kind,
  venue: row.venue,
  city: row.city,
  country_code: row.country_code,
  lat: row.lat,
  lng: row.lng,
  timezone: row.timezone,
  doors_at: row.doors_at.toISOString(),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  state: row.state,
  is_example: row.is_example,
  ...(row.distance_m === undefined ? {} : { distance_m: Math.round(row.distance_m) }),
})

export function toEvent(row: EventRow, now: Date): Event {
  const parking = findBookableWindow(row, now)
  return {
    ...toSummary(row),
    is_private: row.is_private,
    description: row.description,
    tickets_url: row.tickets_url,
    cancellation: row.cancellation,
    parking: parking && { start_time: parking.start.toISOString(), end_time: parking.end.toISOString() },
    bookable_from: findBookableFrom(row, now)?.toISOString() ?? null,
  }
}

/** Search radius around a venue. */
const nearRadius_m = 2_000

/**
 * Returns car parks around an event with total price and spaces for its window: bookable ones first, then by distance;
 * those farther away if there are none.
 * Throws `event_not_bookable` if the window can't be booked.
 */
export async function findEventParks(
  deps: SearchDeps,
  row: EventRow,
  { page, size, vehicle_type_id }: ParsedQuery<typeof listEventParks>,
  language: Language,
): Promise<EventParks> {
  const parking = findBookableWindow(row, deps.clock())
  if (parking === null) throw new AppError('event_not_bookable')
  const window = { start_time: parking.start.toISOString(), end_time: parking.end.toISOString() }
  const { country_code: country, lat, lng } = row
  const around = { country, lat, lng, radius: nearRadius_m, nearest: 'true', sort: 'best' } as const
  const found = await findParks(deps, { ...around, ...window, vehicle_type_id, page, size }, language)
  return { ...found, ...window, radius_m: found.beyond?.within_m ?? nearRadius_m }
}

/** Returns upcoming public events for the sitemap, without examples. */
export async function findSitemapEvents(db: Db, now: Date): Promise<{ event_code: string; changed: Date }[]> {
  const { rows } = await sql<{ event_code: string; changed: Date }>`
    select p.event_code, p.created_at as changed from events p
    where ${isPublic} and p.example is null and p.ends_at > ${now} order by p.starts_at, p.id limit 10000`.execute(db)
  return rows
}

/** Returns the normalized text in which searches look for words. */
export const toSearchText = (event: { name: string; name_fr: string; venue: string; city: string }): string =>
  normalizeText([event.name, event.name_fr, event.venue, event.city].join(' '))
