import { sql, type RawBuilder } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'

/** A courier who calls. */
export interface Courier {
  user_id: string
  language: Language
  locale: Locale
  now: Date
}

/**
 * SQL: whether an account delivers orders that are brought by `delivered_by` at a branch `b`: its own couriers where the
 * branch delivers, and those of its country or of all countries where we do.
 */
export const deliversAt = (user_id: RawBuilder<unknown>, delivered_by: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from role_assignments c_a join role_permissions c_p on c_p.role_id = c_a.role_id
    where c_a.user_id = ${user_id} and c_p.permission = 'deliveries.deliver'
      and case ${delivered_by} when 'branch' then c_a.branch_id = b.id
        else c_a.scope = 'everywhere' or c_a.country_id = b.country_id end)`

/** Goes on or off duty. Throws `delivery_open` for whoever goes off duty with a delivery. */
export async function setDuty(tx: Tx, { user_id, now }: Courier, on_duty: boolean): Promise<AuditedChange[]> {
  const { rows } = await sql<{ on_duty_since: Date | null }>`
    insert into couriers (user_id) values (${user_id}::uuid) on conflict (user_id) do update set user_id = excluded.user_id
    returning on_duty_since`.execute(tx)
  const before = rows[0]!.on_duty_since
  if (on_duty === (before !== null)) return []
  if (!on_duty) await requireNoDelivery(tx, user_id)
  await sql`update couriers set on_duty_since = ${on_duty ? now : null} where user_id = ${user_id}::uuid`.execute(tx)
  return [{ kind: 'user', id: user_id, before: { on_duty: !on_duty }, after: { on_duty } }]
}

async function requireNoDelivery(tx: Tx, user_id: string): Promise<void> {
  const { rows } = await sql`select from deliveries where courier_id = ${user_id}::uuid
    and state in ('accepted', 'picked_up') limit 1`.execute(tx)
  if (rows.length > 0) throw new AppError('delivery_open')
}

/** Keeps the courier on duty until the transaction ends. Throws `off_duty`. */
export async function requireOnDuty(tx: Tx, user_id: string): Promise<void> {
  const { rows } = await sql`select from couriers where user_id = ${user_id}::uuid and on_duty_since is not null
    for update`.execute(tx)
  if (rows.length === 0) throw new AppError('off_duty')
}

/** Whether somebody has a delivery, or cash of one. */
export async function isDelivering(db: Db | Tx, user_id: string): Promise<boolean> {
  const { rows } = await sql<{ is_delivering: boolean }>`
    select exists (select from deliveries where courier_id = ${user_id}::uuid and state in ('accepted', 'picked_up'))
      or exists (select from courier_cash where courier_id = ${user_id}::uuid group by currency having sum(amount_minor) <> 0)
      as is_delivering`.execute(db)
  return rows[0]!.is_delivering
}
