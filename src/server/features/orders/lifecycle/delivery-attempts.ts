import { sql, type Selectable } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { OrdersTable } from '#server/database/tables.ts'
import { notifyCouriers } from './notify-courier.ts'

/* The attempts to bring an order, which begin and end with its states: one is open while it is ready or out for delivery. */

/** After so many attempts in vain, a manager decides whether an order goes out again or is given up. */
export const mostAttempts = 3

type Order = Pick<
  Selectable<OrdersTable>,
  'id' | 'branch_id' | 'order_type' | 'status' | 'slot_ends_at' | 'delay_minutes' | 'is_example'
>

interface Step {
  at: Date
  detail?: Readonly<Record<string, unknown>> | undefined
}

/** Whether an attempt is open while an order is in a state. */
const isOpenIn = (status: string): boolean => status === 'ready' || status === 'out_for_delivery'

/** Begins, moves on and ends the attempts of a locked order whose state has changed. */
export async function followDelivery(tx: Tx, from: string, order: Order, step: Step): Promise<void> {
  if (order.order_type !== 'delivery') return
  const { status } = order
  if (from === 'ready' && status === 'out_for_delivery') await pickUp(tx, order.id, step.at)
  else if (isOpenIn(from)) await endAttempt(tx, order, from, step)
  if (status === 'ready') await beginAttempt(tx, order, from, step.at)
}

const openOf = (order_id: string) => sql`order_id = ${order_id}::uuid and state in ('offered', 'accepted', 'picked_up')`

/** Whoever has accepted it brings it; otherwise the branch's own people do. */
const pickUp = (tx: Tx, order_id: string, at: Date) =>
  sql`update deliveries set state = 'picked_up', picked_up_at = ${at} where ${openOf(order_id)}`.execute(tx)

async function endAttempt(tx: Tx, order: Order, from: string, { at, detail }: Step): Promise<void> {
  const state =
    order.status === 'delivered'
      ? 'handed_over'
      : from === 'out_for_delivery' && order.status === 'ready'
        ? 'brought_back'
        : 'canceled'
  const text = (name: string) => (typeof detail?.[name] === 'string' && state === 'brought_back' ? detail[name] : null)
  // It is in time until its slot ends.
  const promised_at = new Date(order.slot_ends_at.getTime() + order.delay_minutes * minute_ms)
  const { rows } = await sql<{ courier_id: string | null; picked_up_at: Date | null }>`
    update deliveries set state = ${state}, ended_at = ${at}, promised_at = ${promised_at},
      reason = ${text('reason')}, reason_fr = ${text('reason_fr')} where ${openOf(order.id)}
    returning courier_id, picked_up_at`.execute(tx)
  if (state !== 'canceled') return
  for (const { courier_id, picked_up_at } of rows)
    if (courier_id !== null)
      await notifyCouriers(
        tx,
        {
          order_id: order.id,
          courier_ids: [courier_id],
          topic: picked_up_at === null ? 'delivery_withdrawn' : 'delivery_canceled',
        },
        at,
      )
}

/** The first attempt is offered at once, another one after the branch's time. */
async function beginAttempt(tx: Tx, order: Order, from: string, at: Date): Promise<void> {
  const { rows } = await sql<{ attempts: number; redelivery_minutes: number }>`
    select (select count(*)::int from deliveries where order_id = ${order.id}::uuid) as attempts, redelivery_minutes
    from branch_setup where branch_id = ${order.branch_id}::uuid`.execute(tx)
  const { attempts, redelivery_minutes } = rows[0]!
  const wait_ms = from === 'out_for_delivery' ? redelivery_minutes * minute_ms : 0
  const { branch_id, is_example } = order
  await tx
    .insertInto('deliveries')
    .values({
      id: newId(at.getTime()),
      order_id: order.id,
      branch_id,
      attempt: attempts + 1,
      state: 'offered',
      offered_from: attempts >= mostAttempts ? null : new Date(at.getTime() + wait_ms),
      created_at: at,
      is_example,
    })
    // One that is open already stays as it is.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
