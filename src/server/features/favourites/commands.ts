import { sql } from 'kysely'
import { maxFavourites } from '#contract/favourites/favourite-rules.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** Returns the IDs of an account's favourites, the one added last first. */
export async function findFavourites(db: Db | Tx, user_id: string): Promise<{ park_ids: string[] }> {
  const rows = await db
    .selectFrom('favourite_parks')
    .select('park_id')
    .where('user_id', '=', user_id)
    .orderBy('created_at', 'desc')
    .orderBy('park_id')
    .execute()
  return { park_ids: rows.map(({ park_id }) => park_id) }
}

/**
 * Adds car parks, the first of them as the newest, as far as there is room, and returns all. Car parks that do not exist
 * are left out; one that was merged is the one that stayed.
 */
export async function joinFavourites(
  tx: Tx,
  user_id: string,
  park_ids: readonly string[],
  now: Date,
): Promise<{ park_ids: string[] }> {
  // One change of an account's favourites at a time, because of the limit.
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute()
  await sql`
    insert into favourite_parks (user_id, park_id, created_at)
    select ${user_id}, id, ${now}::timestamptz - place * interval '1 millisecond' from (
      select p.id, min(w.place) as place
      from unnest(${[...park_ids]}::text[]) with ordinality as w (handle, place)
      join parks p on p.id = coalesce((select park_id from park_handles where handle = w.handle), w.handle::uuid)
      where not exists (select from favourite_parks f where f.user_id = ${user_id} and f.park_id = p.id)
      group by p.id order by 2
      limit greatest(0, ${maxFavourites} - (select count(*) from favourite_parks where user_id = ${user_id}))
    ) added`.execute(tx)
  return findFavourites(tx, user_id)
}

/** Adds one car park. Throws `park_not_found` and `too_many_favourites`. */
export async function add(tx: Tx, user_id: string, park_id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from parks where id = coalesce((select park_id from park_handles where handle = ${park_id}), ${park_id}::uuid)`.execute(
    tx,
  )
  const id = rows[0]?.id
  if (id === undefined) throw new AppError('park_not_found')
  const { park_ids } = await joinFavourites(tx, user_id, [id], now)
  if (!park_ids.includes(id)) throw new AppError('too_many_favourites', { most: maxFavourites })
}

/** Removes a car park; one that was merged is the one that stayed. */
export async function remove(tx: Tx, user_id: string, park_id: string): Promise<void> {
  await sql`delete from favourite_parks where user_id = ${user_id}
    and park_id = coalesce((select park_id from park_handles where handle = ${park_id}), ${park_id}::uuid)`.execute(tx)
}
