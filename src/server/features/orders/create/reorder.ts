import type { Locale } from '#contract/formats.ts'
import type { Tx } from '#server/database/connect.ts'
import { getShopBranchById, type ShopBranch } from '#server/features/branches/shop-branch.ts'
import { changeCart, type ChangedCart } from '#server/features/cart/commands.ts'
import { addLine, mergeLines, type StoredLine } from '#server/features/cart/lines.ts'
import { loadCatalogue, priceOne, toSaleLine, type ShopItem } from '#server/features/catalogue/catalogue.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderLineRow } from '../order-amounts.ts'
import { findOwnOrderId } from '../queries.ts'

/**
 * Puts what an order had into the cart at the prices of now, as far as its branch still sells it and the limits allow. Throws
 * `order_not_found`, `branch_not_found` for a branch that is closed for good, `cart_other_branch` unless `replace`.
 */
export async function reorder(
  tx: Tx,
  { user, locale, now }: { user: SignedIn; locale: Locale; now: Date },
  handle: string,
  replace: boolean,
): Promise<{ cart: ChangedCart; left_out: string[] }> {
  const id = await findOwnOrderId(tx, user.user_id, handle)
  const rows = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('position').execute()
  const { branch_id } = await tx.selectFrom('orders').select('branch_id').where('id', '=', id).executeTakeFirstOrThrow()
  const branch = await getShopBranchById(tx, branch_id)
  if (branch.status !== 'active') throw new AppError('branch_not_found')
  const ids = rows.flatMap(({ item_id }) => item_id ?? [])
  const { items } = await loadCatalogue(tx, branch, now, ids)
  const { lines: had, missing } = toLines(rows, items, branch)
  const isFrench = locale.startsWith('fr')
  let left_out: string[] = []
  const shopper = { user, locale, token: undefined }
  const { token, started_at_branch } = await changeCart(tx, { shopper, branch_id: branch.id, now }, async (before) => {
    const isOther = before.branch_id !== branch.id
    if (isOther && !replace)
      throw new AppError('cart_other_branch', { branch: (await getShopBranchById(tx, before.branch_id)).name })
    const own = isOther ? { lines: [], promo_code: null, checkout_at: null } : before
    const merged = mergeLines(own.lines, had, (item_id) => items.get(item_id)?.max_per_order ?? 0)
    const isLeftOut = ({ id: line_id, item_id }: OrderLineRow) =>
      missing.has(line_id) || (item_id !== null && merged.left_out.has(item_id))
    left_out = [...new Set(rows.filter(isLeftOut).map(({ name, name_fr }) => (isFrench ? name_fr : name)))]
    return { ...own, last_key: null, last_body_hash: null, branch_id: branch.id, lines: merged.lines }
  })
  // Plain JSON, which is stored under the retry key.
  return { cart: { token, started_at_branch }, left_out }
}

/** The lines of an order as a cart has them; `missing` are those that are sold no more as they were, or are paused. */
function toLines(
  rows: readonly OrderLineRow[],
  items: ReadonlyMap<string, ShopItem>,
  branch: ShopBranch,
): { lines: StoredLine[]; missing: Set<string> } {
  let lines: StoredLine[] = []
  const missing = new Set<string>()
  const ids = new Map<string, string>()
  for (const row of rows) {
    const item = row.item_id === null ? undefined : items.get(row.item_id)
    const extra_ids = (row.extras as { id: string }[]).map(({ id }) => id).toSorted()
    const { quantity, variation_id } = row
    const sale =
      item?.paused_until === null
        ? toSaleLine(item, { variation_id: variation_id ?? undefined, extra_ids, quantity })
        : undefined
    const parent_id = row.parent_id === null ? null : ids.get(row.parent_id)
    if (item === undefined || sale === undefined || parent_id === undefined) {
      missing.add(row.id)
      continue
    }
    const choice = { item_id: item.id, variation_id, extra_ids, note: row.note ?? '', parent_id }
    const added = addLine(lines, { ...choice, quantity, seen_unit_minor: priceOne(sale, branch).total_minor })
    lines = added.lines
    ids.set(row.id, added.line.id)
  }
  return { lines, missing }
}
