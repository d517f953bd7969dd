import { sql } from 'kysely'
import { toMajor, type Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { getShopBranchById } from '#server/features/branches/shop-branch.ts'
import { loadSlotPlan } from '#server/features/branches/slot-plan.ts'
import { findNextSlot } from '#server/features/branches/slots.ts'
import { cashLimitOf, priceCart } from '#server/features/cart/price.ts'
import { needsOf } from '#server/features/cart/queries.ts'
import { findCart, openCart, writeCart } from '#server/features/cart/store.ts'
import {
  listOrderTypes,
  loadCatalogue,
  priceOne,
  toSaleLine,
  type ShopItem,
} from '#server/features/catalogue/catalogue.ts'
import { placeOrder } from '#server/features/orders/create/place.ts'
import { lockOrder, type OrderRow } from '#server/features/orders/lifecycle/change-status.ts'
import type { SignedIn } from '#server/http/caller.ts'
import type { ExampleCustomer } from './example-people.ts'
import type { Random } from './random.ts'

interface Example {
  branch: { id: string; currency: Currency }
  customer: ExampleCustomer
  random: Random
  at: Date
  toBay: boolean
  /** It is to be paid in cash, where the branch takes cash for it. */
  inCash: boolean
  /** Nothing is placed unless goods are brought and paid for in cash at the door, within so much time. */
  atDoorWithin_ms?: number
  credit: (tx: Tx, user_id: string, amount_minor: bigint, currency: Currency, at: Date) => Promise<void>
}

/** Fills a cart and places its order at a moment; undefined where the branch has nothing to sell, or no time then. */
export async function placeExample(tx: Tx, deps: Deps, example: Example): Promise<OrderRow | undefined> {
  const { customer, random, at, credit } = example
  const { user_id } = customer
  const branch = await getShopBranchById(tx, example.branch.id)
  const catalogue = await loadCatalogue(tx, branch, at)
  const { atDoorWithin_ms } = example
  const isBrought = (item: ShopItem) => item.kind === 'good' && listOrderTypes(item, branch).includes('delivery')
  const sold = [...catalogue.items.values()].filter(
    (item) => item.paused_until === null && (atDoorWithin_ms === undefined || isBrought(item)),
  )
  if (sold.length === 0) return undefined
  const items = [...new Set(Array.from({ length: random.whole(1, 3) }, () => random.pick(sold as [ShopItem])))]
  const lines = items.map((item) => {
    const variation_id = pickVariation(item, random)
    const quantity = item.kind === 'service' ? 1 : random.whole(1, 3)
    const unit = priceOne(toSaleLine(item, { variation_id, quantity })!, branch)
    const choice = { item_id: item.id, variation_id: variation_id ?? null, extra_ids: [], note: '', quantity }
    return { id: newId(at.getTime()), ...choice, parent_id: null, seen_unit_minor: unit.total_minor }
  })
  await restock(tx, branch.id, lines, at)
  const cart = await openCart(tx, { user_id }, branch.id, at)
  await writeCart(tx, { ...cart, lines, promo_code: null }, at)
  const priced = await priceCart(tx, (await findCart(tx, { user_id }))!, {}, user_id, at)
  const canDeliver = items.every((item) => listOrderTypes(item, branch).includes('delivery'))
  const isEnough = priced.sale.subtotal_minor >= branch.delivery_minimum_minor
  const park = example.toBay && canDeliver && isEnough ? await findPark(tx, branch.id) : undefined
  const order_type = park === undefined ? 'takeaway' : 'delivery'
  const plan = await loadSlotPlan(tx, branch, order_type, at)
  const slot = findNextSlot(plan, needsOf(priced, order_type), at)
  const to = park === undefined ? {} : { park, level: String(random.whole(1, 4)), bay: String(random.whole(100, 299)) }
  const { sale } = await priceCart(tx, (await findCart(tx, { user_id }))!, { order_type, park }, user_id, at)
  const limit_minor = cashLimitOf(branch, order_type)
  const isDue = example.inCash && sale.total_minor > 0n && limit_minor !== null && sale.total_minor <= limit_minor
  const isAtDoor =
    atDoorWithin_ms === undefined ||
    (isDue && park !== undefined && slot !== undefined && slot.starts_at.getTime() < at.getTime() + atDoorWithin_ms)
  if (slot === undefined || !isAtDoor || priced.sold.some(({ problem }) => problem !== null)) {
    await tx.deleteFrom('carts').where('user_id', '=', user_id).execute()
    return undefined
  }
  if (sale.total_minor > 0n && !isDue) await credit(tx, user_id, sale.total_minor, branch.currency, at)
  const user = { ...customer, country_code: branch.country_code, access: new Map() } as unknown as SignedIn
  const needsVehicle = items.some(({ needs_vehicle }) => needs_vehicle)
  const { id } = await placeOrder(
    tx,
    deps,
    { user, locale: 'en-CA', now: at },
    {
      order_type,
      ...to,
      slot: slot.starts_at.toISOString(),
      ...(needsVehicle && { plate: `EX ${random.whole(1_000, 9_999)}`, vehicle_type_id: await findCarType(tx) }),
      ...(items.some(({ needs_key }) => needs_key) && { key: 'desk' as const }),
      accept_terms: true,
      ...(isDue && { pay_with: 'cash' as const }),
      total: toMajor(sale.total_minor, branch.currency),
      hold: false,
    },
  )
  return lockOrder(tx, id)
}

/** The form of a car, where forms are vehicles. */
function pickVariation({ variations, is_vehicle_class }: ShopItem, random: Random): string | undefined {
  if (variations.length === 0) return undefined
  const car = variations.find(({ code }) => code === 'car')
  return (is_vehicle_class === true ? (car ?? variations[0]!) : random.pick(variations as [(typeof variations)[0]])).id
}

/** Receives what the order takes, so that examples never sell out what visitors may want. */
export async function restock(
  tx: Tx,
  branch_id: string,
  lines: readonly { item_id: string; variation_id: string | null; quantity: number }[],
  at: Date,
): Promise<void> {
  for (const { item_id, variation_id, quantity } of lines)
    await sql`with moved as (
        update stock_levels set on_hand = on_hand + ${quantity}::integer
        where branch_id = ${branch_id} and item_id = ${item_id} and variation_id is not distinct from ${variation_id}::uuid
        returning id)
      insert into stock_movements (id, stock_level_id, at, kind, on_hand)
      select ${newId(at.getTime())}::uuid, id, ${at}::timestamptz, 'received', ${quantity}::integer from moved`.execute(
      tx,
    )
}

async function findPark(tx: Tx, branch_id: string): Promise<string | undefined> {
  const { rows } = await sql<{
    park_code: string
  }>`select p.park_code from branch_parks b join parks p on p.id = b.park_id
    where b.branch_id = ${branch_id} order by p.park_code limit 1`.execute(tx)
  return rows[0]?.park_code
}

async function findCarType(tx: Tx): Promise<number> {
  const { id } = await tx
    .selectFrom('vehicle_types')
    .select('id')
    .where('vehicle_class', '=', 'car')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
