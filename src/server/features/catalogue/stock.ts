import { sql, type RawBuilder } from 'kysely'
import type { Stock } from '#contract/catalogue/desk/stock.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { pairId, splitPair } from './item-branches.ts'

/* What staff does with the stock of a branch. Orders take from it in the feature of orders. */

interface StockChange {
  answer: Stock
  changes: AuditedChange[]
}
/** Who changes stock, and when. */
interface By {
  user_id: string
  now: Date
}

/** What is counted: items that track stock, or each of their active variations, at each branch. */
export const countedUnits = sql`branches b cross join items i
  left join item_attributes a on a.id = i.attribute_id
  left join item_variations v on v.item_id = i.id and v.status = 'active' and i.attribute_id is not null
  left join stock_levels l on l.branch_id = b.id and l.item_id = i.id and l.variation_id is not distinct from v.id`
/** Those that there are: an item without an attribute, and each variation of one with an attribute. */
export const isCounted = sql<boolean>`(i.tracks_stock and (i.attribute_id is null) = (v.id is null))`
export const stockId = pairId(sql`coalesce(v.id, i.id)`)
export const freeStock = sql<number>`(coalesce(l.on_hand, 0) - coalesce(l.reserved, 0))`
export const stockState = sql<Stock['status']>`case when ${freeStock} = 0 then 'none'
  when ${freeStock} <= i.low_stock then 'low' else 'enough' end`
export const variationName = (isFrench: boolean) => sql<string | null>`
  (${sql.ref(isFrench ? 'a.value_names_fr' : 'a.value_names')})[array_position(a.value_codes, v.value_code)]`

type Row = Omit<Stock, 'title' | 'actions'>

/** Returns what a branch has of an item or a variation. Throws `not_found`, also for a branch outside the scope. */
export async function getStock(db: Db | Tx, scope: Scope, id: string, isFrench = false): Promise<Stock> {
  const [branch_id, unit_id] = splitPair(id)
  const { rows } = await sql<Row>`
    select ${stockId} as id, b.id as branch_id, b.name as branch, i.id as item_id,
      coalesce(${isFrench ? sql`i.name_fr, i.name` : sql`i.name, i.name_fr`}, i.slug) as item,
      ${variationName(isFrench)} as variation, coalesce(v.sku, i.sku) as sku, coalesce(l.on_hand, 0) as on_hand,
      coalesce(l.reserved, 0) as reserved, ${freeStock} as free, i.low_stock, ${stockState} as status
    from ${countedUnits} where ${isCounted} and b.id = ${branch_id}::uuid and coalesce(v.id, i.id) = ${unit_id}::uuid
      and ${withinBranches(sql.ref('b.id'), scope)}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new AppError('not_found')
  return {
    ...row,
    title: [row.item, row.variation, row.branch].filter((part) => part !== null).join(', '),
    actions: ['receive', ...(row.free > 0 ? ['waste', 'move'] : []), 'recount'],
  }
}

/** The level of a stock, which begins with nothing, locked until the transaction ends. */
async function lockLevel(tx: Tx, { id, item_id, branch_id }: Stock): Promise<string> {
  const unit_id = splitPair(id)[1]
  const variation_id = unit_id === item_id ? null : unit_id
  await tx
    .insertInto('stock_levels')
    .values({ id: newId(), branch_id, item_id, variation_id, on_hand: 0 })
    .onConflict((conflict) => conflict.constraint('stock_levels_once').doNothing())
    .execute()
  const { rows } = await sql<{ id: string }>`
    select id from stock_levels where branch_id = ${branch_id} and item_id = ${item_id}
      and variation_id is not distinct from ${variation_id}::uuid for update`.execute(tx)
  return rows[0]!.id
}

/**
 * Notes each level that falls to the threshold of its item or below, with what is left; a job tells those responsible.
 * `moved` selects the levels' `id` and `item_id`, what is `left_over` and how many were `added`.
 */
export const recordFalls = (moved: RawBuilder<unknown>, at: Date): RawBuilder<unknown> => sql`
  insert into stock_alerts (id, stock_level_id, left_over, at)
  select gen_random_uuid(), m.id, m.left_over, ${at}::timestamptz from (${moved}) m join items i on i.id = m.item_id
  where i.tracks_stock and i.low_stock > 0 and m.left_over <= i.low_stock and m.left_over - m.added > i.low_stock`

interface Movement {
  kind: 'received' | 'waste' | 'recount' | 'moved'
  on_hand: number
  note: string | null
}

async function addMovement(
  tx: Tx,
  stock_level_id: string,
  { kind, on_hand, note }: Movement,
  { user_id, now }: By,
): Promise<void> {
  await sql`
    with moved as (
      update stock_levels set on_hand = on_hand + ${on_hand}::int, version = version + 1 where id = ${stock_level_id}
      returning id, item_id, on_hand - reserved as left_over)
    ${recordFalls(sql`select id, item_id, left_over, ${on_hand}::int as added from moved`, now)}`.execute(tx)
  await tx
    .insertInto('stock_movements')
    .values({ id: newId(now.getTime()), stock_level_id, at: now, kind, on_hand, actor_id: user_id, note })
    .execute()
}

const entry = (before: Stock, after: Stock): AuditedChange => ({
  kind: 'stock',
  id: before.id,
  branch_id: before.branch_id,
  before: { on_hand: before.on_hand },
  after: { on_hand: after.on_hand },
})

/** Throws `stock_reserved`, naming the orders that hold it, if less than what is reserved would be left. */
async function requireUnreserved(tx: Tx, level_id: string, before: Stock, left: number): Promise<void> {
  if (left >= before.reserved) return
  const { rows } = await sql<{ order_number: string }>`
    select o.order_number from stock_movements m join orders o on o.id = m.order_id
    where m.stock_level_id = ${level_id} group by o.order_number having sum(m.reserved) > 0
    order by o.order_number limit 20`.execute(tx)
  const orders = rows.map(({ order_number }) => order_number).join(', ')
  throw new AppError('stock_reserved', { reserved: before.reserved, orders })
}

/** Locks a stock, has `work` decide what moves, and answers what is there then. */
async function changeStock(
  tx: Tx,
  scope: Scope,
  id: string,
  by: By,
  decide: (before: Stock) => Movement,
): Promise<StockChange> {
  const level_id = await lockLevel(tx, await getStock(tx, scope, id))
  const before = await getStock(tx, scope, id)
  const movement = decide(before)
  if (movement.on_hand === 0) return { answer: before, changes: [] }
  const left = before.on_hand + movement.on_hand
  if (movement.kind !== 'recount' && left < 0) throw fieldError('quantity', 'too_large')
  if (left > 1_000_000) throw fieldError('quantity', 'too_large')
  await requireUnreserved(tx, level_id, before, left)
  await addMovement(tx, level_id, movement, by)
  const answer = await getStock(tx, scope, id)
  return { answer, changes: [entry(before, answer)] }
}

interface Input {
  quantity: number
  note: string | null
}

/** Adds what arrived. Throws `not_found`. */
export const receiveStock = (tx: Tx, scope: Scope, id: string, { quantity, note }: Input, by: By) =>
  changeStock(tx, scope, id, by, () => ({ kind: 'received', on_hand: quantity, note }))

/** Takes away what cannot be sold. Throws `not_found`, `stock_reserved`, and 422 for more than there is. */
export const wasteStock = (tx: Tx, scope: Scope, id: string, { quantity, note }: Input, by: By) =>
  changeStock(tx, scope, id, by, () => ({ kind: 'waste', on_hand: -quantity, note }))

/** Sets what was counted. Throws `not_found`, and `stock_reserved` below what is reserved. */
export const recountStock = (
  tx: Tx,
  scope: Scope,
  id: string,
  { counted, note }: { counted: number; note: string | null },
  by: By,
) => changeStock(tx, scope, id, by, ({ on_hand }) => ({ kind: 'recount', on_hand: counted - on_hand, note }))

/** Moves stock to another branch. Throws `not_found`, `stock_reserved`, and 422 for a branch that is the same or outside the scope. */
export async function moveStock(
  tx: Tx,
  scope: Scope,
  id: string,
  { to_branch_id, quantity, note }: Input & { to_branch_id: string },
  by: By,
): Promise<StockChange> {
  const [branch_id, unit_id] = splitPair(id)
  if (to_branch_id === branch_id || !includesBranch(scope, to_branch_id))
    throw fieldError('to_branch_id', 'other_branch')
  const target = `${to_branch_id}_${unit_id}`
  // In one order, so that two moves in opposite directions wait for each other.
  for (const entry of [id, target].toSorted()) {
    const stock = await getStock(tx, scope, entry).catch((error: unknown) => {
      if (entry === target && error instanceof AppError) throw fieldError('to_branch_id', 'other_branch')
      throw error
    })
    await lockLevel(tx, stock)
  }
  const taken = await changeStock(tx, scope, id, by, () => ({ kind: 'moved', on_hand: -quantity, note }))
  const given = await changeStock(tx, scope, target, by, () => ({ kind: 'moved', on_hand: quantity, note }))
  return { answer: taken.answer, changes: [...taken.changes, ...given.changes] }
}

/** What a stock is set to. */
interface SetLevel {
  branch_id: string
  item_id: string
  variation_id: string | null
  on_hand: number
}

/** Sets many stocks at once, each with its movement. Throws `stock_reserved` below what is reserved. */
export async function setLevels(tx: Tx, levels: readonly SetLevel[], { user_id, now }: By): Promise<void> {
  if (levels.length === 0) return
  const columns = sql`unnest(
    ${levels.map(({ branch_id }) => branch_id)}::uuid[], ${levels.map(({ item_id }) => item_id)}::uuid[],
    ${levels.map(({ variation_id }) => variation_id)}::uuid[], ${levels.map(({ on_hand }) => on_hand)}::integer[])
    as t (branch_id, item_id, variation_id, on_hand)`
  await sql`insert into stock_levels (id, branch_id, item_id, variation_id, on_hand)
    select gen_random_uuid(), branch_id, item_id, variation_id, 0 from ${columns}
    on conflict on constraint stock_levels_once do nothing`.execute(tx)
  const { rows } = await sql<{ id: string; reserved: number; before: number; after: number }>`
    select l.id, l.reserved, l.on_hand as before, t.on_hand as after
    from stock_levels l join ${columns} on l.branch_id = t.branch_id and l.item_id = t.item_id
      and l.variation_id is not distinct from t.variation_id
    order by l.id for no key update of l`.execute(tx)
  const short = rows.find(({ after, reserved }) => after < reserved)
  if (short !== undefined) throw new AppError('stock_reserved', { reserved: short.reserved, orders: '' })
  const moved = rows.filter(({ before, after }) => after !== before)
  const added = sql`unnest(${moved.map(({ id }) => id)}::uuid[],
    ${moved.map(({ before, after }) => after - before)}::integer[]) as t (id, added)`
  await sql`
    with moved as (
      update stock_levels l set on_hand = l.on_hand + t.added, version = version + 1 from ${added} where l.id = t.id
      returning l.id, l.item_id, l.on_hand - l.reserved as left_over, t.added),
    fallen as (${recordFalls(sql`select id, item_id, left_over, added from moved`, now)})
    insert into stock_movements (id, stock_level_id, at, kind, on_hand, actor_id)
    select gen_random_uuid(), id, ${now}::timestamptz, 'recount', added, ${user_id}::uuid from moved`.execute(tx)
}
