import { sql } from 'kysely'
import type {
  Extra,
  ItemPicture,
  updateExtra as extraContract,
  updateItemPicture as pictureContract,
} from '#contract/catalogue/desk/item-parts.ts'
import type {
  createExtra as addExtraContract,
  addItemPicture as addPictureContract,
} from '#contract/catalogue/desk/items.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { moveInOrder, nextPosition } from '#server/features/access/positions.ts'
import { withinShop } from '#server/features/access/scope-condition.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { requirePicture } from '#server/output/stored-pictures.ts'
import { lockItem, touchItem } from './item-records.ts'

/* Extras and pictures of items. */

const itemName = sql<string>`coalesce(i.name, i.name_fr, i.slug)`
/** The prices of an extra for everywhere, as `500 NGN`. */
export const extraPrices = sql<string | null>`(
  select string_agg(trim(to_char(p.amount_minor / case p.currency when 'XOF' then 1.0 else 100.0 end, 'FM999999990.99'), '.') || ' ' || p.currency, ' · ' order by p.currency)
  from prices p where p.extra_id = e.id and p.branch_id is null)`

/** Returns an extra for staff. Throws `not_found`. */
export async function getExtra(db: Db | Tx, scope: Scope, id: string): Promise<Extra> {
  const row = await db
    .selectFrom('item_extras as e')
    .innerJoin('items as i', 'i.id', 'e.item_id')
    .select(['e.id', 'e.item_id', 'e.name', 'e.name_fr', 'e.position', 'e.status', 'e.version'])
    .select([itemName.as('item'), extraPrices.as('prices')])
    .where('e.id', '=', id)
    .where(withinShop(scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const status = row.status === 'active' ? 'active' : 'inactive'
  return { ...row, title: row.name, status, actions: ['update', 'up', 'down', 'remove'] }
}

const extras: VersionedRecord<Extra> = { kind: 'item_extra', table: 'item_extras', get: getExtra }

async function requireFreeName(
  tx: Tx,
  item_id: string,
  field: string,
  name: string,
  own: string | null,
): Promise<void> {
  const { rows } = await sql`select from item_extras where item_id = ${item_id} and name = ${name}
    and id is distinct from ${own}::uuid`.execute(tx)
  if (rows.length > 0) throw fieldError(field, 'twice')
}

const ofItem = (item_id: string) => sql<boolean>`item_id = ${item_id}::uuid`

/** Adds an extra, and returns the item. Throws `item_not_found`, and 422 for a name that another one has. */
export async function createExtra(
  tx: Tx,
  scope: Scope,
  item_id: string,
  { extra_name: name, extra_name_fr: name_fr }: ParsedBody<typeof addExtraContract>,
) {
  const item = await lockItem(tx, scope, item_id)
  await requireFreeName(tx, item_id, 'extra_name', name, null)
  const position = await nextPosition(tx, 'item_extras', ofItem(item_id))
  const { changes } = await insertRecord(tx, extras, scope, { id: newId(), item_id, name, name_fr, position })
  return { answer: (await touchItem(tx, scope, item)).answer, changes }
}

/** Changes an extra. Throws `not_found`, `changed_meanwhile`, and 422 as `createExtra`. */
export async function updateExtra(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof extraContract>,
) {
  const before = await lockRecord(tx, extras, scope, id, version)
  await requireFreeName(tx, before.item_id, 'name', facts.name, id)
  return storeRecord(tx, extras, scope, before, facts)
}

/** Moves an extra before or after its neighbour. Throws `not_found`. */
export async function moveExtra(tx: Tx, scope: Scope, id: string, step: -1 | 1) {
  const before = await lockRecord(tx, extras, scope, id)
  const isMoved = await moveInOrder(tx, 'item_extras', id, step, ofItem(before.item_id))
  return isMoved ? storeRecord(tx, extras, scope, before, {}) : { answer: before, changes: [] }
}

/** Deletes an extra with its prices; orders keep their own names and prices. Throws `not_found`, `changed_meanwhile`. */
export async function deleteExtra(tx: Tx, scope: Scope, id: string, version: number) {
  return deleteRecord(tx, extras, await lockRecord(tx, extras, scope, id, version))
}

/** Returns a picture of an item for staff. Throws `not_found`. */
export async function getItemPicture(db: Db | Tx, scope: Scope, id: string): Promise<ItemPicture> {
  const row = await db
    .selectFrom('item_pictures as p')
    .innerJoin('items as i', 'i.id', 'p.item_id')
    .select(['p.id', 'p.item_id', 'p.path as picture', 'p.alt', 'p.alt_fr', 'p.position', 'p.version'])
    .select(itemName.as('item'))
    .where('p.id', '=', id)
    .where(withinShop(scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, title: row.alt, actions: ['update', 'up', 'down', 'remove'] }
}

const pictures: VersionedRecord<ItemPicture> = { kind: 'item_picture', table: 'item_pictures', get: getItemPicture }

/** An item has at most so many pictures. */
const mostPictures = 8

/** Adds a picture, and returns the item. Throws `item_not_found`, and 422 for the ninth and one that was not uploaded. */
export async function addItemPicture(
  tx: Tx,
  scope: Scope,
  item_id: string,
  { picture, alt, alt_fr }: ParsedBody<typeof addPictureContract>,
) {
  const item = await lockItem(tx, scope, item_id)
  await requirePicture(tx, 'picture', picture)
  const position = await nextPosition(tx, 'item_pictures', ofItem(item_id))
  if (position >= mostPictures) throw fieldError('picture', 'pictures_many')
  const { changes } = await insertRecord(tx, pictures, scope, {
    id: newId(),
    item_id,
    path: picture,
    alt,
    alt_fr,
    position,
  })
  return { answer: (await touchItem(tx, scope, item)).answer, changes }
}

/** Changes a picture or its descriptions. Throws `not_found`, `changed_meanwhile`, and 422. */
export async function updateItemPicture(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, picture, ...alts }: ParsedBody<typeof pictureContract>,
) {
  const before = await lockRecord(tx, pictures, scope, id, version)
  if (picture !== before.picture) await requirePicture(tx, 'picture', picture)
  return storeRecord(tx, pictures, scope, before, { path: picture, ...alts })
}

/** Moves a picture before or after its neighbour; the first stands in lists. Throws `not_found`. */
export async function moveItemPicture(tx: Tx, scope: Scope, id: string, step: -1 | 1) {
  const before = await lockRecord(tx, pictures, scope, id)
  await lockItem(tx, scope, before.item_id)
  const isMoved = await moveInOrder(tx, 'item_pictures', id, step, ofItem(before.item_id))
  return isMoved ? storeRecord(tx, pictures, scope, before, {}) : { answer: before, changes: [] }
}

/** Removes a picture; those after it move up. Throws `not_found`, `changed_meanwhile`. */
export async function removeItemPicture(tx: Tx, scope: Scope, id: string, version: number) {
  const before = await lockRecord(tx, pictures, scope, id, version)
  await lockItem(tx, scope, before.item_id)
  const removed = await deleteRecord(tx, pictures, before)
  await sql`update item_pictures set position = position - 1
    where item_id = ${before.item_id} and position > ${before.position}`.execute(tx)
  return removed
}
