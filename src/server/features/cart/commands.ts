import { randomBytes } from 'node:crypto'
import type { addCartLine, Cart, updateCartLine, replaceCart } from '#contract/cart/cart.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { getShopBranch, getShopBranchById, type ShopBranch } from '#server/features/branches/shop-branch.ts'
import { loadCatalogue, priceOne, toSaleLine, type ShopItem } from '#server/features/catalogue/catalogue.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { Retry } from '#server/http/mount.ts'
import { addLine, changeLine, countItem, maxLines, removeLine, type StoredLine } from './lines.ts'
import { readCart } from './queries.ts'
import { ownerOf, type Shopper } from './shopper.ts'
import { lockCart, openCart, writeCart, type StoredCart } from './store.ts'

/** A visitor without a cart gets a token of 192 random bits. A token that is not known is never taken over. */
const newToken = () => randomBytes(24).toString('base64url')

interface Choice {
  item_id: string
  variation_id?: string | undefined
  extra_ids?: readonly string[] | undefined
  note?: string | undefined
  quantity: number
}

/** What a branch sells now of what is to be added, read before the transaction: the order decides at which price. */
export async function openToAdd(
  db: Db,
  { locale }: Pick<Shopper, 'locale'>,
  { branch: slug, addons = [], ...main }: ParsedBody<typeof addCartLine>,
  now: Date,
): Promise<Shop> {
  return openShop(db, await getShopBranch(db, slug), [main, ...addons], { locale }, now)
}

/**
 * Adds an item with what is offered beside it. Throws `item_not_found`, `item_unavailable`,
 * `out_of_stock`, `too_many_of_item`, `cart_other_branch`, `idempotency_key_reused`, and 422 for a missing variation, an
 * extra twice or too many lines.
 */
export async function addToCart(
  tx: Tx,
  shopper: Shopper,
  { branch: _slug, replace, addons = [], ...main }: ParsedBody<typeof addCartLine>,
  { retry, now }: { retry: Retry | undefined; now: Date },
  shop: Shop,
): Promise<ChangedCart> {
  const { branch } = shop
  const own = shop.items.get(main.item_id)
  for (const { item_id } of addons) if (own?.addon_ids.includes(item_id) !== true) throw new AppError('item_not_found')
  return changeCart(tx, { shopper, branch_id: branch.id, now }, async (cart) => {
    if (retry !== undefined && cart.last_key === retry.key) {
      if (!Buffer.from(cart.last_body_hash!).equals(retry.body_hash)) throw new AppError('idempotency_key_reused')
      return undefined
    }
    const isOther = cart.branch_id !== branch.id
    if (isOther && !replace) {
      const { name } = await getShopBranchById(tx, cart.branch_id)
      throw new AppError('cart_other_branch', { branch: name })
    }
    const before = isOther ? { lines: [], promo_code: null, checkout_at: null } : cart
    const added = addLine(before.lines, toLine(shop, main, null))
    const lines = addons.reduce((all, addon) => addLine(all, toLine(shop, addon, added.line.id)).lines, added.lines)
    requireLimits(lines, shop)
    const key = { last_key: retry?.key ?? null, last_body_hash: retry?.body_hash ?? null }
    return { ...before, ...key, branch_id: branch.id, lines }
  })
}

/** Replaces everything in the cart, as `addToCart` would add it. */
export async function replaceLines(
  tx: Tx,
  shopper: Shopper,
  { branch: slug, lines: choices }: ParsedBody<typeof replaceCart>,
  now: Date,
): Promise<ChangedCart> {
  const branch = await getShopBranch(tx, slug)
  const shop = await openShop(tx, branch, choices, shopper, now)
  return changeCart(tx, { shopper, branch_id: branch.id, now }, (cart) => {
    const lines = choices.reduce<StoredLine[]>((all, choice) => addLine(all, toLine(shop, choice, null)).lines, [])
    requireLimits(lines, shop)
    const { promo_code, checkout_at } = cart.branch_id === branch.id ? cart : noCart
    return { promo_code, checkout_at, last_key: null, last_body_hash: null, branch_id: branch.id, lines }
  })
}

/** Changes a line, or accepts its price of now. Throws `cart_line_not_found`, and like `addToCart`. */
export function updateCartLineOf(
  tx: Tx,
  shopper: Shopper,
  id: string,
  { accepts_price, ...change }: ParsedBody<typeof updateCartLine>,
  now: Date,
): Promise<ChangedCart> {
  return changeCart(tx, { shopper, now }, async (cart) => {
    const line = cart.lines.find((line) => line.id === id)
    if (line === undefined) throw new AppError('cart_line_not_found')
    const branch = await getShopBranchById(tx, cart.branch_id)
    const shop = await openShop(tx, branch, [line], shopper, now)
    // Its new price was shown with the choice; a change of the quantity alone accepts nothing.
    const isAccepted = accepts_price === true || change.variation_id !== undefined || change.extra_ids !== undefined
    const { variation_id, extra_ids, seen_unit_minor, note } = toLine(
      shop,
      {
        ...line,
        variation_id: change.variation_id ?? line.variation_id ?? undefined,
        extra_ids: change.extra_ids ?? line.extra_ids,
        note: change.note ?? line.note,
      },
      line.parent_id,
      change.quantity === undefined || change.quantity < line.quantity,
    )
    const lines = changeLine(cart.lines, id, {
      variation_id,
      extra_ids,
      note,
      quantity: change.quantity ?? line.quantity,
      ...(isAccepted ? { seen_unit_minor } : {}),
    })
    // Less may stay although it is still too many.
    if (countItem(lines, line.item_id) > countItem(cart.lines, line.item_id)) requireLimits(lines, shop)
    return { ...cart, lines }
  })
}

/** Removes a line with what was added to it; one that is gone already is no error of the customer's. */
export const removeCartLineOf = (tx: Tx, shopper: Shopper, id: string, now: Date): Promise<ChangedCart> =>
  changeCart(tx, { shopper, now }, (cart) => ({ ...cart, lines: removeLine(cart.lines, id) }))

/** Deletes the cart. */
export async function emptyCart(tx: Tx, shopper: Shopper, now: Date): Promise<void> {
  await changeCart(tx, { shopper, now }, (cart) => ({ ...cart, lines: [] }))
}

/** What a cart becomes; undefined leaves it as it is. */
type Changed = Omit<StoredCart, 'id' | 'touched_at'> | undefined

/** A cart that was changed; a visitor finds it by its token. */
export interface ChangedCart {
  token: string | null
  /** The branch of a cart that got its first line. */
  started_at_branch: string | null
  /** What is stored now; without it, it is read. */
  stored?: StoredCart | undefined
}

/**
 * Runs one change of a cart at a time. With `branch_id` a cart is opened where there is none; without it nothing happens
 * there, or `cart_line_not_found` is for the caller to throw.
 */
export async function changeCart(
  tx: Tx,
  { shopper, branch_id, now }: { shopper: Shopper; branch_id?: string; now: Date },
  change: (cart: StoredCart) => Changed | Promise<Changed>,
): Promise<ChangedCart> {
  const known = ownerOf(shopper)
  let owner = known
  let cart = known && (await lockCart(tx, known))
  if (cart === undefined && branch_id !== undefined) {
    owner = known !== undefined && 'user_id' in known ? known : { token: newToken() }
    cart = await openCart(tx, owner, branch_id, now)
  }
  const changed = await change(cart ?? noCart)
  const token = owner !== undefined && 'token' in owner ? owner.token : null
  if (cart === undefined || changed === undefined) return { token, started_at_branch: null, stored: cart }
  const stored = { ...changed, id: cart.id, touched_at: now }
  await writeCart(tx, stored, now)
  const isStarted = changed.lines.length > 0 && (cart.lines.length === 0 || cart.branch_id !== changed.branch_id)
  return { token, started_at_branch: isStarted ? changed.branch_id : null, stored }
}

/** Counts a cart that was started, once that is stored, and returns it with the prices of now. */
export function readChanged(
  deps: Deps,
  shopper: Shopper,
  { token, started_at_branch: branch_id, stored }: ChangedCart,
  userAgent: string | undefined,
): Promise<Cart> {
  if (branch_id !== null) deps.visits.count({ kind: 'cart', branch_id }, userAgent, deps.clock())
  return readCart(deps, { ...shopper, token: token ?? undefined }, {}, stored)
}

/** Stands for a cart that does not exist; nothing is found in it, and nothing written to it. */
const noCart: StoredCart = {
  id: '',
  branch_id: '',
  promo_code: null,
  lines: [],
  touched_at: new Date(0),
  checkout_at: null,
  last_key: null,
  last_body_hash: null,
}

/** What a branch sells now of what was chosen, for a reader. */
export interface Shop {
  branch: ShopBranch
  items: ReadonlyMap<string, ShopItem>
  locale: Locale
}

export async function openShop(
  db: Db | Tx,
  branch: ShopBranch,
  choices: readonly { item_id: string }[],
  { locale }: Pick<Shopper, 'locale'>,
  now: Date,
): Promise<Shop> {
  const ids = choices.map(({ item_id }) => item_id)
  const { items } = await loadCatalogue(db, branch, now, ids)
  return { branch, items, locale }
}

const nameOf = ({ locale }: Shop, { name, name_fr }: ShopItem) => (locale.startsWith('fr') ? name_fr : name)

/** The line of a choice at the price of now. `isKept`: it is in the cart already, so that a pause does not matter. */
export function toLine(
  shop: Shop,
  { item_id, variation_id, extra_ids = [], note = '', quantity }: Choice,
  parent_id: string | null,
  isStored = false,
): Omit<StoredLine, 'id'> {
  const item = shop.items.get(item_id)
  if (item === undefined) throw new AppError('item_not_found')
  if (new Set(extra_ids).size < extra_ids.length) throw fieldError('extra_ids', 'extra_twice')
  if (variation_id === undefined && item.variations.length > 0) throw fieldError('variation_id', 'required')
  const sale = toSaleLine(item, { variation_id, extra_ids, quantity })
  if (sale === undefined) throw new AppError('item_not_found')
  if (item.paused_until !== null && !isStored) throw new AppError('item_unavailable', { item: nameOf(shop, item) })
  const seen_unit_minor = priceOne(sale, shop.branch).total_minor
  const choice = { item_id, variation_id: variation_id ?? null, extra_ids: extra_ids.toSorted(), note, parent_id }
  return { ...choice, quantity, seen_unit_minor }
}

/** Throws `too_many_of_item`, `out_of_stock`, or 422 for more lines than a cart has. */
export function requireLimits(lines: readonly StoredLine[], shop: Shop): void {
  if (lines.length > maxLines) throw fieldError('item_id', 'too_many_lines', { most: maxLines })
  for (const item of shop.items.values()) {
    const most = item.max_per_order
    if (countItem(lines, item.id) > most)
      throw new AppError('too_many_of_item', { most }, [
        { field: 'quantity', key: 'too_many_of_item', params: { most } },
      ])
    for (const { id, left } of item.variations.length > 0 ? item.variations : [{ id: null, left: item.left }]) {
      const own = lines.filter((line) => line.item_id === item.id && line.variation_id === id)
      if (left !== null && left < countItem(own, item.id))
        throw new AppError('out_of_stock', { left }, [
          { field: 'quantity', key: left > 0 ? 'out_of_stock' : 'sold_out', params: { left } },
        ])
    }
  }
}
