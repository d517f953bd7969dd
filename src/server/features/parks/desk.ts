import { sql, type RawBuilder } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Money } from '#contract/fields.ts'
import type { DeskQuery } from '#contract/lists/lists.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import {
  mostListedCities,
  mostMappedParks,
  parkList,
  type listParkCities,
  type mapDeskParks,
} from '#contract/parks/desk/parks.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { isId } from '#server/database/ids.ts'
import { containsPattern } from '#server/database/like.ts'
import { containsPart } from '#server/features/lists/codes.ts'
import { countLazily } from '#server/features/lists/counts.ts'
import { selectedBy } from '#server/features/lists/run-list.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import type { Scope } from '#server/http/caller.ts'
import { isBookable, isListed, parkCapacity } from './offers.ts'
import { hasParkWords } from './park-words.ts'

/** The newest tariff of ordinary cars. */
const carTariff = sql`(select jsonb_build_object('currency', t.currency, 'free_minutes', t.free_minutes,
    'increment_minutes', t.increment_minutes, 'increment_minor', t.increment_minor::text,
    'day_cap_minor', t.day_cap_minor::text, 'day_cap_reset_hour', t.day_cap_reset_hour, 'terms', t.terms)
  from tariffs t where t.park_id = p.id and t.vehicle_type_id = 1 order by t.version desc limit 1)`

interface StoredTariff {
  currency: Currency
  free_minutes: number
  increment_minutes: number
  increment_minor: string
  day_cap_minor: string | null
  day_cap_reset_hour: number
  terms: unknown
}

/** The price of an hour on arrival, before fees and taxes. */
function toHourPrice({ currency, increment_minor, day_cap_minor, terms, ...rest }: StoredTariff): Money {
  const { amount_minor } = calculateHourPrice({
    ...rest,
    increment_minor: BigInt(increment_minor),
    day_cap_minor: day_cap_minor === null ? null : BigInt(day_cap_minor),
    ...fromStoredTerms(terms),
  })
  return { amount: toMajor(amount_minor, currency), currency }
}

/** A name in quotation marks is that of the city; another text is part of it. */
function isInCity(text: string): RawBuilder<boolean> {
  const name = /^"(.+)"$/.exec(text)?.[1]
  return name === undefined ? sql<boolean>`p.city ilike ${containsPattern(text)}` : sql<boolean>`p.city = ${name}`
}

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
    tariff: carTariff,
    check_in: sql`p.check_in`,
    cancellation: sql`p.cancellation`,
    rating: sql`case when p.rating_count > 0 then round(p.rating_sum::numeric / p.rating_count, 1)::float8 end`,
    bookings: sql`(select count(*)::int from bookings b join pools q on q.id = b.pool_id where q.park_id = p.id)`,
    source: sql`p.source`,
    examples: sql`nullif(p.examples, '{}')`,
    imported_at: sql`p.imported_at`,
  },
  derived: { tariff: (stored) => toHourPrice(stored as StoredTariff) },
  filters: {
    country: (code) => sql<boolean>`c.code = ${code}`,
    kind: (kind) => sql<boolean>`p.kind = ${kind}`,
    city: isInCity,
    partner: (text) => sql<boolean>`(${isId(sql`o.id`, text)} or o.name ilike ${containsPattern(text)})`,
    source: (code) => sql<boolean>`p.source = ${code}`,
  },
  state: sql<string>`case when ${isBookable} then 'bookable' else 'listed' end`,
  search: (text) => ({
    exact: sql<boolean>`p.park_code = ${normalizeCode(text)}`,
    // Found by indexes first: what is listed is asked of those alone.
    matches: sql<boolean>`p.id in (
      select s_p.id from parks s_p where ${hasParkWords('s_p', text)}
      union all select s_p.id from parks s_p where ${containsPart(sql`s_p.park_code`, text)}
      union all select s_p.id from partners s_o join parks s_p on s_p.partner_id = s_o.id where ${hasWords([sql`s_o.name`], text)})`,
  }),
  scope: { park: 'p' },
})

type MappedPark = AnswerOf<typeof mapDeskParks>['items'][number]

/** Returns the car parks that a query of the list selects, with their places; those that can be booked first. */
export async function findMappedParks(db: Db, query: DeskQuery, scope: Scope): Promise<AnswerOf<typeof mapDeskParks>> {
  const source = parkSource()
  const { name, city, country, bookable, tariff } = source.columns as Record<string, RawBuilder<unknown>>
  const { rows } = await sql<Omit<MappedPark, 'tariff'> & { tariff: StoredTariff | null }>`
    with page as (
      select ${source.id} as page_id, ${bookable} as is_bookable from ${source.from}
      where ${selectedBy(parkList, source, query, scope)} order by 2 desc, 1 limit ${mostMappedParks + 1}
    )
    select ${source.id} as id, ${name} as name, ${city} as city, ${country} as country, p.lat, p.lng,
      page.is_bookable as bookable, ${tariff} as tariff
    from ${source.from} join page on page.page_id = ${source.id} order by page.is_bookable desc, page.page_id`.execute(
    db,
  )
  return {
    items: rows
      .slice(0, mostMappedParks)
      .map(({ tariff: stored, ...park }) => ({ ...park, tariff: stored === null ? null : toHourPrice(stored) })),
    is_capped: rows.length > mostMappedParks,
  }
}

/** Returns the cities of the car parks that a query of the list selects, whichever country and city it names. */
export async function listCities(db: Db, query: DeskQuery, scope: Scope): Promise<AnswerOf<typeof listParkCities>> {
  const source = parkSource()
  const { country: _country, city: _city, ...wider } = query
  const rows = await countLazily(
    db,
    sql<{ code: CountryCode; city: string | null; count: number }>`
      select c.code, p.city, count(*)::int as count from ${source.from}
      where ${selectedBy(parkList, source, wider as DeskQuery, scope)}
      group by 1, 2 order by 3 desc, 2, 1`,
  )
  const countries = Map.groupBy(rows, ({ code }) => code)
  const named = new Set(rows.filter(({ city }) => city !== null).slice(0, mostListedCities))
  const countOf = (some: readonly { count: number }[]) => some.reduce((sum, { count }) => sum + count, 0)
  return {
    countries: [...countries]
      .map(([code, all]) => ({
        code,
        count: countOf(all),
        cities: all.flatMap((row) => (named.has(row) ? [{ name: row.city!, count: row.count }] : [])),
        elsewhere: countOf(all.filter(({ city }) => city === null)),
      }))
      .toSorted((a, b) => b.count - a.count || a.code.localeCompare(b.code)),
    is_capped: rows.filter(({ city }) => city !== null).length > named.size,
  }
}

export const parksDesk = [served(parkList, parkSource)]
