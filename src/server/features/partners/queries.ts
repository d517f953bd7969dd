import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { getOperator as operatorContract, listParkChargers, ParkCharger } from '#contract/partners/partners.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { AppError } from '#server/http/errors.ts'
import { findClaims } from './claims.ts'
import { findListings } from './listings.ts'
import { assignPark } from './operators.ts'

/** The partners for which a person has the role of a partner. */
const ownPartners = (user_id: string) => sql`(
  select a.partner_id from role_assignments a join roles r on r.id = a.role_id
  where a.user_id = ${user_id} and r.code = 'partner' and a.partner_id is not null)`

/** Returns what a person runs, has claimed and has offered. */
export async function getOperator(db: Db, user_id: string): Promise<AnswerOf<typeof operatorContract>> {
  const partners = await sql<{ id: string; name: string }>`
    select id, name from partners where id in ${ownPartners(user_id)} order by name`.execute(db)
  const parks = await sql<{ id: string; slug: string; name: string; city: string | null }>`
    select id, slug, coalesce(name, address, park_code) as name, city from parks
    where partner_id in ${ownPartners(user_id)} order by 3 limit 200`.execute(db)
  return {
    partners: partners.rows,
    parks: parks.rows,
    claims: await findClaims(db, user_id),
    listings: await findListings(db, user_id),
  }
}

/** Releases a car park that the caller runs. Throws `not_found` for another's, and `park_booked`. */
export async function releasePark(tx: Tx, user_id: string, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ partner_id: string }>`
      select partner_id from parks where id = ${id} and partner_id in ${ownPartners(user_id)}`.execute(tx)
  if (rows[0] === undefined) throw new AppError('not_found')
  await assignPark(tx, id, rows[0].partner_id, now)
}

/** Returns the chargers of a car park. Throws `park_not_found`. */
export async function findParkChargers(db: Db, handle: string): Promise<AnswerOf<typeof listParkChargers>> {
  const park_id = await getParkId(db, handle)
  const rows = await db
    .selectFrom('park_chargers')
    .selectAll()
    .where('park_id', '=', park_id)
    .orderBy('power_kw', 'desc')
    .orderBy('id')
    .execute()
  const items = rows.map(({ id, connector, power_kw, chargers, price_minor, price_unit, currency }) => ({
    id,
    connector: connector as ParkCharger['connector'],
    power_kw,
    chargers,
    price: { amount: toMajor(price_minor, currency as Currency), currency: currency as Currency },
    price_unit: price_unit as ParkCharger['price_unit'],
  }))
  return { items, currency: items[0]?.price.currency ?? null }
}
