import { sql, type RawBuilder } from 'kysely'
import { showGtin, splitBarcodes, toGtin } from '#contract/catalogue/barcodes.ts'
import type { Tx } from '#server/database/connect.ts'
import { fieldError } from '#server/http/errors.ts'

/** What carries barcodes: an item, or one of its variations. */
interface Carrier {
  item_id: string
  variation_id: string | null
}

/** SQL: the barcodes of an item itself (`variation_id` null) or of a variation, 14 digits each, separated by spaces. */
export const barcodesOf = (
  item_id: RawBuilder<unknown>,
  variation_id: RawBuilder<unknown>,
): RawBuilder<string | null> =>
  sql`(select string_agg(k.gtin, ' ' order by k.gtin) from item_barcodes k
    where k.item_id = ${item_id} and k.variation_id is not distinct from ${variation_id})`

/** Barcodes as they were read from the database, as they are printed. */
export const showBarcodes = (stored: string | null): string | null =>
  stored === null ? null : splitBarcodes(stored).map(showGtin).join(' ')

/** SQL: whether the item `i` or one of its variations has the barcode that a text is. */
export const hasBarcode = (text: string): RawBuilder<boolean> => {
  const gtin = toGtin(text)
  return gtin === undefined
    ? sql`false`
    : sql`exists (select from item_barcodes k where k.item_id = i.id and k.gtin = ${gtin})`
}

/** Sets the barcodes of an item or a variation. Throws 422 at `field` for one that something else has, by its name. */
export async function setBarcodes(tx: Tx, field: string, carrier: Carrier, text: string | null): Promise<void> {
  const { item_id, variation_id } = carrier
  const gtins = [...new Set(splitBarcodes(text ?? '').map((piece) => toGtin(piece)!))]
  // Two items that take one barcode at a time wait for each other, so that the second one hears of it.
  await sql`select pg_advisory_xact_lock(hashtextextended('item barcodes', 0))`.execute(tx)
  await sql`delete from item_barcodes where item_id = ${item_id}::uuid and variation_id is not distinct from ${variation_id}::uuid`.execute(
    tx,
  )
  const { rows } = await sql<{ gtin: string; name: string }>`
    select k.gtin, coalesce(i.name, i.name_fr, i.slug) as name from item_barcodes k join items i on i.id = k.item_id
    where k.gtin = any(${gtins}::text[]) limit 1`.execute(tx)
  const [taken] = rows
  if (taken !== undefined) throw fieldError(field, 'barcode_taken', { code: showGtin(taken.gtin), item: taken.name })
  if (gtins.length > 0)
    await tx
      .insertInto('item_barcodes')
      .values(gtins.map((gtin) => ({ gtin, item_id, variation_id })))
      .execute()
}
