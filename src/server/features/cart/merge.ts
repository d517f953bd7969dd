import type { mergeCart } from '#contract/cart/cart.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { mergeLines } from './lines.ts'
import { readCart } from './queries.ts'
import type { Shopper } from './shopper.ts'
import { giveCart, lockCart, setCartAside, swapCarts, writeCart } from './store.ts'

type Merged = AnswerOf<typeof mergeCart>

/**
 * Gives a visitor's cart to the account: it becomes the account's where that has none, is added to one of the same branch
 * as far as the limits allow, and otherwise takes its place, the old one being set aside.
 */
export async function mergeVisitorCart(deps: Deps, shopper: Shopper): Promise<Merged> {
  const now = deps.clock()
  const left_out = await transact(deps.db, (tx) => mergeNow(tx, shopper, now))
  const cart = await readCart(deps, shopper, {})
  return { cart, left_out }
}

async function mergeNow(tx: Tx, { user, token, locale }: Shopper, now: Date): Promise<string[]> {
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
  await writeCart(tx, { ...own, lines, promo_code: own.promo_code ?? visitors.promo_code }, now)
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
export async function restoreCart(deps: Deps, shopper: Shopper): Promise<Merged> {
  const { user_id } = shopper.user!
  await transact(deps.db, async (tx) => {
    await lockCart(tx, { user_id })
    const aside = await lockCart(tx, { user_id }, true)
    if (aside !== undefined) await swapCarts(tx, user_id, aside.id, deps.clock())
  })
  return { cart: await readCart(deps, shopper, {}), left_out: [] }
}
