import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import { errorsInSql } from './alike.ts'
import { foldText } from './fold.ts'
import { wordsOf, type Typed } from './rules.ts'
import type { Asked, PlaceRow } from './search.ts'
import { beginsWith, hasWords } from './words.ts'

export const placeColumns = sql`p.id, p.kind, p.name, p.folded, p.country_id, p.state_id, p.city, p.lat, p.lng, p.iata, p.icao, p.weight, p.population`

/** Of each way to answer so many are looked at again: the same ones as in memory (`memory.ts`). */
export const placeLimits = { begun: 40, each: 12 }
/** A whole name is a beginning of what a place is found by; which of so many have just that is told by folding their names. */
const mayBeWhole = 60

/** What may be suggested of the places in the database. */
export async function findCandidates(db: Db, typed: Typed, asked: Asked): Promise<PlaceRow[]> {
  const { rows } =
    asked.tier === 'sure' ? await findSure(db, typed, asked) : await findAlikeRows(db, typed, asked.country_id)
  const whole = rows.filter(({ way, name }) => way === 'whole' && foldText(name) === typed.folded)
  const found = rows.filter(({ way }) => way !== 'whole')
  return [
    ...found.filter(({ way }) => way === 'code'),
    ...whole.slice(0, placeLimits.each),
    ...found.filter(({ way }) => way !== 'code'),
  ].filter((row, index, all) => all.findIndex(({ id }) => id === row.id) === index)
}

type WayRow = PlaceRow & { way: string }
const heaviest = sql`order by weight desc, id`

function findSure(db: Db, typed: Typed, { country_id, near }: Asked) {
  const { begun, each } = placeLimits
  const [first] = wordsOf(typed)
  const scopes = country_id === undefined ? [sql`true`] : [sql`country_id = ${country_id}`, sql`true`]
  const ways = [
    sql`(select 'code' as way, * from hit where ${typed.folded} in (lower(iata), lower(icao)) ${heaviest} limit ${each})`,
    sql`(select 'whole', * from hit where folded = ${typed.folded} or folded like ${`${typed.folded} %`} ${heaviest} limit ${mayBeWhole})`,
    ...scopes.flatMap((scope) => [
      sql`(select 'begun', * from hit where ${scope} and ${beginsWith(sql.ref('folded'), first!)} ${heaviest} limit ${begun})`,
      sql`(select 'words', * from hit where ${scope} ${heaviest} limit ${each})`,
    ]),
    ...(near === undefined
      ? []
      : [sql`(select 'near', * from hit order by ${chordTo(near)}, weight desc, id limit ${each})`]),
  ]
  return sql<WayRow>`
    with hit as materialized (select ${placeColumns} from places p where ${hasWords(sql.ref('p.folded'), typed)})
    ${sql.join(ways, sql` union all `)}`.execute(db)
}

/** Grows as the distance does. */
const chordTo = ({ lat, lng }: { lat: number; lng: number }) => sql`
  power(sin(radians(lat - ${lat}::float8) / 2), 2)
  + cos(radians(${lat}::float8)) * cos(radians(lat)) * power(sin(radians(lng - ${lng}::float8) / 2), 2)`

async function findAlikeRows(db: Db, typed: Typed, country_id: number | undefined): Promise<{ rows: WayRow[] }> {
  const errors = await errorsInSql(db, 'places', typed)
  if (errors === undefined) return { rows: [] }
  const scopes = country_id === undefined ? [sql`true`] : [sql`country_id = ${country_id}`, sql`true`]
  return sql<WayRow>`
    with hit as materialized (
      select ${placeColumns}, ${errors.count} as errors from places p where ${errors.isAlike}
    )
    ${sql.join(
      scopes.map(
        (scope) =>
          sql`(select 'alike' as way, * from hit where ${scope} order by errors, weight desc, id limit ${placeLimits.each})`,
      ),
      sql` union all `,
    )}`.execute(db)
}
