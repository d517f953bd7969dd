import { sql } from 'kysely'
import type { DeclineReason } from '#contract/deliveries/courier.ts'
import type { Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import { deliversAt, requireOnDuty, type Courier } from './couriers.ts'
import { mayCollect } from './day.ts'

interface OfferRow {
  id: string
  order_id: string
  branch_id: string
  state: string
  courier_id: string | null
  is_offered: boolean
  /** Whether the branch's limit allows the courier more cash. */
  may_collect: boolean
}

/** A delivery of the courier's branches, locked. Throws `not_found`. */
async function lockOffer(tx: Tx, { user_id, now }: Courier, id: string): Promise<OfferRow> {
  const { rows } = await sql<OfferRow>`
    select d.id, d.order_id, d.branch_id, d.state, d.courier_id,
      (d.state = 'offered' and d.offered_from <= ${now}) as is_offered, ${mayCollect(sql`${user_id}::uuid`)} as may_collect
    from deliveries d join orders o on o.id = d.order_id join branches b on b.id = d.branch_id
      join branch_setup s on s.branch_id = b.id
    where d.id = ${id}::uuid and (d.courier_id = ${user_id}::uuid or ${deliversAt(sql`${user_id}::uuid`, sql`o.delivered_by`)})
    for update of d`.execute(tx)
  if (rows.length === 0) throw new AppError('not_found')
  return rows[0]!
}

/** Accepts a delivery: the first to do so has it. Throws `off_duty`, `not_found`, `delivery_taken`, `courier_cash_full`. */
export async function acceptOffer(tx: Tx, courier: Courier, id: string): Promise<AuditedChange[]> {
  const { user_id, now } = courier
  await requireOnDuty(tx, user_id)
  const { state, courier_id, is_offered, may_collect, order_id, branch_id } = await lockOffer(tx, courier, id)
  // The answer to the first call was lost.
  if (state === 'accepted' && courier_id === user_id) return []
  if (!is_offered) throw new AppError('delivery_taken')
  if (!may_collect) throw new AppError('courier_cash_full')
  await sql`update deliveries set state = 'accepted', courier_id = ${user_id}::uuid, accepted_at = ${now}
    where id = ${id}::uuid`.execute(tx)
  await sql`delete from delivery_declines where delivery_id = ${id}::uuid and courier_id = ${user_id}::uuid`.execute(tx)
  return [{ kind: 'order', id: order_id, branch_id, before: { delivery: 'offered' }, after: { delivery: 'accepted' } }]
}

/**
 * Declines a delivery that is offered, or gives back one that the courier has not picked up: others may have it. Throws
 * `not_found` and `delivery_over`.
 */
export async function declineOffer(
  tx: Tx,
  courier: Courier,
  id: string,
  reason: DeclineReason,
): Promise<AuditedChange[]> {
  const { user_id, now } = courier
  const { state, courier_id, order_id, branch_id } = await lockOffer(tx, courier, id)
  const isOwn = courier_id === user_id
  if (isOwn && state !== 'accepted') throw new AppError('delivery_over')
  await sql`insert into delivery_declines (delivery_id, courier_id, reason, at) values (${id}::uuid, ${user_id}::uuid, ${reason}, ${now})
    on conflict (delivery_id, courier_id) do nothing`.execute(tx)
  if (!isOwn) return []
  await sql`update deliveries set state = 'offered', courier_id = null, assigned_by = null, accepted_at = null, at_branch_at = null,
    offered_from = ${now} where id = ${id}::uuid`.execute(tx)
  return [
    {
      kind: 'order',
      id: order_id,
      branch_id,
      before: { delivery: 'accepted' },
      after: { delivery: 'offered', reason },
    },
  ]
}
