import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Audited } from '#server/features/access/change.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { notifyCouriers } from '#server/features/orders/lifecycle/notify-courier.ts'
import type { Staff } from '#server/features/orders/staff/staff-order.ts'
import { AppError } from '#server/http/errors.ts'
import { deliversAt } from '../couriers.ts'

type Done = Audited<undefined>

interface Row {
  order_id: string
  branch_id: string
  state: string
  courier_id: string | null
  offered_from: Date | null
}

/** Locks a delivery of the caller's branches that was not picked up. Throws `not_found` and `delivery_left`. */
async function lockDelivery(tx: Tx, { scope }: Staff, id: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select d.order_id, d.branch_id, d.state, d.courier_id, d.offered_from from deliveries d
    where d.id = ${id}::uuid and ${withinBranches(sql.ref('d.branch_id'), scope)} for update`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  if (row.state !== 'offered' && row.state !== 'accepted') throw new AppError('delivery_left')
  return row
}

/** Throws `manager_needed` for what a manager decides about, and people who may not cancel orders there. */
function requireDecided({ access }: Staff, { branch_id, offered_from }: Row): void {
  const cancels = access.get('orders.cancel')
  const isManager = cancels !== undefined && includesBranch(cancels, branch_id)
  if (offered_from === null && !isManager) throw new AppError('manager_needed')
}

const done = ({ order_id, branch_id }: Row, before: object, after: object): Done => ({
  answer: undefined,
  changes: [{ kind: 'order', id: order_id, branch_id, before, after }],
})

/** Notifies the courier from whom a delivery is taken, if there is one. */
const withdraw = (tx: Tx, { order_id, courier_id }: Row, now: Date) =>
  notifyCouriers(
    tx,
    { order_id, courier_ids: courier_id === null ? [] : [courier_id], topic: 'delivery_withdrawn' },
    now,
  )

/** Gives a delivery to a courier. Throws `not_found`, also for somebody who does not deliver there, `delivery_left`, `courier_off_duty`, `manager_needed`. */
export async function assignToCourier(tx: Tx, staff: Staff, id: string, courier_id: string): Promise<Done> {
  const row = await lockDelivery(tx, staff, id)
  const { rows } = await sql<{ on_duty_since: Date | null }>`
    select c.on_duty_since from couriers c join users u on u.id = c.user_id and u.disabled_at is null
      join branches b on b.id = ${row.branch_id}::uuid join orders o on o.id = ${row.order_id}::uuid
    where c.user_id = ${courier_id}::uuid and ${deliversAt(sql`c.user_id`, sql`o.delivered_by`)} for update of c`.execute(
    tx,
  )
  if (rows.length === 0) throw new AppError('not_found')
  if (rows[0]!.on_duty_since === null) throw new AppError('courier_off_duty')
  requireDecided(staff, row)
  if (row.courier_id === courier_id) return { answer: undefined, changes: [] }
  await sql`update deliveries set state = 'accepted', courier_id = ${courier_id}::uuid, assigned_by = ${staff.user_id}::uuid,
    accepted_at = ${staff.now}, at_branch_at = null where id = ${id}::uuid`.execute(tx)
  await sql`delete from delivery_declines where delivery_id = ${id}::uuid and courier_id = ${courier_id}::uuid`.execute(
    tx,
  )
  await withdraw(tx, row, staff.now)
  await notifyCouriers(tx, { order_id: row.order_id, courier_ids: [courier_id], topic: 'delivery_assigned' }, staff.now)
  return done(row, { courier_id: row.courier_id }, { courier_id })
}

/** Takes a delivery from its courier. Throws `not_found` and `delivery_left`. */
export async function unassignFromCourier(tx: Tx, staff: Staff, id: string): Promise<Done> {
  const row = await lockDelivery(tx, staff, id)
  if (row.state === 'offered') return { answer: undefined, changes: [] }
  await sql`update deliveries set state = 'offered', courier_id = null, assigned_by = null, accepted_at = null, at_branch_at = null,
    offered_from = ${staff.now} where id = ${id}::uuid`.execute(tx)
  await withdraw(tx, row, staff.now)
  return done(row, { courier_id: row.courier_id }, { courier_id: null })
}

/**
 * Offers a delivery from a time on. Throws `not_found`, `delivery_left`, also for one that a courier has, and
 * `manager_needed`.
 */
export async function offerAgain(tx: Tx, staff: Staff, id: string, at: Date): Promise<Done> {
  const row = await lockDelivery(tx, staff, id)
  if (row.state !== 'offered') throw new AppError('delivery_left')
  requireDecided(staff, row)
  const offered_from = at < staff.now ? staff.now : at
  await sql`update deliveries set offered_from = ${offered_from} where id = ${id}::uuid`.execute(tx)
  // Who declined it for this time may have another one for the next.
  await sql`delete from delivery_declines where delivery_id = ${id}::uuid`.execute(tx)
  return done(row, { offered_from: row.offered_from }, { offered_from })
}
