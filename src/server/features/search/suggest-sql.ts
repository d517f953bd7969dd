import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { errorsInSql } from '#server/features/places/alike.ts'
import { foldText } from '#server/features/places/fold.ts'
import { wordsOf, type Typed } from '#server/features/places/rules.ts'
import type { Asked } from '#server/features/places/search.ts'
import { beginsWith, hasWords } from '#server/features/places/words.ts'
import { isListed } from './sql-filters.ts'
import { distanceTo } from '#server/geo.ts'
import { isBookable } from '#server/features/parks/offers.ts'
import { mostWeighed } from '#server/features/parks/rules.ts'
import type { ParkCandidate } from './suggest.ts'
import { mostOfEachWay } from './suggest-ways.ts'

/** A whole name is a beginning of what a park is found by; which of so many have just that is told by folding their names. */
const mayBeWhole = 60

type WayRow = ParkCandidate & { way: string }

/** The parks that may be suggested, by the same ways to answer as in the index (`suggest-index.ts`), asked of the database. */
export async function findParkCandidates(db: Db, text: string, typed: Typed, asked: Asked): Promise<ParkCandidate[]> {
  const rows = asked.tier === 'sure' ? await findSure(db, text, typed, asked) : await findAlike(db, typed, asked)
  const whole = rows.filter(({ way, name }) => way === 'whole' && foldText(name ?? '') === typed.folded)
  const ordered = [
    ...rows.filter(({ way }) => way === 'code'),
    ...whole.slice(0, mostOfEachWay),
    ...rows.filter(({ way }) => way !== 'code' && way !== 'whole'),
  ]
  return [...new Map(ordered.map((row) => [row.id, row])).values()]
}

/** As `weightOf` of the rules. */
const weight = sql`case when p.name is null then 0 else ${sql.lit(mostWeighed + 1)} end
  + least(${sql.lit(mostWeighed)}, coalesce(p.capacity, 0))`
const heaviest = sql`p.weight desc, p.id`

/** All parks `p` that meet the condition, with how heavy they are. */
const hits = (condition: RawBuilder<unknown>, errors: RawBuilder<unknown> = sql`0`) => sql`
  with hit as materialized (
    select p.*, ${weight} as weight, ${errors} as errors from parks p where ${isListed} and ${condition}
  )`

async function findSure(db: Db, text: string, typed: Typed, { country_id, language, near }: Asked): Promise<WayRow[]> {
  const [first] = wordsOf(typed)
  const inCountry = country_id === undefined ? sql`true` : sql`p.country_id = ${country_id}`
  const ways = [
    way('whole', sql`(p.folded = ${typed.folded} or p.folded like ${`${typed.folded} %`})`, heaviest, mayBeWhole),
    way('begun', sql`${inCountry} and p.name is not null and ${beginsWith(sql.ref('p.folded'), first!)}`, heaviest),
    ...scopesOf(country_id).map(({ condition, bookable }) =>
      way('words', condition, heaviest, mostOfEachWay, bookable),
    ),
    ...(near === undefined ? [] : [way('near', sql`true`, sql`${distanceTo(near)}, p.id`)]),
  ]
  const code = sql<WayRow>`
    select 'code' as way, ${columns(language)} from parks p left join states s on s.id = p.state_id
    where ${isListed} and p.park_code in (${text}, ${text.toUpperCase()}, ${text.toLowerCase()})`.execute(db)
  const others = sql<WayRow>`
    ${hits(hasWords(sql.ref('p.folded'), typed))}
    select way, ${columns(language)} from (${sql.join(ways, sql` union all `)}) p
    left join states s on s.id = p.state_id`.execute(db)
  return [...(await code).rows, ...(await others).rows]
}

async function findAlike(db: Db, typed: Typed, { country_id, language }: Asked): Promise<WayRow[]> {
  const errors = await errorsInSql(db, 'parks', typed)
  if (errors === undefined) return []
  const ways = scopesOf(country_id).map(({ condition, bookable }) =>
    way('alike', condition, sql`p.errors, ${heaviest}`, mostOfEachWay, bookable),
  )
  const { rows } = await sql<WayRow>`
    ${hits(errors.isAlike, errors.count)}
    select way, ${columns(language)} from (${sql.join(ways, sql` union all `)}) p
    left join states s on s.id = p.state_id`.execute(db)
  return rows
}

/**
 * Whether a park can be booked costs a look at its tariffs: only those are asked that come first in the order, which is
 * told twice, since a join may lose that of the rows within.
 */
function way(
  name: string,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  most = mostOfEachWay,
  bookable = false,
): RawBuilder<unknown> {
  if (!bookable)
    return sql`(select ${sql.lit(name)} as way, p.* from hit p where ${condition} order by ${order} limit ${most})`
  return sql`(select ${sql.lit(name)} as way, p.*
    from (select * from hit p where ${condition} order by ${order} offset 0) p where ${isBookable} order by ${order} limit ${most})`
}

function scopesOf(country_id: number | undefined): { condition: RawBuilder<unknown>; bookable: boolean }[] {
  const everywhere = sql`true`
  const inCountry = sql`p.country_id = ${country_id}`
  return [
    ...(country_id === undefined
      ? []
      : [
          { condition: inCountry, bookable: true },
          { condition: inCountry, bookable: false },
        ]),
    { condition: everywhere, bookable: true },
    { condition: everywhere, bookable: false },
  ]
}

const columns = (language: Asked['language']) => sql`
  p.id, p.slug, p.park_code, p.name, p.address, p.city, ${sql.ref(language === 'fr' ? 's.name_fr' : 's.name')} as state,
  p.country_id, p.lat, p.lng, p.folded, (p.partner is not null) as has_partner`
