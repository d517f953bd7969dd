import { sql } from 'kysely'
import type { ItemVariations, setVariations as setContract } from '#contract/catalogue/desk/item-parts.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { barcodesOf, setBarcodes, showBarcodes } from './barcodes.ts'
import { getItem, lockItem, requireFreeSku, touchItem } from './item-records.ts'

/** Returns the variations of an item in their order, and the attributes to choose from. Throws `item_not_found`. */
export async function findVariations(
  db: Db | Tx,
  scope: Scope,
  id: string,
  isFrench: boolean,
): Promise<ItemVariations> {
  const { version, attribute_id } = await getItem(db, scope, id)
  const attributes = await db.selectFrom('item_attributes').selectAll().orderBy('name').execute()
  const names = isFrench ? ('value_names_fr' as const) : ('value_names' as const)
  const rows = await db
    .selectFrom('item_variations')
    .select(['id', 'value_code', 'sku', 'status'])
    .select(barcodesOf(sql.ref('item_variations.item_id'), sql.ref('item_variations.id')).as('barcodes'))
    .where('item_id', '=', id)
    .orderBy('status')
    .orderBy('position')
    .execute()
  const own = attributes.find((attribute) => attribute.id === attribute_id)
  return {
    version,
    attribute_id,
    attributes: attributes.map((attribute) => ({
      id: attribute.id,
      name: isFrench ? attribute.name_fr : attribute.name,
      is_vehicle_class: attribute.is_vehicle_class,
      values: attribute.value_codes.map((code, n) => ({ code, name: attribute[names][n]! })),
    })),
    variations: rows.map((row) => ({
      ...row,
      barcodes: showBarcodes(row.barcodes),
      status: row.status === 'active' ? 'active' : 'inactive',
      name: own?.[names][own.value_codes.indexOf(row.value_code)] ?? row.value_code,
    })),
  }
}

/** Variations that an order, a cart or stock refers to are made inactive rather than deleted. */
const isUsed = (id: ReturnType<typeof sql>) => sql<boolean>`(
  exists (select from order_lines l where l.variation_id = ${id}) or exists (select from stock_levels l where l.variation_id = ${id}))`

/**
 * Sets the variations of an item: none, or at least two of one attribute. Throws `item_not_found`, `changed_meanwhile`,
 * `variations_sold` for another attribute while variations of the old one have been sold, and 422.
 */
export async function setVariations(
  tx: Tx,
  scope: Scope,
  id: string,
  { attribute_id, variations, version }: ParsedBody<typeof setContract>,
) {
  const before = await lockItem(tx, scope, id, version)
  await requireVariations(tx, attribute_id, variations)
  const codes = variations.map(({ value_code }) => value_code)
  const isOther = attribute_id !== before.attribute_id
  const listed = isOther ? [] : codes
  const { rows: sold } = await sql<{ id: string }>`
    select v.id from item_variations v where v.item_id = ${id} and ${isUsed(sql`v.id`)}
      and not (v.value_code = any(${listed}::text[]))`.execute(tx)
  if (isOther && sold.length > 0) throw new AppError('variations_sold')
  const ids = sold.map((row) => row.id)
  await sql`update item_variations set status = 'inactive', version = version + 1 where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  // What is sold no more gives its barcodes away.
  await sql`delete from item_barcodes where variation_id = any(${ids}::uuid[])`.execute(tx)
  await sql`delete from item_variations where item_id = ${id} and not (value_code = any(${listed}::text[]))
    and not (id = any(${ids}::uuid[]))`.execute(tx)
  await tx.updateTable('items').set({ attribute_id }).where('id', '=', id).execute()
  for (const [position, { value_code, sku, barcodes }] of variations.entries()) {
    if (sku !== null) await requireFreeSku(tx, `variations.${position}.sku`, sku, id)
    const stored = await tx
      .insertInto('item_variations')
      .values({ id: newId(), item_id: id, value_code, sku, position })
      .onConflict((conflict) =>
        conflict
          .columns(['item_id', 'value_code'])
          .doUpdateSet({ sku, position, status: 'active', version: sql`item_variations.version + 1` }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    if (barcodes !== undefined)
      await setBarcodes(tx, `variations.${position}.barcodes`, { item_id: id, variation_id: stored.id }, barcodes)
  }
  return touchItem(tx, scope, before)
}

async function requireVariations(
  tx: Tx,
  attribute_id: string | null,
  variations: ParsedBody<typeof setContract>['variations'],
): Promise<void> {
  if (attribute_id === null) {
    if (variations.length > 0) throw fieldError('attribute_id', 'required')
    return
  }
  const attribute = await tx
    .selectFrom('item_attributes')
    .select('value_codes')
    .where('id', '=', attribute_id)
    .executeTakeFirst()
  if (attribute === undefined) throw fieldError('attribute_id', 'invalid')
  if (variations.length < 2) throw fieldError('variations', 'two_variations')
  const codes = variations.map(({ value_code }) => value_code)
  const unknown = codes.findIndex((code) => !attribute.value_codes.includes(code))
  if (unknown >= 0) throw fieldError(`variations.${unknown}.value_code`, 'invalid')
  if (new Set(codes).size < codes.length) throw fieldError('variations', 'twice')
  const skus = variations.flatMap(({ sku }) => sku ?? [])
  const twice = variations.findIndex(
    ({ sku }, n) => sku !== null && skus.indexOf(sku) !== skus.lastIndexOf(sku) && n > 0,
  )
  if (new Set(skus).size < skus.length) throw fieldError(`variations.${twice}.sku`, 'code_taken')
}
