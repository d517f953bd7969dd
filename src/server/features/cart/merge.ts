import type { Tx } from '#server/database/connect.ts'
import { mergeLines } from './lines.ts'
import type { Shopper } from './shopper.ts'
import { giveCart, lockCart, setCartAside, swapCarts, writeCart } from './store.ts'

/**
 * Gives a visitor's cart to the account: it becomes the account's where that has none, is added to one of the same branch
 * as far as the limits allow, and otherwise takes its place, the old one being set aside. Returns the names of the items that
 * the limits left out.
 */
export async function mergeVisitorCart(tx: Tx, { user, token, locale }: Shopper, now: Date): Promise<string[]> {
  const { user_id } = user!
  const own = await lockCart(tx, { user_id })
  const visitors = token === undefined ? undefined : await lockCart(tx, { token })
  if (visitors === undefined) return []
  if (own === undefined) {
    await giveCart(tx, visitors.id, user_id, now)
    return []
  }
  if (own.branch_id !== visitors.branch_id) {
    await setCartAside(tx, own.id, user_id)
    await giveCart(tx, visitors.id, user_id, now)
    return []
  }
  const items = await findLimits(
    tx,
    [...own.lines, ...visitors.lines].map(({ item_id }) => item_id),
  )
  const { lines, left_out } = mergeLines(own.lines, visitors.lines, (id) => items.get(id)?.max_per_order ?? 0)
  await tx.deleteFrom('carts').where('id', '=', visitors.id).execute()
  const promo_code = own.promo_code ?? visitors.promo_code
  await writeCart(tx, { ...own, lines, promo_code, checkout_at: own.checkout_at ?? visitors.checkout_at }, now)
  const isFrench = locale.startsWith('fr')
  return [...left_out].flatMap((id) => {
    const item = items.get(id)
    return item === undefined ? [] : [(isFrench ? item.name_fr : item.name) ?? item.slug]
  })
}

async function findLimits(tx: Tx, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('items')
    .select(['id', 'slug', 'name', 'name_fr', 'max_per_order'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Takes back the cart that was set aside; the one in its place is set aside instead. */
export async function restoreCart(tx: Tx, { user }: Shopper, now: Date): Promise<void> {
  const { user_id } = user!
  await lockCart(tx, { user_id })
  const aside = await lockCart(tx, { user_id }, true)
  if (aside !== undefined) await swapCarts(tx, user_id, aside.id, now)
}
