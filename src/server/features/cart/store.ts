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

const cartColumns = [
  'carts.id',
  'carts.branch_id',
  'carts.promo_code',
  'carts.touched_at',
  'carts.checkout_at',
  'carts.last_key',
  'carts.last_body_hash',
] as const

const carts = (db: Db | Tx, owner: CartOwner, is_set_aside: boolean) => {
  const query = db.selectFrom('carts').where('carts.is_set_aside', '=', is_set_aside)
  return 'user_id' in owner
    ? query.where('carts.user_id', '=', owner.user_id)
    : query.where('carts.token_hash', '=', hashToken(owner.token))
}

/** Returns a cart with its lines, in one statement; undefined where there is none. */
export async function findCart(db: Db | Tx, owner: CartOwner, is_set_aside = false): Promise<StoredCart | undefined> {
  const rows = await carts(db, owner, is_set_aside)
    .leftJoin('cart_lines as l', 'l.cart_id', 'carts.id')
    .select(cartColumns)
    .select(['l.id as line_id', 'l.item_id', 'l.variation_id', 'l.extra_ids', 'l.note', 'l.quantity', 'l.parent_id'])
    .select('l.seen_unit_minor')
    .orderBy('l.position')
    .execute()
  if (rows[0] === undefined) return undefined
  const { id, branch_id, promo_code, touched_at, checkout_at, last_key, last_body_hash } = rows[0]
  const lines = rows.flatMap((row): StoredLine[] =>
    row.line_id === null
      ? []
      : [
          {
            id: row.line_id,
            item_id: row.item_id!,
            variation_id: row.variation_id,
            extra_ids: row.extra_ids!,
            note: row.note!,
            quantity: row.quantity!,
            parent_id: row.parent_id,
            seen_unit_minor: row.seen_unit_minor!,
          },
        ],
  )
  return { id, branch_id, promo_code, touched_at, checkout_at, last_key, last_body_hash, lines }
}

/** The same, kept from other changes until the transaction ends: its lines are read once nobody else changes them. */
export async function lockCart(tx: Tx, owner: CartOwner, is_set_aside = false): Promise<StoredCart | undefined> {
  const cart = await carts(tx, owner, is_set_aside).select(cartColumns).forUpdate().executeTakeFirst()
  return cart && { ...cart, lines: await findLines(tx, cart.id) }
}

async function findLines(tx: Tx, cart_id: string): Promise<StoredLine[]> {
  return tx
    .selectFrom('cart_lines')
    .select(['id', 'item_id', 'variation_id', 'extra_ids', 'note', 'quantity', 'parent_id', 'seen_unit_minor'])
    .where('cart_id', '=', cart_id)
    .orderBy('position')
    .execute()
}

/** Opens the owner's cart at a branch unless there is one, and locks it. */
export async function openCart(tx: Tx, owner: CartOwner, branch_id: string, now: Date): Promise<StoredCart> {
  const opened = await tx
    .insertInto('carts')
    .values({ id: newId(now.getTime()), ...columnsOf(owner), branch_id, created_at: now, touched_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(cartColumns)
    .executeTakeFirst()
  return opened === undefined ? (await lockCart(tx, owner))! : { ...opened, lines: [] }
}

/** Writes what is in a locked cart, in one statement. An empty one is deleted. */
export async function writeCart(tx: Tx, { id, ...cart }: Omit<StoredCart, 'touched_at'>, now: Date): Promise<void> {
  const { lines, branch_id, promo_code, checkout_at, last_key, last_body_hash } = cart
  if (lines.length === 0) {
    await tx.deleteFrom('carts').where('id', '=', id).execute()
    return
  }
  const rows = lines.map((line, position) => ({ ...line, seen_unit_minor: String(line.seen_unit_minor), position }))
  // What is removed goes first, because another line may have become the same. Lines that stay keep their rows, so that
  // what was added to them does not go with them.
  await sql`
    with written as (
      update carts set branch_id = ${branch_id}::uuid, promo_code = ${promo_code}::text, touched_at = ${now}::timestamptz,
        checkout_at = ${checkout_at}::timestamptz, last_key = ${last_key}::text, last_body_hash = ${last_body_hash}::bytea
      where id = ${id}::uuid),
    removed as (
      delete from cart_lines where cart_id = ${id}::uuid and id <> all(${lines.map((line) => line.id)}::uuid[]) returning id)
    insert into cart_lines (id, cart_id, item_id, variation_id, extra_ids, note, quantity, parent_id, seen_unit_minor, position)
    select l.id, ${id}::uuid, l.item_id, l.variation_id, l.extra_ids, l.note, l.quantity, l.parent_id, l.seen_unit_minor, l.position
    from (select count(*) from removed) r cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (
      id uuid, item_id uuid, variation_id uuid, extra_ids uuid[], note text, quantity integer, parent_id uuid,
      seen_unit_minor bigint, position integer)
    on conflict (id) do update set variation_id = excluded.variation_id, extra_ids = excluded.extra_ids, note = excluded.note,
      quantity = excluded.quantity, parent_id = excluded.parent_id, seen_unit_minor = excluded.seen_unit_minor,
      position = excluded.position`.execute(tx)
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
