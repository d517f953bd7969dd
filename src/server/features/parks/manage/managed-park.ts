import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

/** What managing a park needs to know of it. */
export interface ManagedPark {
  id: string
  name: string
  timezone: string
  currency: Currency
  country_id: number
  partner_id: string | null
  version: number
}

/** Returns a park within the scope. Throws `not_found`, also for those of others. */
export const getManagedPark = (db: Db | Tx, scope: Scope, id: string): Promise<ManagedPark> => readPark(db, scope, id)

/**
 * Locks a park for a change and raises its version; the import waits for it, bookings do not. Throws `not_found`, and
 * `changed_meanwhile` unless `version` is the park's; without one, any will do.
 */
export async function changeManagedPark(
  tx: Tx,
  scope: Scope,
  id: string,
  version: number | undefined,
): Promise<ManagedPark> {
  await sql`select from parks where id = ${id} for no key update`.execute(tx)
  const park = await readPark(tx, scope, id)
  if (version !== undefined) await requireVersion(tx, { kind: 'park', id, version: park.version }, version)
  await sql`update parks set version = version + 1 where id = ${id}`.execute(tx)
  return { ...park, version: park.version + 1 }
}

async function readPark(db: Db | Tx, scope: Scope, id: string): Promise<ManagedPark> {
  const { rows } = await sql<ManagedPark>`
    select p.id, coalesce(p.name, p.address, p.park_code) as name, p.timezone, c.currency, p.country_id, p.partner_id, p.version
    from parks p join countries c on c.id = p.country_id where p.id = ${id} and ${withinParks('p', scope)}`.execute(db)
  const [park] = rows
  if (park === undefined) throw new AppError('not_found')
  return park
}
