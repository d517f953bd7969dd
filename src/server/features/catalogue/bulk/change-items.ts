import { sql } from 'kysely'
import type { ItemChangeBody } from '#contract/catalogue/desk/item-changes.ts'
import type { BulkChange, BulkReport } from '#contract/desk/bulk-changes.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import {
  digestOf,
  emptyReport,
  findBulkChanges,
  requireUnchanged,
  storeBulkChange,
  takeBulkChange,
} from '#server/features/access/bulk-changes.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { everyScope, type SignedIn } from '#server/http/caller.ts'
import { AppError, describeProblem, fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import type { FileRow } from '#server/read-csv.ts'
import { createItem, deleteItem, getItem } from '../item-records.ts'
import { planFile } from './item-file.ts'
import { readSnapshot, type Snapshot } from './item-snapshot.ts'
import { planSelection, reverse, type ItemEdit, type NewItem, type PlannedRow } from './plan.ts'
import { describeEdits, findChangedSince, readMarks, storeEdits, type Marks } from './store-edits.ts'

/** Who changes many items, and in which language they read what became of each. */
interface Changer {
  user: Pick<SignedIn, 'user_id' | 'access'>
  locale: Locale
  now: Date
}

/** What is stored with a change to undo it. */
interface Content {
  edits: ItemEdit[]
  created: string[]
  marks: Marks
}
type Done<T> = Promise<{ answer: T; changes: AuditedChange[] }>

/** Throws `forbidden` without the permission that a change needs everywhere, or at its branch. */
function requireAllowed({ change, branch_id }: ItemChangeBody, { access }: Changer['user']): void {
  if (change.startsWith('price') && access.get('items.prices')?.everywhere !== true) throw new AppError('forbidden')
  if (!change.startsWith('stock')) return
  const scope = access.get('stock.update')
  if (scope === undefined) throw new AppError('forbidden')
  if (typeof branch_id === 'string' && !includesBranch(scope, branch_id)) throw fieldError('branch_id', 'invalid')
}

/** Changes the chosen items, or previews that. Throws `forbidden` and 422. */
export async function changeItems(tx: Tx, body: ItemChangeBody, changer: Changer): Done<BulkReport> {
  requireAllowed(body, changer.user)
  const branch_ids = typeof body.branch_id === 'string' ? [body.branch_id] : []
  const snapshot = await readSnapshot(tx, { ids: body.ids, branch_ids, locks: body.stores })
  const rows = planSelection(snapshot, body)
  const request = { stores: body.stores, digest: body.digest ?? null, source: 'selection' as const, name: body.change }
  return finishChange(tx, { rows, snapshot }, request, changer)
}

/** Stores what a file says of items, or previews that. Throws 422 at `file`. */
export async function importItems(
  tx: Tx,
  rows: readonly FileRow[],
  branch_ids: readonly string[],
  request: Omit<ChangeRequest, 'source'>,
  changer: Changer,
): Done<BulkReport> {
  const snapshot = await readSnapshot(tx, { branch_ids, locks: request.stores })
  const planned = planFile(rows, snapshot, changer.user)
  return finishChange(tx, { rows: planned, snapshot }, { ...request, source: 'file' }, changer)
}

interface ChangeRequest {
  stores: boolean
  /** That of the preview. */
  digest: string | null
  source: BulkChange['source']
  name: string
}

/** Stores a plan, or reports what it would do: also where it is no longer what the preview showed. */
async function finishChange(
  tx: Tx,
  { rows, snapshot }: { rows: readonly PlannedRow[]; snapshot: Snapshot },
  request: ChangeRequest,
  changer: Changer,
): Done<BulkReport> {
  const digest = digestOf(rows.map(({ added, edits }) => [added, edits]))
  const is_stale = request.stores && request.digest !== digest
  const preview = { ...(await describe(tx, rows, snapshot, changer.locale)), digest, is_stale }
  if (!request.stores || is_stale || preview.added + preview.changed === 0) return { answer: preview, changes: [] }
  const by = { user_id: changer.user.user_id, now: changer.now }
  const { ids, changes: additions } = await createItems(tx, rows, changer.now)
  const edits = rows.flatMap((row) => row.edits.map((edit) => placeEdit(edit, ids)))
  await storeEdits(tx, edits, by)
  const created = [...ids.values()]
  const content: Content = { edits, created, marks: await readMarks(tx, idsOf(edits, created), stocksOf(edits)) }
  const counts = { changed: preview.changed, added: preview.added }
  const { source, name } = request
  const change = await storeBulkChange(tx, { area: 'items', source, name, ...counts, content }, by)
  const fresh = created.length === 0 ? snapshot : await readSnapshot(tx, { branch_ids: [] })
  return {
    answer: { ...preview, stored: true, change },
    changes: [...additions, ...describeEdits(edits, fresh)],
  }
}

const idsOf = (edits: readonly ItemEdit[], created: readonly string[]): string[] => [
  ...new Set([...edits.map(({ item_id }) => item_id), ...created]),
]
const stocksOf = (edits: readonly ItemEdit[]) => edits.filter((edit) => edit.kind === 'stock')

/** An edit of an item that was just created has its id now. */
const placeEdit = (edit: ItemEdit, ids: ReadonlyMap<string, string>): ItemEdit => {
  const id = ids.get(edit.item_id)
  return id === undefined ? edit : { ...edit, item_id: id, unit_id: id }
}

async function createItems(tx: Tx, rows: readonly PlannedRow[], now: Date) {
  const ids = new Map<string, string>()
  const changes: AuditedChange[] = []
  for (const { added } of rows) {
    if (added === null) continue
    const created = await createItem(tx, everyScope, { ...usualFacts, ...withoutKey(added) }, now)
    ids.set(added.key, created.answer.id)
    changes.push(...created.changes)
  }
  return { ids, changes }
}

const withoutKey = ({ key: _key, ...facts }: NewItem) => facts
const usualFacts = {
  order_types: 'both' as const,
  description: null,
  description_fr: null,
  caution: null,
  caution_fr: null,
  needs_vehicle: false,
  needs_key: false,
  duration_min: null,
  work_units: 1,
  max_per_order: 20,
  low_stock: 0,
  is_featured: false,
}

async function describe(
  tx: Tx,
  rows: readonly PlannedRow[],
  snapshot: Snapshot,
  locale: Locale,
): Promise<Omit<BulkReport, 'digest' | 'is_stale'>> {
  const edits = rows.flatMap((row) => row.edits)
  const seen = edits.filter(({ kind }) => kind !== 'stock').map(({ item_id }) => item_id)
  const known = snapshot.items.map(({ id }) => id).filter((id) => seen.includes(id))
  const carts = await sql<{ in_carts: number; carts: number }>`
    select count(distinct l.item_id)::int as in_carts, count(distinct l.cart_id)::int as carts
    from cart_lines l join carts c on c.id = l.cart_id
    where not c.is_set_aside and l.item_id = any(${known}::uuid[])`.execute(tx)
  const reported = rows.map(({ line, name, added, edits: own, problem }) => ({
    line,
    name,
    outcome:
      problem !== null
        ? ('refused' as const)
        : added !== null
          ? ('added' as const)
          : own.length > 0
            ? ('changed' as const)
            : ('unchanged' as const),
    edits: own.map((edit) => describeEdit(edit, snapshot, locale)),
    reason: problem === null ? null : describeReason(problem, line, locale),
  }))
  const count = (outcome: string) => reported.filter((row) => row.outcome === outcome).length
  return {
    ...emptyReport,
    added: count('added'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    prices: edits.filter(({ kind }) => kind === 'price').length,
    stocks: stocksOf(edits).length,
    ...carts.rows[0]!,
    rows: reported.filter(({ outcome }) => outcome !== 'unchanged'),
  }
}

function describeEdit(edit: ItemEdit, { items, categories, branches }: Snapshot, locale: Locale) {
  const unit = items.find(({ id }) => id === edit.item_id)?.units.find(({ id }) => id === edit.unit_id)
  const variation = unit?.code ?? null
  if (edit.kind === 'stock') {
    const branch = branches.find(({ id }) => id === edit.branch_id)?.name ?? null
    return {
      field: 'stock',
      of: [branch, variation].filter(Boolean).join(', '),
      before: edit.before,
      after: edit.after,
    }
  }
  if (edit.kind === 'price') {
    const { currency } = edit
    const [before, after] = [edit.before, edit.after].map((minor) =>
      minor === null ? null : toMajor(BigInt(minor), currency),
    )
    return { field: 'price', of: [currency, variation].filter(Boolean).join(' '), before: before!, after: after! }
  }
  const value = (text: string | null) =>
    edit.field === 'category_id'
      ? (categories.find(({ id }) => id === text)?.[locale.startsWith('fr') ? 'name_fr' : 'name'] ?? text)
      : text
  return { field: edit.field, of: variation, before: value(edit.before), after: value(edit.after) }
}

/** Why a row was refused, in the reader's language: for a file with the column. */
function describeReason(error: AppError, line: number | null, locale: Locale): string {
  const [problem] = error.fields
  if (problem === undefined) return translate(locale, `errors.${error.code}`)
  const value = describeProblem(problem, locale)
  return line === null ? value : translate(locale, 'common.labelled', { name: problem.field, value })
}

/**
 * Undoes a change as one. Throws `not_found`, `undo_done`, `undo_expired`, `undo_changed` where an item was changed since,
 * and `stock_reserved`. An item that the change added goes, unless stock of it has moved: then it stays, inactive.
 */
export async function undoItemChange(tx: Tx, id: string, changer: Changer): Done<BulkChange> {
  const { edits, created, marks } = await takeBulkChange<Content>(tx, 'items', id, changer.now)
  requireUndoAllowed(edits, changer.user)
  const ids = idsOf(edits, created)
  const snapshot = await readSnapshot(tx, { ids, branch_ids: [], locks: true })
  requireUnchanged(findChangedSince(marks, await readMarks(tx, ids, stocksOf(edits)), edits, snapshot))
  const back = reverse(edits)
  await storeEdits(tx, back, { user_id: changer.user.user_id, now: changer.now })
  const removals: AuditedChange[] = []
  for (const item_id of created) {
    const { version, actions } = await getItem(tx, everyScope, item_id)
    if (actions.includes('remove')) removals.push(...(await deleteItem(tx, everyScope, item_id, version)).changes)
  }
  const [answer] = await findBulkChanges(tx, 'items', changer.now, { id })
  return { answer: answer!, changes: [...describeEdits(back, snapshot), ...removals] }
}

/** Undoing needs what doing needed. */
function requireUndoAllowed(edits: readonly ItemEdit[], { access }: Changer['user']): void {
  const prices = access.get('items.prices')
  const stock = access.get('stock.update')
  for (const edit of edits) {
    if (edit.kind === 'price' && prices?.everywhere !== true) throw new AppError('forbidden')
    if (edit.kind === 'stock' && (stock === undefined || !includesBranch(stock, edit.branch_id)))
      throw new AppError('forbidden')
  }
}

export const listItemChanges = (db: Db, now: Date): Promise<BulkChange[]> => findBulkChanges(db, 'items', now)
