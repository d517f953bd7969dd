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
    courier: status === 'out_for_delivery' ? await findCourier(db, order.id, reader.now) : null,
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

/** So long a position of a courier is kept, and shown at most. */
export const position_minutes = 15

/** Who has an order with them, with their last position; null while the branch's own people bring it. */
async function findCourier(db: Db, order_id: string, now: Date): Promise<OrderTracking['courier']> {
  const { rows } = await sql<{ name: string | null; phone: string | null; lat: number | null; lng: number; at: Date }>`
    select nullif(trim(u.first_name), '') as name, u.phone, p.lat, p.lng, p.at
    from deliveries d join users u on u.id = d.courier_id and u.erased_at is null
      left join courier_positions p on p.courier_id = d.courier_id
        and p.at > ${now}::timestamptz - make_interval(mins => ${position_minutes})
    where d.order_id = ${order_id}::uuid and d.state = 'picked_up'`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { name, phone, lat, lng, at } = row
  return { name, phone, position: lat === null ? null : { lat, lng, at: at.toISOString() } }
}
