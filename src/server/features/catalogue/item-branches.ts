import { sql } from 'kysely'
import type { ItemBranch } from '#contract/catalogue/desk/item-branches.ts'
import type { Currency } from '#contract/money.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

interface Change {
  answer: ItemBranch
  changes: AuditedChange[]
}

/** Each item at each branch, with what is set there. */
export const itemsAtBranches = sql`branches b cross join items i
  left join branch_items h on h.branch_id = b.id and h.item_id = i.id`
/** The two ids of a record of something at a branch. */
export const pairId = (of: ReturnType<typeof sql>) => sql<string>`concat(b.id, '_', ${of})`
export const splitPair = (id: string): [branch_id: string, of: string] => [id.slice(0, 36), id.slice(37)]

/** The lowest price of an item at a branch: its own prices there take the place of those for everywhere. */
export const lowestPrice = sql<bigint | null>`(
  select min(coalesce(o.amount_minor, p.amount_minor)) from prices p
    left join item_variations v on v.id = p.variation_id
    left join prices o on o.branch_id = b.id and o.currency = p.currency and o.item_id is not distinct from p.item_id
      and o.variation_id is not distinct from p.variation_id and o.extra_id is null
  where p.currency = b.currency and p.extra_id is null and (p.branch_id is null or p.branch_id = b.id)
    and (i.attribute_id is null and p.item_id = i.id or i.attribute_id is not null and v.item_id = i.id and v.status = 'active'))`
export const hasOwnPrice = sql<boolean>`exists (select from prices p left join item_variations v on v.id = p.variation_id
  where p.branch_id = b.id and coalesce(p.item_id, v.item_id) = i.id)`
export const itemBranchState = (now: Date) => sql<
  ItemBranch['status']
>`case when h.is_hidden then 'hidden' when ${lowestPrice} is null then 'unpriced'
  when h.paused_until > ${now} then 'paused' else 'sold' end`

type Row = Omit<ItemBranch, 'title' | 'actions' | 'price' | 'paused_until' | 'currency'> & {
  currency: Currency
  price_minor: bigint | null
  is_hidden: boolean
  paused_until: Date | null
}

/** Returns how an item stands at a branch. Throws `not_found`, also for a branch outside the scope. */
export async function getItemBranch(
  db: Db | Tx,
  scope: Scope,
  id: string,
  now: Date,
  isFrench = false,
): Promise<ItemBranch> {
  const [branch_id, item_id] = splitPair(id)
  const { rows } = await sql<Row>`
    select ${pairId(sql`i.id`)} as id, b.id as branch_id, b.name as branch, i.id as item_id,
      coalesce(${isFrench ? sql`i.name_fr` : sql`i.name`}, i.name, i.name_fr, i.slug) as item,
      b.timezone, b.currency, ${lowestPrice} as price_minor, ${hasOwnPrice} as own_price,
      coalesce(h.is_hidden, false) as is_hidden, h.paused_until, 'sold' as status
    from ${itemsAtBranches} where b.id = ${branch_id}::uuid and i.id = ${item_id}::uuid and ${withinBranches(sql.ref('b.id'), scope)}`.execute(
    db,
  )
  if (rows[0] === undefined) throw new AppError('not_found')
  const { price_minor, is_hidden, paused_until, ...row } = rows[0]
  const isPaused = paused_until !== null && paused_until > now
  return {
    ...row,
    title: `${row.item}, ${row.branch}`,
    price: price_minor === null ? null : toMoney(price_minor, row.currency),
    paused_until: isPaused ? paused_until.toISOString() : null,
    status: is_hidden ? 'hidden' : price_minor === null ? 'unpriced' : isPaused ? 'paused' : 'sold',
    actions: [...(is_hidden ? ['show'] : ['hide', 'pause']), ...(isPaused ? ['end_pause'] : [])],
  }
}

/** Writes what is set for an item at a branch. Does nothing where `isDone` says so already. */
async function setItemBranch(
  tx: Tx,
  scope: Scope,
  id: string,
  columns: { is_hidden: boolean } | { paused_until: Date | null },
  now: Date,
): Promise<Change> {
  const [branch_id, item_id] = splitPair(id)
  await getItemBranch(tx, scope, id, now)
  await tx
    .insertInto('branch_items')
    .values({ id: newId(now.getTime()), branch_id, item_id })
    .onConflict((conflict) => conflict.constraint('branch_items_once').doNothing())
    .execute()
  await sql`select from branch_items where branch_id = ${branch_id} and item_id = ${item_id} for update`.execute(tx)
  const before = await getItemBranch(tx, scope, id, now)
  await tx
    .updateTable('branch_items')
    .set({ ...columns, version: sql`version + 1` })
    .where('branch_id', '=', branch_id)
    .where('item_id', '=', item_id)
    .execute()
  const answer = await getItemBranch(tx, scope, id, now)
  const facts = ({ status, paused_until }: ItemBranch) => ({ status, paused_until })
  return { answer, changes: [{ kind: 'item_branch', id, branch_id, before: facts(before), after: facts(answer) }] }
}

/** Hides an item at a branch, or shows it again. Throws `not_found`. */
export const hideItem = (tx: Tx, scope: Scope, id: string, is_hidden: boolean, now: Date): Promise<Change> =>
  setItemBranch(tx, scope, id, { is_hidden }, now)

const longest_ms = 31 * day_ms

/** Pauses an item at a branch. Throws `not_found`, and 422 for a time that is over or more than 31 days ahead. */
export async function pauseItem(tx: Tx, scope: Scope, id: string, paused_until: string, now: Date): Promise<Change> {
  const until = new Date(paused_until)
  if (until <= now) throw fieldError('paused_until', 'pause_past')
  if (until.getTime() > now.getTime() + longest_ms) throw fieldError('paused_until', 'pause_far')
  return setItemBranch(tx, scope, id, { paused_until: until }, now)
}

/** Ends a pause. Throws `not_found`. */
export const endPause = (tx: Tx, scope: Scope, id: string, now: Date): Promise<Change> =>
  setItemBranch(tx, scope, id, { paused_until: null }, now)
