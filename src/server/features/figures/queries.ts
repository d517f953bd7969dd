import { sql } from 'kysely'
import { placeKinds } from '#contract/browse.ts'
import type { Figures } from '#contract/figures.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findFigures } from '#server/features/content/figures.ts'
import { getCountry } from '#server/features/places/queries.ts'
import { minCounts, percentOf, roundCount } from './rules.ts'

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const month_ms = 30 * day_ms
const year_ms = 365 * day_ms

type Usage = Pick<Figures, 'active_users' | 'bookings' | 'satisfaction_percent'>
type Counted = { usage: Usage; places: { country_id: number; kind: string; total: number }[] }
const counted = new WeakMap<Db, { figures: Promise<Counted>; until: number }>()

/** Counted once an hour by each process, whoever asks meanwhile. Throws a 422 for an unknown country. */
export async function getFigures({ db, clock }: Deps, country: string): Promise<Figures> {
  const now = clock()
  const { id, code } = await getCountry(db, country)
  const { usage, places } = await countOnce(db, now)
  const held = await findFigures(db, now)
  const of = (kind: string) => places.find((row) => row.country_id === id && row.kind === kind)?.total ?? 0
  const [airport, city, stadium, station] = placeKinds.map(of) as [number, number, number, number]
  return { parks: held[`data.parks.${code}`] ?? 0, places: { airport, city, stadium, station }, ...usage }
}

function countOnce(db: Db, now: Date): Promise<Counted> {
  const known = counted.get(db)
  if (known !== undefined && known.until > now.getTime()) return known.figures
  const figures = count(db, now)
  counted.set(db, { figures, until: now.getTime() + hour_ms })
  // What failed is counted anew.
  figures.catch(() => counted.delete(db))
  return figures
}

async function count(db: Db, now: Date): Promise<Counted> {
  const since = (ms: number) => new Date(now.getTime() - ms)
  const month = since(month_ms)
  const { rows } = await sql<{ active_users: number; bookings: number; reviews: number; good: number }>`
    with made as (
      select user_id from bookings where id >= ${firstId(month)}::uuid and status not in ('pending', 'expired')
    )
    select
      (select count(*)::int from (
        select user_id from sessions where last_seen_at >= ${month} union select user_id from made
      ) as seen) as active_users,
      (select count(*)::int from made) as bookings,
      (select count(*)::int from reviews where created_at >= ${since(year_ms)}) as reviews,
      (select count(*)::int from reviews where created_at >= ${since(year_ms)} and rating >= 4) as good`.execute(db)
  const { active_users, bookings, reviews, good } = rows[0]!
  const places = await sql<Counted['places'][number]>`
    select country_id, kind, count(*)::int as total from places where slug is not null group by country_id, kind`.execute(
    db,
  )
  return {
    usage: {
      active_users: roundCount(active_users, minCounts.active_users),
      bookings: roundCount(bookings, minCounts.bookings),
      satisfaction_percent: percentOf(good, reviews, minCounts.reviews),
    },
    places: places.rows,
  }
}

/** Ids are in the order of their time (UUID version 7): the primary key finds the last month without reading all. */
const firstId = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`
}
