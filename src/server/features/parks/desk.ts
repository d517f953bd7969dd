import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { parkList } from '#contract/parks/desk/parks.ts'
import { containsPattern } from '#server/database/like.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { isBookable, isListed, parkCapacity } from './offers.ts'

/** Car parks that are shown to drivers; records that duplicate another one are not. */
const parkSource = (): ListSource<typeof parkList> => ({
  from: sql`parks p join countries c on c.id = p.country_id left join partners o on o.id = p.partner_id
    join lateral (select ${isListed} as is_listed) l on l.is_listed`,
  id: sql<string>`p.id`,
  columns: {
    name: sql`coalesce(p.name, p.address, p.park_code)`,
    park_code: sql`p.park_code`,
    city: sql`p.city`,
    country: sql`c.code`,
    kind: sql`p.kind`,
    partner: sql`o.name`,
    bookable: isBookable,
    capacity: parkCapacity,
    check_in: sql`p.check_in`,
    cancellation: sql`p.cancellation`,
    rating: sql`case when p.rating_count > 0 then round(p.rating_sum::numeric / p.rating_count, 1)::float8 end`,
    bookings: sql`(select count(*)::int from bookings b join pools q on q.id = b.pool_id where q.park_id = p.id)`,
    source: sql`p.source`,
    examples: sql`nullif(p.examples, '{}')`,
    imported_at: sql`p.imported_at`,
  },
  filters: {
    country: (code) => sql<boolean>`c.code = ${code}`,
    kind: (kind) => sql<boolean>`p.kind = ${kind}`,
    city: (text) => sql<boolean>`p.city ilike ${containsPattern(text)}`,
    partner: (text) => sql<boolean>`(o.id::text = ${text} or o.name ilike ${containsPattern(text)})`,
    source: (code) => sql<boolean>`p.source = ${code}`,
  },
  state: sql<string>`case when ${isBookable} then 'bookable' else 'listed' end`,
  search: (text) => ({
    exact: sql<boolean>`p.park_code = ${normalizeCode(text)}`,
    matches: sql<boolean>`(p.name ilike ${containsPattern(text)} or p.address ilike ${containsPattern(text)}
      or p.park_code = ${normalizeCode(text)} or o.name ilike ${containsPattern(text)})`,
  }),
  scope: { park: 'p' },
})

export const parksDesk = [served(parkList, parkSource)]
