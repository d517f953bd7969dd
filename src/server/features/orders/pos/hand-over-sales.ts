import { sql } from 'kysely'
import type { ParkedSale } from '#contract/orders/desk/pos.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { ClosingShift } from '#server/features/cash/hooks.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { isHeld, lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import { endOrder } from '../lifecycle/end-order.ts'
import { getOrderCustomer } from '../phone/customers.ts'
import { toCounterCustomer } from './customers.ts'

/**
 * Gives up the sales of a shift that wait for a wallet, for which nothing was charged, and parks what was chosen for the next
 * shift, under the numbers of their orders. A limit of the register does not prevent that.
 */
export async function handOverSales(
  tx: Tx,
  deps: Deps,
  { id, register_id, branch_id, closed_by }: ClosingShift,
  now: Date,
): Promise<void> {
  const waiting = await tx
    .selectFrom('counter_payments as c')
    .innerJoin('orders as o', 'o.id', 'c.order_id')
    .select('o.id')
    .where('c.shift_id', '=', id)
    .where('o.status', '=', 'pending')
    .orderBy('o.id')
    .execute()
  for (const { id: order_id } of waiting) {
    const order = await advanceOrder(tx, deps, await lockOrder(tx, order_id), now)
    if (!isHeld(order)) continue
    const sale = await describeChosen(tx, order)
    await endOrder(
      tx,
      deps,
      order,
      { to: 'canceled', cause: 'hold_over' },
      { actor: 'seller', actor_id: closed_by, at: now },
    )
    if (sale.lines.length === 0) continue
    await tx
      .insertInto('parked_sales')
      .values({
        id: newId(now.getTime()),
        register_id,
        branch_id,
        name: order.order_number,
        sale: JSON.stringify(sale),
        parked_by: order.placed_by ?? closed_by,
        parked_at: now,
      })
      .execute()
  }
}

interface ChosenLine {
  id: string
  parent_id: string | null
  item_id: string
  variation_id: string | null
  name: string
  extras: { id: string }[]
  note: string | null
  quantity: number
  max_per_order: number
}

/** What was chosen for a sale, as it is parked. A discount belongs to its shift, and is given again. */
async function describeChosen(
  tx: Tx,
  { id, language, user_id, promo_code, plate, vehicle_type_id, note }: OrderRow,
): Promise<Omit<ParkedSale, 'id' | 'name' | 'register' | 'parked_by' | 'parked_at'>> {
  const name = language === 'fr' ? sql`l.name_fr` : sql`l.name`
  const { rows } = await sql<ChosenLine>`
    select l.id, l.parent_id, l.item_id, l.variation_id, ${name} as name, l.extras, l.note, l.quantity, i.max_per_order
    from order_lines l join items i on i.id = l.item_id where l.order_id = ${id}::uuid order by l.position`.execute(tx)
  const chosenOf = ({ item_id, variation_id, quantity }: ChosenLine) => ({
    item_id,
    ...(variation_id !== null && { variation_id }),
    quantity,
  })
  return {
    lines: rows
      .filter(({ parent_id }) => parent_id === null)
      .map((main) => {
        const addons = rows.filter(({ parent_id }) => parent_id === main.id)
        return {
          name: main.name.slice(0, 120),
          max_per_order: main.max_per_order,
          line: {
            ...chosenOf(main),
            ...(main.extras.length > 0 && { extra_ids: main.extras.map((extra) => extra.id) }),
            ...(main.note !== null && { note: main.note }),
            ...(addons.length > 0 && { addons: addons.map(chosenOf) }),
          },
        }
      }),
    ...(promo_code !== null && { promo_code }),
    ...(user_id !== null && { customer: toCounterCustomer(await getOrderCustomer(tx, user_id, language as Language)) }),
    ...(plate !== null && { plate, ...(vehicle_type_id !== null && { vehicle_type_id }) }),
    ...(note !== null && { note }),
  }
}
