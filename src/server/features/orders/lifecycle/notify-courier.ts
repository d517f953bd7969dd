import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import { isSent } from '#contract/notifications/events.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { writeNotification } from '#server/features/notifications/notifications.ts'

/** What couriers are notified of. */
export type CourierTopic = 'delivery_offered' | 'delivery_assigned' | 'delivery_withdrawn' | 'delivery_canceled'

interface OrderFacts {
  number: string
  token: number
  branch: string
  timezone: string
  slot_ends_at: Date
  delay_minutes: number
  total_minor: bigint
  currency: Currency
}

/** Queues a message about the delivery of an order to the devices of couriers, unless the desk has switched these off. */
export async function notifyCouriers(
  tx: Tx,
  { order_id, courier_ids, topic }: { order_id: string; courier_ids: readonly string[]; topic: CourierTopic },
  now: Date,
): Promise<void> {
  if (courier_ids.length === 0 || !isSent('deliveries', 'push')) return
  const { rows } = await sql<OrderFacts>`
    select o.order_number as number, o.token, b.name as branch, b.timezone, o.slot_ends_at, o.delay_minutes, o.total_minor, o.currency
    from orders o join branches b on b.id = o.branch_id where o.id = ${order_id}::uuid`.execute(tx)
  const { slot_ends_at, delay_minutes, total_minor, ...facts } = rows[0]!
  const at = new Date(slot_ends_at.getTime() + delay_minutes * minute_ms)
  for (const user_id of courier_ids)
    await writeNotification(
      tx,
      { user_id, order_id, topic },
      { ...facts, at, amount_minor: total_minor },
      { site: false, push: true },
      now,
    )
}
