import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import type { OrderTracking } from '#contract/orders/order-tracking.ts'
import type { Db } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { findHandoverCode, toOrderSummary, toStages } from './order-views.ts'
import { findHistory, findShownOrders, languageOf, ownOrder } from './queries.ts'

/** Returns how far an order of the account is. Throws `order_not_found`, also for one of somebody else. */
export async function findTracking(
  db: Db,
  user_id: string,
  handle: string,
  reader: { locale: Locale; now: Date },
): Promise<OrderTracking> {
  const [order] = await findShownOrders(db, ownOrder(user_id, handle))
  if (order === undefined) throw new AppError('order_not_found')
  const language = languageOf(reader)
  const { status, payment_status, promised_at, delay_minutes, branch } = toOrderSummary(order, [], language)
  return {
    status,
    payment_status,
    stages: toStages(await findHistory(db, order.id), language),
    promised_at,
    delay_minutes,
    branch,
    handover_code: findHandoverCode(order),
    revision: await findRevision(db, order),
  }
}

/** Changes of an order are counted or in its history, except for its photos. */
async function findRevision(db: Db, { id, version }: { id: string; version: number }): Promise<string> {
  const { rows } = await sql<{ history: number; photos: number; photo: string | null }>`
    select (select count(*)::int from order_history where order_id = ${id}::uuid) as history, count(*)::int as photos,
      max(created_at)::text as photo
    from order_photos where order_id = ${id}::uuid and shows is not null`.execute(db)
  const { history, photos, photo } = rows[0]!
  return [version, history, photos, ...(photo === null ? [] : [photo])].join('/')
}
