import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { eventList, eventParkList } from '#contract/events/desk.ts'
import type { Language } from '#contract/places/places.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { isBookable, isListed, parkCapacity } from '#server/features/parks/offers.ts'
import { distanceTo } from '#server/geo.ts'

/** Events in every state, with the bookings made for them. */
const eventSource = ({ language, now }: { language: Language; now: Date }): ListSource<typeof eventList> => ({
  from: sql`events e join countries c on c.id = e.country_id`,
  id: sql<string>`e.id`,
  columns: {
    event_code: sql`e.event_code`,
    name: language === 'fr' ? sql`e.name_fr` : sql`e.name`,
    kind: sql`e.kind`,
    venue: sql`e.venue`,
    city: sql`e.city`,
    country: sql`c.code`,
    starts_at: sql`e.starts_at`,
    ends_at: sql`e.ends_at`,
    timezone: sql`e.timezone`,
    cancellation: sql`e.cancellation`,
    is_private: sql`e.private_code_hash is not null`,
    is_example: sql`e.example is not null`,
    bookings: sql`(select count(*)::int from bookings b where b.event_id = e.id)`,
    created_at: sql`e.created_at`,
  },
  filters: {
    kind: (kind) => sql<boolean>`e.kind = ${kind}`,
    country: (code) => sql<boolean>`c.code = ${code}`,
    city: (text) => sql<boolean>`e.city ilike ${containsPattern(text)}`,
    private: sql<boolean>`(e.private_code_hash is not null)`,
    upcoming: sql<boolean>`(e.ends_at > ${now})`,
    start: sql<Date>`e.starts_at`,
  },
  state: sql<string>`e.state`,
  search: (text) => ({
    exact: sql<boolean>`e.event_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(e.event_code = ${normalizeCode(text)} or ${hasWords([sql`e.name`, sql`e.name_fr`, sql`e.venue`, sql`e.city`], text)})`,
  }),
  scope: 'everywhere',
})

const radius_m = 2_000
const distance = distanceTo({ lat: sql`e.lat`, lng: sql`e.lng` })

/** Car parks around events, with the event price of their newest tariff for cars that applies between doors and end. */
const eventParkSource = (): ListSource<typeof eventParkList> => ({
  from: sql`events e join parks p on p.country_id = e.country_id
      and p.lat between e.lat - ${radius_m / 111_000}::float8 and e.lat + ${radius_m / 111_000}::float8 and ${distance} <= ${radius_m}
    join lateral (select ${isListed} as is_listed) l on l.is_listed
    left join lateral (
      select (v->>'amount_minor')::bigint as amount_minor, t.currency, (v->>'starts_at')::timestamptz as starts_at,
        (v->>'ends_at')::timestamptz as ends_at
      from (select * from tariffs where park_id = p.id and vehicle_type_id = 1 order by version desc limit 1) t
        cross join lateral jsonb_array_elements(t.terms->'events') v
      where (v->>'starts_at')::timestamptz < e.ends_at and (v->>'ends_at')::timestamptz > e.doors_at
      limit 1
    ) t on true`,
  id: sql<string>`concat(e.event_code, ' ', p.id)`,
  columns: {
    event: sql`e.event_code`,
    park: sql`coalesce(p.name, p.address, p.park_code)`,
    park_code: sql`p.park_code`,
    distance_m: sql`round(${distance})::int`,
    bookable: isBookable,
    capacity: parkCapacity,
    event_price: { minor: sql`t.amount_minor`, currency: sql<string>`t.currency` },
    price_from: sql`t.starts_at`,
    price_until: sql`t.ends_at`,
    timezone: sql`e.timezone`,
  },
  filters: {
    event: (id) => sql<boolean>`(${isId(sql`e.id`, id)} or e.event_code = ${normalizeCode(id)})`,
    bookable: isBookable,
    priced: sql<boolean>`(t.amount_minor is not null)`,
  },
  search: (text) => ({
    exact: sql<boolean>`p.park_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(${hasWords([sql`p.name`], text)} or p.park_code = ${normalizeCode(text)})`,
  }),
  scope: 'everywhere',
})

export const eventsDesk = [served(eventList, eventSource), served(eventParkList, eventParkSource)]
