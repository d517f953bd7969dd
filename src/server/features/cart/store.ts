import { randomBytes } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { CartsTable } from '#server/database/tables.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import type { StoredLine } from './lines.ts'

/** Whose cart it is: the account's, or that of whoever has the token. */
export type CartOwner = { user_id: string } | { token: string }

export type StoredCart = Pick<
  Selectable<CartsTable>,
  'id' | 'branch_id' | 'promo_code' | 'touched_at' | 'checkout_at' | 'last_key' | 'last_body_hash'
> & { lines: StoredLine[] }

const columnsOf = (owner: CartOwner) =>
  'user_id' in owner
    ? { user_id: owner.user_id, token_hash: null }
    : { user_id: null, token_hash: hashToken(owner.token) }

const carts = (db: Db | Tx, owner: CartOwner, is_set_aside: boolean) => {
  const query = db
    .selectFrom('carts')
    .select(['id', 'branch_id', 'promo_code', 'touched_at', 'checkout_at', 'last_key', 'last_body_hash'])
    .where('is_set_aside', '=', is_set_aside)
  return 'user_id' in owner
    ? query.where('user_id', '=', owner.user_id)
    : query.where('token_hash', '=', hashToken(owner.token))
}

/** Returns a cart with its lines; undefined where there is none. */
export async function findCart(db: Db | Tx, owner: CartOwner, is_set_aside = false): Promise<StoredCart | undefined> {
  const cart = await carts(db, owner, is_set_aside).executeTakeFirst()
  return cart && { ...cart, lines: await findLines(db, cart.id) }
}

/** The same, kept from other changes until the transaction ends. */
export async function lockCart(tx: Tx, owner: CartOwner, is_set_aside = false): Promise<StoredCart | undefined> {
  const cart = await carts(tx, owner, is_set_aside).forUpdate().executeTakeFirst()
  return cart && { ...cart, lines: await findLines(tx, cart.id) }
}

async function findLines(db: Db | Tx, cart_id: string): Promise<StoredLine[]> {
  return db
    .selectFrom('cart_lines')
    .select(['id', 'item_id', 'variation_id', 'extra_ids', 'note', 'quantity', 'parent_id', 'seen_unit_minor'])
    .where('cart_id', '=', cart_id)
    .orderBy('position')
    .execute()
}

/** Opens the owner's cart at a branch unless there is one, and locks it. */
export async function openCart(tx: Tx, owner: CartOwner, branch_id: string, now: Date): Promise<StoredCart> {
  await tx
    .insertInto('carts')
    .values({ id: newId(now.getTime()), ...columnsOf(owner), branch_id, created_at: now, touched_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await lockCart(tx, owner))!
}

/** Writes what is in a locked cart. An empty one is deleted. */
export async function writeCart(tx: Tx, { id, ...cart }: Omit<StoredCart, 'touched_at'>, now: Date): Promise<void> {
  const { lines, ...columns } = cart
  if (lines.length === 0) {
    await tx.deleteFrom('carts').where('id', '=', id).execute()
    return
  }
  await tx
    .updateTable('carts')
    .set({ ...columns, touched_at: now })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('cart_lines').where('cart_id', '=', id).execute()
  await tx
    .insertInto('cart_lines')
    .values(lines.map((line, position) => ({ ...line, extra_ids: [...line.extra_ids], cart_id: id, position })))
    .execute()
}

/** Gives a visitor's cart to an account that has none. */
export async function giveCart(tx: Tx, id: string, user_id: string, now: Date): Promise<void> {
  await tx.updateTable('carts').set({ user_id, token_hash: null, touched_at: now }).where('id', '=', id).execute()
}

/** Sets an account's cart aside, in place of the one that was before. */
export async function setCartAside(tx: Tx, id: string, user_id: string): Promise<void> {
  await tx.deleteFrom('carts').where('user_id', '=', user_id).where('is_set_aside', '=', true).execute()
  await tx.updateTable('carts').set({ is_set_aside: true }).where('id', '=', id).execute()
}

/**
 * Makes the cart that was set aside the account's, and sets the other one aside. In three statements, because there is at
 * most one of each kind at any time.
 */
export async function swapCarts(tx: Tx, user_id: string, aside_id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from carts where user_id = ${user_id} and not is_set_aside`.execute(tx)
  const spare = randomBytes(32)
  await sql`update carts set user_id = null, token_hash = ${spare} where id = ${aside_id}`.execute(tx)
  for (const { id } of rows) await sql`update carts set is_set_aside = true where id = ${id}`.execute(tx)
  await sql`update carts set user_id = ${user_id}, token_hash = null, is_set_aside = false, touched_at = ${now}::timestamptz
    where id = ${aside_id}`.execute(tx)
}

/** Notes that the checkout of a cart is opened; false where it was before, in a concurrent request too. */
export async function beginCheckout(db: Db, { id, checkout_at }: StoredCart, now: Date): Promise<boolean> {
  if (checkout_at !== null) return false
  const marked = await db
    .updateTable('carts')
    .set({ checkout_at: now })
    .where('id', '=', id)
    .where('checkout_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Notes that a cart is looked at, once a day, so that it is not deleted. */
export async function touchCart(db: Db, { id, touched_at }: StoredCart, now: Date): Promise<void> {
  if (now.getTime() - touched_at.getTime() < day_ms) return
  await db.updateTable('carts').set({ touched_at: now }).where('id', '=', id).execute()
}

/** A cart that nobody has touched for so many days is deleted. */
export const cart_days = 30

export async function deleteOldCarts(db: Db, now: Date): Promise<void> {
  await sql`delete from carts where touched_at < ${new Date(now.getTime() - cart_days * day_ms)}::timestamptz`.execute(
    db,
  )
}
