import { sql } from 'kysely'
import type { Item, updateItem as updateContract } from '#contract/catalogue/desk/items.ts'
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
import { barcodesOf, setBarcodes, showBarcodes } from './barcodes.ts'
import { toFolded } from './search-text.ts'
import { findFreeSlug, requireFreeSlug } from './slugs.ts'

type Facts = Omit<ParsedBody<typeof updateContract>, 'version'>
/** A new item; without a slug, its address is made from its name. */
type NewFacts = Facts & { slug?: string | null | undefined }
type ItemRow = Omit<Item, 'title' | 'actions' | 'missing' | 'created_at'> & {
  created_at: Date
  has_price: boolean
  category_status: string
  is_used: boolean
}

/** Returns an item for staff; names of what belongs to it are in English unless `isFrench`. Throws `item_not_found`. */
export async function getItem(db: Db | Tx, scope: Scope, id: string, isFrench = false): Promise<Item> {
  const end = isFrench ? '_fr' : ''
  const { rows } = await sql<ItemRow>`
    select i.id, i.slug, i.sku, ${barcodesOf(sql`i.id`, sql`null`)} as barcodes, i.category_id, ${sql.ref(`c.name${end}`)} as category, c.status as category_status, i.kind, i.tax_class, i.order_types,
      i.name, i.name_fr, i.description, i.description_fr, i.caution, i.caution_fr, i.attribute_id, ${sql.ref(`a.name${end}`)} as attribute,
      i.needs_vehicle, i.needs_key, i.duration_min, i.work_units, i.max_per_order, i.tracks_stock, i.low_stock, i.is_featured,
      i.position, i.status, i.is_example, i.version, i.created_at,
      (select path from item_pictures p where p.item_id = i.id order by position limit 1) as picture,
      array(select n.name from item_variations v join unnest(a.value_codes, ${sql.ref(`a.value_names${end}`)}) n (code, name) on n.code = v.value_code
        where v.item_id = i.id and v.status = 'active' order by v.position) as variations,
      array(select addon_id::text from item_addons d where d.item_id = i.id order by d.position, d.addon_id) as addon_ids,
      array(select coalesce(${sql.ref(`o.name${end}`)}, o.name, o.name_fr, o.slug) from item_addons d join items o on o.id = d.addon_id
        where d.item_id = i.id order by d.position, d.addon_id) as addons,
      exists (select from prices p left join item_variations v on v.id = p.variation_id and v.status = 'active'
        where case when i.attribute_id is null then p.item_id = i.id else v.item_id = i.id end) as has_price,
      (exists (select from order_lines l where l.item_id = i.id)
        or exists (select from stock_levels l join stock_movements m on m.stock_level_id = l.id where l.item_id = i.id)) as is_used
    from items i join item_categories c on c.id = i.category_id left join item_attributes a on a.id = i.attribute_id
    where i.id = ${id}::uuid and ${withinShop(scope)}`.execute(db)
  if (rows[0] === undefined) throw new AppError('item_not_found')
  const { has_price, category_status, is_used, created_at, ...row } = rows[0]
  const isActive = row.status === 'active'
  const missing: Item['missing'] = [
    ...(isMissing(row, '') ? (['english'] as const) : []),
    ...(isMissing(row, '_fr') ? (['french'] as const) : []),
    ...(category_status === 'active' ? [] : (['category'] as const)),
    ...(has_price ? [] : (['prices'] as const)),
  ]
  return {
    ...row,
    barcodes: showBarcodes(row.barcodes),
    title: row.name ?? row.name_fr ?? row.slug,
    missing,
    created_at: created_at.toISOString(),
    actions: [
      'update',
      isActive ? 'deactivate' : 'activate',
      'add_picture',
      'add_extra',
      'set_addons',
      'up',
      'down',
      ...(isActive || is_used ? [] : ['remove']),
    ],
  }
}

type Texts = Pick<Item, 'name' | 'name_fr' | 'description' | 'description_fr' | 'caution' | 'caution_fr'>
/** Whether a language lacks a text that it needs: the caution is needed where the other language has one. */
const isMissing = (texts: Texts, end: '' | '_fr'): boolean =>
  texts[`name${end}`] === null ||
  texts[`description${end}`] === null ||
  (texts[`caution${end}`] === null && (texts.caution ?? texts.caution_fr) !== null)

/** Throws `english_missing` or `french_missing`. */
function requireLanguages(texts: Texts): void {
  if (isMissing(texts, '')) throw new AppError('english_missing')
  if (isMissing(texts, '_fr')) throw new AppError('french_missing')
}

const items: VersionedRecord<Item> = { kind: 'item', table: 'items', get: getItem }

/** Reads an item and keeps others from changing it, or what belongs to it, until the transaction ends. */
export const lockItem = (tx: Tx, scope: Scope, id: string, version?: number): Promise<Item> =>
  lockRecord(tx, items, scope, id, version)

/** Raises the version of an item for a change of what belongs to it. */
export const touchItem = (tx: Tx, scope: Scope, before: Item) => storeRecord(tx, items, scope, before, {})

const emptyToNull = (text: string | null): string | null => (text === '' ? null : text)

/** Converts facts to columns. Throws 422 for a category that does not exist and an SKU that another item has. */
async function toColumns(tx: Tx, { barcodes: _barcodes, ...facts }: Facts, own: string | null) {
  const { category_id, sku } = facts
  const category = await tx
    .selectFrom('item_categories')
    .select(['name', 'name_fr'])
    .where('id', '=', category_id)
    .executeTakeFirst()
  if (category === undefined) throw fieldError('category_id', 'invalid')
  if (sku !== null) await requireFreeSku(tx, 'sku', sku, own)
  const texts = {
    description: emptyToNull(facts.description),
    description_fr: emptyToNull(facts.description_fr),
    caution: emptyToNull(facts.caution),
    caution_fr: emptyToNull(facts.caution_fr),
  }
  const { name, name_fr } = facts
  return { ...facts, ...texts, folded: toFolded([name, name_fr, category.name, category.name_fr]) }
}

/** Throws 422 at `field` for an SKU that another item or variation has. */
export async function requireFreeSku(tx: Tx, field: string, sku: string, own: string | null): Promise<void> {
  const { rows } = await sql`
    select from items where sku = ${sku} and id is distinct from ${own}::uuid
    union all select from item_variations where sku = ${sku} and item_id is distinct from ${own}::uuid`.execute(tx)
  if (rows.length > 0) throw fieldError(field, 'code_taken')
}

/** Creates an inactive item after the others of its category. Throws 422. */
export async function createItem(tx: Tx, scope: Scope, { slug: typed, ...facts }: NewFacts, now: Date) {
  const slug = typed ?? (await findFreeSlug(tx, facts.name ?? facts.name_fr))
  await requireFreeSlug(tx, slug)
  const columns = await toColumns(tx, facts, null)
  const position = await nextPosition(tx, 'items', sql<boolean>`category_id = ${facts.category_id}::uuid`)
  const id = newId(now.getTime())
  const created = await insertRecord(tx, items, scope, { id, slug, position, ...columns, created_at: now })
  if (facts.barcodes === undefined || facts.barcodes === null) return created
  await setBarcodes(tx, 'barcodes', { item_id: id, variation_id: null }, facts.barcodes)
  const answer = await getItem(tx, scope, id)
  const changes = created.changes.map((change) => ({
    ...change,
    after: { ...change.after, barcodes: answer.barcodes },
  }))
  return { answer, changes }
}

/** Changes an item. Throws `item_not_found`, `changed_meanwhile`, `english_missing` and `french_missing` while it is active, and 422. */
export async function updateItem(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
) {
  const before = await lockItem(tx, scope, id, version)
  const columns = await toColumns(tx, facts, id)
  if (facts.barcodes !== undefined)
    await setBarcodes(tx, 'barcodes', { item_id: id, variation_id: null }, facts.barcodes)
  if (before.status === 'active') requireLanguages(columns)
  const isMoved = before.category_id !== facts.category_id
  const position = isMoved
    ? await nextPosition(tx, 'items', sql<boolean>`category_id = ${facts.category_id}::uuid`)
    : before.position
  return storeRecord(tx, items, scope, before, { ...columns, position })
}

/** Makes an item active or inactive. Throws `item_not_found`, `english_missing`, `french_missing`. */
export async function switchItem(tx: Tx, scope: Scope, id: string, status: Item['status']) {
  const before = await lockItem(tx, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  if (status === 'active') requireLanguages(before)
  return storeRecord(tx, items, scope, before, { status })
}

/** Moves an item before or after its neighbour in the category. Throws `item_not_found`. */
export async function moveItem(tx: Tx, scope: Scope, id: string, step: -1 | 1) {
  const before = await lockItem(tx, scope, id)
  const isMoved = await moveInOrder(tx, 'items', id, step, sql<boolean>`category_id = ${before.category_id}::uuid`)
  return isMoved ? touchItem(tx, scope, before) : { answer: before, changes: [] }
}

/** Sets the items offered alongside. Throws `item_not_found`, and 422 for the item itself, for one twice and for an unknown one. */
export async function setAddons(tx: Tx, scope: Scope, id: string, addon_ids: readonly string[]) {
  const before = await lockItem(tx, scope, id)
  if (addon_ids.includes(id)) throw fieldError('addon_ids', 'addon_itself')
  if (new Set(addon_ids).size < addon_ids.length) throw fieldError('addon_ids', 'twice')
  const known = await tx
    .selectFrom('items')
    .select('id')
    .where('id', 'in', [...addon_ids, id])
    .execute()
  if (known.length <= addon_ids.length) throw fieldError('addon_ids', 'invalid')
  await tx.deleteFrom('item_addons').where('item_id', '=', id).execute()
  if (addon_ids.length > 0)
    await tx
      .insertInto('item_addons')
      .values(addon_ids.map((addon_id, position) => ({ id: newId(), item_id: id, addon_id, position })))
      .execute()
  return touchItem(tx, scope, before)
}

/** Deletes an item. Throws `item_not_found`, `changed_meanwhile`, and `in_use` while it is active or something was sold of it. */
export async function deleteItem(tx: Tx, scope: Scope, id: string, version: number) {
  const before = await lockItem(tx, scope, id, version)
  if (!before.actions.includes('remove')) throw new AppError('in_use', { count: 1 })
  return deleteRecord(tx, items, before)
}
