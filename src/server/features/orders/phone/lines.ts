import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { pricePhoneOrder } from '#contract/orders/desk/phone-orders.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { getShopBranch, type ShopBranch } from '#server/features/branches/shop-branch.ts'
import { openShop, requireLimits, toLine } from '#server/features/cart/commands.ts'
import { addLine, type StoredLine } from '#server/features/cart/lines.ts'
import type { StoredCart } from '#server/features/cart/store.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

export type ChosenLines = Pick<ParsedBody<typeof pricePhoneOrder>, 'lines' | 'promo_code'>

/**
 * Makes a cart of what staff chose, at the prices of now; it is stored nowhere. With `isDraft` what is paused or too many stays
 * in it, with its problem on its line. Throws `item_not_found`,
 * `item_unavailable`, `out_of_stock`, `too_many_of_item`, and 422 for a missing variation, an extra twice or too many lines.
 */
export async function makeCart(
  db: Db | Tx,
  branch: ShopBranch,
  { lines: choices, promo_code }: ChosenLines,
  { locale, now }: { locale: Locale; now: Date },
  isDraft = false,
): Promise<StoredCart> {
  const all = choices.flatMap(({ addons = [], ...main }) => [main, ...addons])
  const shop = await openShop(db, branch, all, { locale }, now)
  let lines: StoredLine[] = []
  for (const { addons = [], ...main } of choices) {
    const own = shop.items.get(main.item_id)
    for (const { item_id } of addons)
      if (own?.addon_ids.includes(item_id) !== true) throw new AppError('item_not_found')
    const added = addLine(lines, toLine(shop, main, null, isDraft))
    lines = addons.reduce(
      (so_far, addon) => addLine(so_far, toLine(shop, addon, added.line.id, isDraft)).lines,
      added.lines,
    )
  }
  if (!isDraft) requireLimits(lines, shop)
  const unused = { id: '', touched_at: now, checkout_at: null, last_key: null, last_body_hash: null }
  return { ...unused, branch_id: branch.id, promo_code: promo_code ?? null, lines }
}

/** The branch by its name in the address. Throws `not_found` for one outside the scope, or that is not active. */
export async function getOwnBranch(db: Db | Tx, slug: string, scope: Scope): Promise<ShopBranch> {
  const branch = await getShopBranch(db, slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'branch_not_found') throw new AppError('not_found')
    throw error
  })
  if (!includesBranch(scope, branch.id)) throw new AppError('not_found')
  return branch
}
