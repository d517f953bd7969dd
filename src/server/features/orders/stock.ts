import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { recordFalls } from '#server/features/catalogue/stock.ts'
import { AppError } from '#server/http/errors.ts'

/** Units of a line of an order. A line without a level is not counted and is left out. */
export interface StockLine {
  id: string
  stock_level_id: string | null
  quantity: number
}
/** For which order the stock changes, and who does it; null for the clock. */
export interface StockOrder {
  id: string
  actor_id: string | null
}

interface Taken {
  stock_level_id: string
  quantity: number
}
interface Effect {
  kind: 'reserved' | 'released' | 'sold' | 'returned' | 'waste'
  /** What one unit adds to each figure. */
  on_hand: -1 | 0 | 1
  reserved: -1 | 0 | 1
}

/** Sums lines by their level, so that two of one level count together, in the order of ids in which all transactions lock. */
function sumByLevel(lines: readonly StockLine[]): Taken[] {
  const sums = new Map<string, number>()
  for (const { stock_level_id, quantity } of lines)
    if (stock_level_id !== null && quantity > 0) sums.set(stock_level_id, (sums.get(stock_level_id) ?? 0) + quantity)
  return [...sums]
    .map(([stock_level_id, quantity]) => ({ stock_level_id, quantity }))
    .toSorted((a, b) => (a.stock_level_id < b.stock_level_id ? -1 : 1))
}

/**
 * Changes the levels and writes a movement for each. Violates `stock_levels_enough` for less than there is; with `ifEnough`
 * a level without enough stays as it is. Returns how many have changed.
 */
async function moveStock(
  tx: Tx,
  order: StockOrder,
  taken: readonly Taken[],
  { ifEnough = false, ...effect }: Effect & { ifEnough?: boolean },
  at: Date,
): Promise<number> {
  if (taken.length === 0) return 0
  const { numAffectedRows } = await sql`
    with taken as materialized (
      select * from unnest(${taken.map(({ stock_level_id }) => stock_level_id)}::uuid[],
        ${taken.map(({ quantity }) => quantity)}::integer[]) as t (id, quantity)),
    moved as (
      update stock_levels l set on_hand = l.on_hand + ${effect.on_hand}::integer * t.quantity,
        reserved = l.reserved + ${effect.reserved}::integer * t.quantity
      from taken t where l.id = t.id and ${ifEnough ? sql`l.on_hand - l.reserved >= t.quantity` : sql`true`} returning l.id, l.item_id, l.on_hand - l.reserved as left_over, t.quantity),
    fallen as (${recordFalls(sql`select id, item_id, left_over, ${effect.on_hand - effect.reserved}::integer * quantity as added from moved`, at)})
    insert into stock_movements (id, stock_level_id, at, kind, on_hand, reserved, actor_id, order_id)
    select gen_random_uuid(), id, ${at}::timestamptz, ${effect.kind}::text, ${effect.on_hand}::integer * quantity,
      ${effect.reserved}::integer * quantity, ${order.actor_id}::uuid, ${order.id}::uuid
    from moved`.execute(tx)
  return Number(numAffectedRows)
}

// `no key`: the lines of an order refer to their levels, and would wait for each other's orders here.
const lockLevels = (tx: Tx, taken: readonly Taken[]) =>
  tx
    .selectFrom('stock_levels')
    .select(['id', 'on_hand', 'reserved'])
    .where(
      'id',
      'in',
      taken.map(({ stock_level_id }) => stock_level_id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Reserves what an order takes, all or nothing. Throws `out_of_stock` with a field `lines.ID` for each line of which there
 * is too little, and how many are left.
 */
export async function reserveStock(tx: Tx, order: StockOrder, lines: readonly StockLine[], at: Date): Promise<void> {
  const taken = sumByLevel(lines)
  const effect = { kind: 'reserved', on_hand: 0, reserved: 1 } as const
  // A single level needs no order in which it is locked.
  if (taken.length < 2 && (await moveStock(tx, order, taken, { ...effect, ifEnough: true }, at)) === taken.length)
    return
  const levels = new Map((await lockLevels(tx, taken)).map((level) => [level.id, level]))
  const leftOf = (id: string) => (levels.get(id)?.on_hand ?? 0) - (levels.get(id)?.reserved ?? 0)
  const short = taken.filter(({ stock_level_id, quantity }) => leftOf(stock_level_id) < quantity)
  if (short.length > 0) {
    const isShort = (id: string | null) => short.some(({ stock_level_id }) => stock_level_id === id)
    throw new AppError(
      'out_of_stock',
      {},
      lines
        .filter(({ stock_level_id }) => isShort(stock_level_id))
        .map(({ id, stock_level_id }) => ({
          field: `lines.${id}`,
          key: leftOf(stock_level_id!) > 0 ? 'out_of_stock' : 'sold_out',
          params: { left: leftOf(stock_level_id!) },
        })),
    )
  }
  await moveStock(tx, order, taken, effect, at)
}

/** A change of levels that other orders may hold: locked in one order first, so that two changes cannot deadlock. */
const changeStock =
  (effect: Effect) =>
  async (tx: Tx, order: StockOrder, lines: readonly StockLine[], at: Date): Promise<void> => {
    const taken = sumByLevel(lines)
    if (taken.length > 1) await lockLevels(tx, taken)
    await moveStock(tx, order, taken, effect, at)
  }

/** Gives back what an order that is not completed had reserved. */
export const releaseStock = changeStock({ kind: 'released', on_hand: 0, reserved: -1 })
/** What was reserved is handed over. */
export const sellStock = changeStock({ kind: 'sold', on_hand: -1, reserved: -1 })
/** What was reserved cannot be sold any more, such as food that was prepared. */
export const wasteStock = changeStock({ kind: 'waste', on_hand: -1, reserved: -1 })
/** What was sold comes back and can be sold again. */
export const returnStock = changeStock({ kind: 'returned', on_hand: 1, reserved: 0 })
/** What was sold comes back and is written off: a movement that changes no figure. */
export const writeOffStock = changeStock({ kind: 'waste', on_hand: 0, reserved: 0 })
