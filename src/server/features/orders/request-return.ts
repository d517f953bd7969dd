import { sql } from 'kysely'
import type { ItemKind } from '#contract/catalogue/shop-rules.ts'
import type { ParsedBody, AnswerOf } from '#contract/endpoint.ts'
import type { Currency } from '#contract/money.ts'
import type { listReturns, OrderReturn, requestReturn as contract } from '#contract/orders/order-returns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { returnableUntil, type CustomerTerms } from './allowed-actions.ts'
import { advanceOrder } from './lifecycle/advance-orders.ts'
import { lockOrder, recordOrderChange, type OrderRow } from './lifecycle/change-status.ts'
import type { OrderCall } from './order-call.ts'
import { requireOwnPhoto } from './photos.ts'
import { findOwnOrderId } from './queries.ts'

/** Returns what was sent back of an order of the account, newest first. Throws `order_not_found`. */
export async function findReturns(
  db: Db | Tx,
  { user, locale }: Pick<OrderCall, 'user' | 'locale'>,
  handle: string,
): Promise<AnswerOf<typeof listReturns>> {
  const order_id = await findOwnOrderId(db, user.user_id, handle)
  const name = locale.startsWith('fr') ? sql.ref('l.name_fr') : sql.ref('l.name')
  const { rows } = await sql<
    Omit<OrderReturn, 'refunded' | 'requested_at' | 'decided_at'> & {
      currency: Currency
      refunded_minor: bigint | null
      requested_at: Date
      decided_at: Date | null
    }
  >`
    select r.number, r.status, r.reason, r.note, r.answer, r.photo_id, r.requested_at, r.decided_at, o.currency, f.amount_minor as refunded_minor,
      coalesce((select jsonb_agg(jsonb_build_object('id', l.id, 'name', ${name}, 'quantity', n.quantity) order by l.position)
        from order_return_lines n join order_lines l on l.id = n.line_id where n.return_id = r.id), '[]') as lines
    from order_returns r join orders o on o.id = r.order_id left join order_refunds f on f.id = r.refund_id
    where r.order_id = ${order_id}::uuid order by r.number desc`.execute(db)
  return {
    items: rows.map(({ currency, refunded_minor, requested_at, decided_at, ...row }) => ({
      ...row,
      refunded: refunded_minor === null ? null : toMoney(refunded_minor, currency),
      requested_at: requested_at.toISOString(),
      decided_at: decided_at?.toISOString() ?? null,
    })),
  }
}

/**
 * Asks to send lines of an order back. Throws `order_not_found`, `return_over` outside the branch's return period, and 422 for
 * lines of another order or more than can still be sent back.
 */
export async function requestReturn(
  tx: Tx,
  deps: Deps,
  customer: OrderCall,
  handle: string,
  body: ParsedBody<typeof contract>,
): Promise<AnswerOf<typeof listReturns>> {
  const { now } = customer
  const { user_id } = customer.user
  const id = await findOwnOrderId(tx, user_id, handle)
  const order = await advanceOrder(tx, deps, await lockOrder(tx, id), now)
  await writeReturn(tx, order, user_id, body, now)
  return findReturns(tx, customer, id)
}

/** Stores what the customer of a locked order sends back. Throws like `requestReturn`. */
export async function writeReturn(
  tx: Tx,
  order: OrderRow,
  user_id: string,
  { lines, reason, note, photo_id }: ParsedBody<typeof contract>,
  now: Date,
): Promise<void> {
  const { id } = order
  await requireReturnable(tx, order, lines, now)
  await requireOwnPhoto(tx, { order_id: id, user_id }, photo_id)
  const last = await tx
    .selectFrom('order_returns')
    .select((of) => of.fn.max('number').as('number'))
    .where('order_id', '=', id)
    .executeTakeFirst()
  const return_id = newId(now.getTime())
  const number = (last?.number ?? 0) + 1
  const row = { id: return_id, order_id: id, number, reason, note: note === '' ? null : (note ?? null) }
  await tx
    .insertInto('order_returns')
    .values({ ...row, photo_id: photo_id ?? null, requested_at: now })
    .execute()
  await tx
    .insertInto('order_return_lines')
    .values(lines.map(({ id: line_id, quantity }) => ({ return_id, line_id, quantity })))
    .execute()
  const entry = { order_id: id, cause: 'return_requested', actor: 'customer', actor_id: user_id, at: now } as const
  await recordOrderChange(tx, order, { ...entry, detail: { number } })
}

async function requireReturnable(
  tx: Tx,
  order: OrderRow,
  requested: readonly { id: string; quantity: number }[],
  now: Date,
): Promise<void> {
  const terms = (await tx
    .selectFrom('branch_setup')
    .select(['cancel_cutoff_minutes', 'goods_return_days', 'food_return_days', 'service_return_days'])
    .where('branch_id', '=', order.branch_id)
    .executeTakeFirstOrThrow()) satisfies CustomerTerms
  const handedOver = await tx
    .selectFrom('order_history')
    .select('at')
    .where('order_id', '=', order.id)
    .where('to_status', 'in', ['delivered', 'completed'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (order.status !== 'delivered' && order.status !== 'completed') throw new AppError('order_state')
  const { rows } = await sql<{ id: string; kind: ItemKind; left: number }>`
    select l.id, l.kind, l.quantity - l.refunded_quantity - coalesce(sum(n.quantity) filter (where r.id is not null), 0)::int as left
    from order_lines l left join order_return_lines n on n.line_id = l.id
      left join order_returns r on r.id = n.return_id and r.status in ('requested', 'approved', 'received')
    where l.order_id = ${order.id}::uuid group by l.id`.execute(tx)
  for (const { id, quantity } of requested) {
    const line = rows.find((row) => row.id === id)
    if (line === undefined) throw fieldError('lines', 'invalid')
    const until = returnableUntil(line.kind, handedOver?.at ?? null, terms)
    if (until === null || now > until) throw new AppError('return_over')
    if (quantity > line.left) throw fieldError('lines', 'too_large')
  }
}
