import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { nextPosition } from '#server/features/access/positions.ts'
import { setBarcodes } from '../barcodes.ts'
import { requireFreeSku } from '../item-records.ts'
import { toFolded } from '../search-text.ts'
import { setLevels } from '../stock.ts'
import type { Snapshot } from './item-snapshot.ts'
import { titleOf } from './item-snapshot.ts'
import type { ItemEdit } from './plan.ts'

interface By {
  user_id: string
  now: Date
}

type EditOf<Kind extends ItemEdit['kind']> = Extract<ItemEdit, { kind: Kind }>
const pick = <Kind extends ItemEdit['kind']>(edits: readonly ItemEdit[], kind: Kind): EditOf<Kind>[] =>
  edits.filter((edit): edit is EditOf<Kind> => edit.kind === kind)

/**
 * Stores edits of items that the transaction has locked, and raises the version of each once. Throws 422 for an SKU or a
 * barcode that another item has, and `stock_reserved`.
 */
export async function storeEdits(tx: Tx, edits: readonly ItemEdit[], by: By): Promise<void> {
  await storeFacts(tx, pick(edits, 'fact'))
  await storePrices(tx, pick(edits, 'price'))
  await setLevels(
    tx,
    pick(edits, 'stock').map(({ item_id, unit, unit_id, branch_id, after }) => ({
      branch_id,
      item_id,
      variation_id: unit === 'variation' ? unit_id : null,
      on_hand: after,
    })),
    by,
  )
  const touched = [...new Set(edits.filter(({ kind }) => kind !== 'stock').map(({ item_id }) => item_id))]
  await sql`update items set version = version + 1 where id = any(${touched}::uuid[])`.execute(tx)
}

async function storeFacts(tx: Tx, edits: readonly EditOf<'fact'>[]): Promise<void> {
  for (const { item_id, unit, unit_id, field, after } of edits) {
    if (field === 'sku') {
      // Taken back to nothing first, so that two items of one file can exchange theirs.
      await sql`update ${sql.table(unit === 'item' ? 'items' : 'item_variations')} set sku = null where id = ${unit_id}::uuid`.execute(
        tx,
      )
      continue
    }
    if (field === 'barcodes') {
      await setBarcodes(tx, 'barcodes', carrierOf(item_id, unit, unit_id), null)
      continue
    }
    const position =
      field === 'category_id' ? await nextPosition(tx, 'items', sql<boolean>`category_id = ${after}::uuid`) : undefined
    await tx
      .updateTable('items')
      .set({ [field]: after, ...(position !== undefined && { position }) })
      .where('id', '=', item_id)
      .execute()
  }
  for (const { item_id, unit, unit_id, field, after } of edits) {
    if (field === 'barcodes') await setBarcodes(tx, 'barcodes', carrierOf(item_id, unit, unit_id), after)
    if (field === 'sku' && after !== null) {
      await requireFreeSku(tx, 'sku', after, item_id)
      await sql`update ${sql.table(unit === 'item' ? 'items' : 'item_variations')} set sku = ${after} where id = ${unit_id}::uuid`.execute(
        tx,
      )
    }
  }
  const named = [...new Set(edits.filter(({ field }) => namesIt.has(field)).map(({ item_id }) => item_id))]
  const { rows } = await sql<{ id: string; names: (string | null)[] }>`
    select i.id, array[i.name, i.name_fr, c.name, c.name_fr] as names from items i join item_categories c on c.id = i.category_id
    where i.id = any(${named}::uuid[])`.execute(tx)
  for (const { id, names } of rows)
    await tx
      .updateTable('items')
      .set({ folded: toFolded(names) })
      .where('id', '=', id)
      .execute()
}

const carrierOf = (item_id: string, unit: ItemEdit['unit'], unit_id: string) => ({
  item_id,
  variation_id: unit === 'variation' ? unit_id : null,
})

const namesIt: ReadonlySet<string> = new Set(['name', 'name_fr', 'category_id'])

async function storePrices(tx: Tx, edits: readonly EditOf<'price'>[]): Promise<void> {
  const removed = edits.filter(({ after }) => after === null)
  const set = edits.filter(({ after }) => after !== null)
  const columns = (some: readonly EditOf<'price'>[]) => sql`unnest(
    ${some.map(({ unit, unit_id }) => (unit === 'item' ? unit_id : null))}::uuid[],
    ${some.map(({ unit, unit_id }) => (unit === 'variation' ? unit_id : null))}::uuid[],
    ${some.map(({ currency }) => currency)}::text[],
    ${some.map(({ after }) => after)}::bigint[]) as t (item_id, variation_id, currency, amount_minor)`
  await sql`delete from prices p using ${columns(removed)} where p.branch_id is null and p.extra_id is null
    and p.currency = t.currency and p.item_id is not distinct from t.item_id
    and p.variation_id is not distinct from t.variation_id`.execute(tx)
  await sql`insert into prices (id, item_id, variation_id, currency, amount_minor)
    select gen_random_uuid(), item_id, variation_id, currency, amount_minor from ${columns(set)}
    on conflict on constraint prices_once do update
      set amount_minor = excluded.amount_minor, version = prices.version + 1`.execute(tx)
}

/** What the audit log shows of edits: one entry for each item, and one for each stock. */
export function describeEdits(edits: readonly ItemEdit[], { items, categories }: Snapshot): AuditedChange[] {
  const byItem = Map.groupBy(
    edits.filter(({ kind }) => kind !== 'stock'),
    ({ item_id }) => item_id,
  )
  const nameOf = (field: string, value: string | null) =>
    field === 'category_id' ? (categories.find(({ id }) => id === value)?.name ?? value) : value
  const side = (of: readonly ItemEdit[], which: 'before' | 'after') => {
    const codeOf = (edit: ItemEdit) =>
      items.find(({ id }) => id === edit.item_id)?.units.find(({ id }) => id === edit.unit_id)?.code ?? null
    const prices = pick(of, 'price').flatMap((edit) => {
      const value = edit[which]
      const { currency } = edit
      return value === null ? [] : [{ name: codeOf(edit), amount: toMajor(BigInt(value), currency), currency }]
    })
    return {
      ...Object.fromEntries(
        pick(of, 'fact').map((edit) => [
          edit.field === 'category_id' ? 'category' : edit.field,
          nameOf(edit.field, edit[which]),
        ]),
      ),
      ...(of.some(({ kind }) => kind === 'price') && { prices }),
    }
  }
  return [
    ...[...byItem].map(([id, of]) => ({ kind: 'item', id, before: side(of, 'before'), after: side(of, 'after') })),
    ...pick(edits, 'stock').map(({ branch_id, unit_id, before, after }) => ({
      kind: 'stock',
      id: `${branch_id}_${unit_id}`,
      branch_id,
      before: { on_hand: before },
      after: { on_hand: after },
    })),
  ]
}

/** What undoing compares: versions of items, and how many movements each stock has had. */
export interface Marks {
  versions: Record<string, number>
  movements: Record<string, number>
}

interface Level {
  item_id: string
  branch_id: string
  unit_id: string
}

/** Reads the marks of items and stocks as they are now; a missing item has none. */
export async function readMarks(tx: Tx, items: readonly string[], levels: readonly Level[]): Promise<Marks> {
  const versions = await sql<{ id: string; version: number }>`
    select id, version from items where id = any(${items}::uuid[])`.execute(tx)
  const movements = await sql<{ id: string; count: number }>`
    select concat(l.branch_id, '_', coalesce(l.variation_id, l.item_id)) as id,
      (select count(*)::int from stock_movements m where m.stock_level_id = l.id) as count
    from stock_levels l join unnest(${levels.map(({ branch_id }) => branch_id)}::uuid[],
      ${levels.map(({ unit_id }) => unit_id)}::uuid[], ${levels.map(({ item_id }) => item_id)}::uuid[]) as t (branch_id, unit_id, item_id)
      on l.branch_id = t.branch_id and l.item_id = t.item_id and coalesce(l.variation_id, l.item_id) = t.unit_id`.execute(
    tx,
  )
  return {
    versions: Object.fromEntries(versions.rows.map(({ id, version }) => [id, version])),
    movements: Object.fromEntries(movements.rows.map(({ id, count }) => [id, count])),
  }
}

/** The names of items that were changed since the marks were taken. */
export function findChangedSince(before: Marks, now: Marks, edits: readonly ItemEdit[], snapshot: Snapshot): string[] {
  const changed = new Set(
    Object.entries(before.versions).flatMap(([id, version]) => (now.versions[id] === version ? [] : [id])),
  )
  for (const edit of pick(edits, 'stock')) {
    const key = `${edit.branch_id}_${edit.unit_id}`
    if (now.movements[key] !== before.movements[key]) changed.add(edit.item_id)
  }
  return [...changed].map((id) => {
    const item = snapshot.items.find((candidate) => candidate.id === id)
    return item === undefined ? '–' : titleOf(item)
  })
}
