import { sql } from 'kysely'
import type {
  Category,
  createCategory as createContract,
  updateCategory as updateContract,
} from '#contract/catalogue/desk/item-categories.ts'
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
import { AppError } from '#server/http/errors.ts'
import { requirePicture } from '#server/output/stored-pictures.ts'
import { requireFreeSlug } from './slugs.ts'

/** Returns a category for staff. Throws `not_found`. */
export async function getCategory(db: Db | Tx, scope: Scope, id: string): Promise<Category> {
  const row = await db
    .selectFrom('item_categories as c')
    .selectAll('c')
    .select(sql<number>`(select count(*)::int from items i where i.category_id = c.id)`.as('items'))
    .where('c.id', '=', id)
    .where(withinShop(scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { name, name_fr, slug, description, description_fr, picture, position, items, version, is_example } = row
  const isActive = row.status === 'active'
  return {
    id,
    title: name,
    name,
    name_fr,
    slug,
    picture,
    position,
    items,
    version,
    is_example,
    description: description || null,
    description_fr: description_fr || null,
    work_group: row.work_group as Category['work_group'],
    status: isActive ? 'active' : 'inactive',
    created_at: row.created_at.toISOString(),
    actions: ['update', isActive ? 'deactivate' : 'activate', 'up', 'down', ...(items === 0 ? ['remove'] : [])],
  }
}

const categories: VersionedRecord<Category> = { kind: 'item_category', table: 'item_categories', get: getCategory }

const toColumns = ({ description, description_fr, ...facts }: Omit<ParsedBody<typeof createContract>, 'slug'>) => ({
  ...facts,
  description: description ?? '',
  description_fr: description_fr ?? '',
})

/** Creates an inactive category after the others. Throws 422 for a slug that is taken. */
export async function createCategory(
  tx: Tx,
  scope: Scope,
  { slug, ...facts }: ParsedBody<typeof createContract>,
  now: Date,
) {
  await requireFreeSlug(tx, slug)
  await requirePicture(tx, 'picture', facts.picture)
  const position = await nextPosition(tx, 'item_categories')
  const place = { id: newId(now.getTime()), slug, position, status: 'inactive', created_at: now }
  return insertRecord(tx, categories, scope, { ...toColumns(facts), ...place })
}

/** Changes a category. Throws `not_found`, `changed_meanwhile`. */
export async function updateCategory(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
) {
  const before = await lockRecord(tx, categories, scope, id, version)
  if (facts.picture !== before.picture) await requirePicture(tx, 'picture', facts.picture)
  return storeRecord(tx, categories, scope, before, toColumns(facts))
}

/** Shows or hides a category. Throws `not_found`. */
export async function switchCategory(tx: Tx, scope: Scope, id: string, status: Category['status']) {
  const before = await lockRecord(tx, categories, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  return storeRecord(tx, categories, scope, before, { status })
}

/** Moves a category before or after its neighbour. Throws `not_found`. */
export async function moveCategory(tx: Tx, scope: Scope, id: string, step: -1 | 1) {
  const before = await lockRecord(tx, categories, scope, id)
  if (!(await moveInOrder(tx, 'item_categories', id, step))) return { answer: before, changes: [] }
  return storeRecord(tx, categories, scope, before, {})
}

/** Deletes a category. Throws `not_found`, `changed_meanwhile`, and `in_use` while it has items. */
export async function deleteCategory(tx: Tx, scope: Scope, id: string, version: number) {
  const before = await lockRecord(tx, categories, scope, id, version)
  if (before.items > 0) throw new AppError('in_use', { count: before.items })
  return deleteRecord(tx, categories, before)
}
