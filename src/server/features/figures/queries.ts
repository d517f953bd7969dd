import { sql } from 'kysely'
import type { Figures } from '#contract/figures/figures.ts'
import { placeKinds } from '#contract/geography.ts'
import { day_ms, hour_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { firstId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findFigures, listChargerCountries } from '#server/features/content/figures.ts'
import { getCountry } from '#server/features/places/queries.ts'
import { minCounts, calculatePercent, roundCount } from './rules.ts'

const month_ms = 30 * day_ms
const year_ms = 365 * day_ms

type Usage = Pick<Figures, 'active_users' | 'bookings' | 'satisfaction_percent'>
interface UsageCounts {
  usage: Usage
  places: { country_id: number; kind: string; total: number }[]
}
const countsCache = new WeakMap<Db, { counts: Promise<UsageCounts>; until: number }>()

/**
 * Returns the figures of a country; usage is counted at most once an hour per process. Throws a 422 for an unknown
 * country.
 */
export async function getFigures({ db, clock }: Deps, country: string): Promise<Figures> {
  const now = clock()
  const { id, code } = await getCountry(db, country)
  const { usage, places } = await getUsageCounts(db, now)
  const contentFigures = await findFigures(db, now)
  const countPlaces = (kind: string) => places.find((row) => row.country_id === id && row.kind === kind)?.total ?? 0
  const [airport, city, stadium, station] = placeKinds.map(countPlaces) as [number, number, number, number]
  return {
    parks: contentFigures[`data.parks.${code}`] ?? 0,
    places: { airport, city, stadium, station },
    charger_countries: listChargerCountries(contentFigures),
    ...usage,
  }
}

function getUsageCounts(db: Db, now: Date): Promise<UsageCounts> {
  const cached = countsCache.get(db)
  if (cached !== undefined && cached.until > now.getTime()) return cached.counts
  const counts = countUsage(db, now)
  countsCache.set(db, { counts, until: now.getTime() + hour_ms })
  // A failure must not be cached.
  counts.catch(() => countsCache.delete(db))
  return counts
}

async function countUsage(db: Db, now: Date): Promise<UsageCounts> {
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
  const places = await sql<UsageCounts['places'][number]>`
    select country_id, case when kind = 'arena' then 'stadium' else kind end as kind, count(*)::int as total
    from places where slug is not null group by 1, 2`.execute(db)
  return {
    usage: {
      active_users: roundCount(active_users, minCounts.active_users),
      bookings: roundCount(bookings, minCounts.bookings),
      satisfaction_percent: calculatePercent(good, reviews, minCounts.reviews),
    },
    places: places.rows,
  }
}
