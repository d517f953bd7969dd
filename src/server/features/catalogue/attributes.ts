import { sql } from 'kysely'
import type {
  Attribute,
  createAttribute as createContract,
  updateAttribute as updateContract,
} from '#contract/catalogue/desk/item-attributes.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
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

/** Returns an attribute for staff. Throws `not_found`. */
export async function getAttribute(db: Db | Tx, scope: Scope, id: string): Promise<Attribute> {
  const row = await db
    .selectFrom('item_attributes as a')
    .selectAll('a')
    .select(sql<number>`(select count(*)::int from items i where i.attribute_id = a.id)`.as('items'))
    .where('a.id', '=', id)
    .where(withinShop(scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { code, name, name_fr, is_vehicle_class, items, version } = row
  return {
    id,
    title: name,
    code,
    name,
    name_fr,
    is_vehicle_class,
    items,
    version,
    values: row.value_names.join(', '),
    value_codes: row.value_codes.join('\n'),
    value_names: row.value_names.join('\n'),
    value_names_fr: row.value_names_fr.join('\n'),
    actions: ['update', ...(items === 0 && !is_vehicle_class ? ['remove'] : [])],
  }
}

const attributes: VersionedRecord<Attribute> = { kind: 'item_attribute', table: 'item_attributes', get: getAttribute }

const toTexts = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Converts texts of several lines to lists. Throws 422 for fewer than two values, for codes that are none, and for lists of other lengths. */
function toColumns({ name, name_fr, ...texts }: Omit<ParsedBody<typeof createContract>, 'code'>) {
  const value_codes = toTexts(texts.value_codes)
  const value_names = toTexts(texts.value_names)
  const value_names_fr = toTexts(texts.value_names_fr)
  if (value_codes.length < 2) throw fieldError('value_codes', 'two_values')
  if (new Set(value_codes).size < value_codes.length) throw fieldError('value_codes', 'twice')
  if (value_codes.some((code) => !/^[a-z0-9_]{1,30}$/.test(code))) throw fieldError('value_codes', 'value_code')
  for (const [field, list] of Object.entries({ value_names, value_names_fr })) {
    if (list.length !== value_codes.length) throw fieldError(field, 'as_many_values')
    if (list.some((name) => name.length > 60)) throw fieldError(field, 'too_long')
  }
  return { name, name_fr, value_codes, value_names, value_names_fr }
}

/** Creates an attribute. Throws 422 for a code that is taken, and as `toColumns`. */
export async function createAttribute(
  tx: Tx,
  scope: Scope,
  { code, ...facts }: ParsedBody<typeof createContract>,
  now: Date,
) {
  const taken = await tx.selectFrom('item_attributes').select('id').where('code', '=', code).executeTakeFirst()
  if (taken !== undefined) throw fieldError('code', 'code_taken')
  return insertRecord(tx, attributes, scope, { id: newId(now.getTime()), code, ...toColumns(facts), created_at: now })
}

/** Changes an attribute. Throws `not_found`, `changed_meanwhile`, and 422 for a value that is left out although a variation has it. */
export async function updateAttribute(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
) {
  const before = await lockRecord(tx, attributes, scope, id, version)
  const columns = toColumns(facts)
  const used = await tx
    .selectFrom('item_variations as v')
    .innerJoin('items as i', 'i.id', 'v.item_id')
    .select('v.value_code')
    .distinct()
    .where('i.attribute_id', '=', id)
    .execute()
  const stored = before.is_vehicle_class ? toTexts(before.value_codes) : used.map(({ value_code }) => value_code)
  const missing = stored.find((code) => !columns.value_codes.includes(code))
  if (missing !== undefined) throw fieldError('value_codes', 'value_used', { code: missing })
  if (before.is_vehicle_class && columns.value_codes.length > stored.length)
    throw fieldError('value_codes', 'vehicle_classes')
  return storeRecord(tx, attributes, scope, before, columns)
}

/** Deletes an attribute. Throws `not_found`, `changed_meanwhile`, and `in_use` while an item has it. */
export async function deleteAttribute(tx: Tx, scope: Scope, id: string, version: number) {
  const before = await lockRecord(tx, attributes, scope, id, version)
  if (!before.actions.includes('remove')) throw new AppError('in_use', { count: Math.max(1, before.items) })
  return deleteRecord(tx, attributes, before)
}
