import { sql } from 'kysely'
import type { ParkGuards } from '#contract/desk/park-record.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import type { Scope } from '#server/features/access/scopes.ts'
import { changeManagedPark, getManagedPark } from './managed-park.ts'

type GuardsChange = { answer: ParkGuards; changes: AuditedChange[] }

/** Returns the guards of a park, by their email. Throws `not_found`. */
export async function findGuards(db: Db | Tx, scope: Scope, id: string): Promise<ParkGuards> {
  await getManagedPark(db, scope, id)
  const { rows } = await sql<{ user_id: string; email: string; name: string | null; since: Date }>`
    select u.id as user_id, u.email, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as name, g.created_at as since
    from park_guards g join users u on u.id = g.user_id where g.park_id = ${id} order by u.email`.execute(db)
  return { items: rows.map((row) => ({ ...row, since: row.since.toISOString() })) }
}

/** Lets an account check passes at a park; it becomes a guard if it is none. Throws `not_found`, 422 for an unknown email. */
export async function addGuard(tx: Tx, scope: Scope, id: string, email: string, now: Date): Promise<GuardsChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('erased_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (user === undefined) throw fieldError('email', 'guard_unknown')
  const role = await tx.selectFrom('roles').select('id').where('code', '=', 'guard').executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('park_guards')
    .values({ user_id: user.id, park_id: id, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  await assignRole(tx, { user_id: user.id, role_id: role.id, partner_id: null, branch_id: null }, now)
  return {
    answer: await findGuards(tx, scope, id),
    changes: added === 0n ? [] : [{ kind: 'park', id, partner_id: park.partner_id, after: { guard: user.email } }],
  }
}

/** Takes a park away from a guard; without any left, they are no guard any more. Throws `not_found`. */
export async function removeGuard(
  tx: Tx,
  scope: Scope,
  { id, user_id }: { id: string; user_id: string },
): Promise<GuardsChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const removed = await tx
    .deleteFrom('park_guards')
    .where('park_id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw new AppError('not_found')
  await sql`delete from role_assignments a using roles r where r.id = a.role_id and r.code = 'guard' and a.user_id = ${user_id}
    and not exists (select from park_guards where user_id = ${user_id})`.execute(tx)
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
  return {
    answer: await findGuards(tx, scope, id),
    changes: [{ kind: 'park', id, partner_id: park.partner_id, before: { guard: email } }],
  }
}
