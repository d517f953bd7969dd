import { sql } from 'kysely'
import type { ParkGuards } from '#contract/parks/desk/park-record.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireChangeable, requireGivableAtPark } from '#server/features/access/people-commands.ts'
import type { AccessActor } from '#server/features/access/role-commands.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { changeManagedPark, getManagedPark } from './managed-park.ts'

interface GuardsChange {
  answer: ParkGuards
  changes: AuditedChange[]
}

/** SQL: who has the role of a guard at a park, and since when. */
const guardsOf = (park_id: string) => sql`(
  select a.user_id, a.created_at from role_assignments a join roles r on r.id = a.role_id and r.code = 'guard'
  where a.park_id = ${park_id}::uuid)`

/** Returns the guards of a park, by their email. Throws `not_found`. */
export async function findGuards(db: Db | Tx, scope: Scope, id: string): Promise<ParkGuards> {
  await getManagedPark(db, scope, id)
  const { rows } = await sql<Omit<ParkGuards['items'][number], 'since'> & { since: Date }>`
    select u.id as user_id, u.email, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as name, g.created_at as since,
      coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'last_seen_at', d.last_seen_at,
        'revoked_at', d.revoked_at) order by d.created_at desc) from guard_devices d where d.user_id = u.id), '[]') as devices
    from ${guardsOf(id)} g join users u on u.id = g.user_id order by u.email`.execute(db)
  return { items: rows.map((row) => ({ ...row, since: row.since.toISOString() })) }
}

/**
 * Lets an account check passes at a park; it becomes a guard if it is none. Throws `not_found`, `own_access`, `beyond_access`
 * if the actor may not check passes there or may do less than the person, and 422 for an unknown email.
 */
export async function addGuard(
  tx: Tx,
  { actor, scope, now }: { actor: AccessActor; scope: Scope; now: Date },
  id: string,
  email: string,
): Promise<GuardsChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where(sql<boolean>`lower(email) = lower(${email})`)
    .where('erased_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (user === undefined) throw fieldError('email', 'guard_unknown')
  await requireChangeable(tx, actor, user.id)
  await requireGivableAtPark(tx, actor, 'guard', id)
  const role = await tx.selectFrom('roles').select('id').where('code', '=', 'guard').executeTakeFirstOrThrow()
  const isAdded = await assignRole(tx, { user_id: user.id, role_id: role.id, scope: 'park', park_id: id }, now)
  return {
    answer: await findGuards(tx, scope, id),
    changes: isAdded ? [{ kind: 'park', id, partner_id: park.partner_id, after: { guard: user.email } }] : [],
  }
}

/**
 * Blocks a phone of a guard of the park, at all their parks: its scans are refused, and it reads no more lists. Throws
 * `not_found`, `own_access`, and `beyond_access` for a guard who also works where the actor may not check passes.
 */
export async function revokeGuardDevice(
  tx: Tx,
  { actor, scope, now }: { actor: AccessActor; scope: Scope; now: Date },
  { id, user_id, device_id }: { id: string; user_id: string; device_id: string },
): Promise<GuardsChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  const { rows } = await sql<{ name: string; was_revoked: boolean }>`
    select d.name, d.revoked_at is not null as was_revoked
    from guard_devices d join ${guardsOf(id)} g on g.user_id = d.user_id
    where d.id = ${device_id} and d.user_id = ${user_id} for update of d`.execute(tx)
  const [device] = rows
  if (device === undefined) throw new AppError('not_found')
  await requireChangeable(tx, actor, user_id)
  if (!device.was_revoked)
    await tx.updateTable('guard_devices').set({ revoked_at: now }).where('id', '=', device_id).execute()
  return {
    answer: await findGuards(tx, scope, id),
    changes: device.was_revoked
      ? []
      : [
          {
            kind: 'guard_device',
            id: device_id,
            partner_id: park.partner_id,
            after: { name: device.name, revoked: true },
          },
        ],
  }
}

/**
 * Takes a park away from a guard, also from one who works elsewhere too; without any left, they are no guard any more. Throws
 * `not_found` and `own_access`.
 */
export async function removeGuard(
  tx: Tx,
  { actor, scope }: { actor: AccessActor; scope: Scope },
  { id, user_id }: { id: string; user_id: string },
): Promise<GuardsChange> {
  const park = await changeManagedPark(tx, scope, id, undefined)
  if (user_id === actor.user_id) throw new AppError('own_access')
  const removed = await sql`
    delete from role_assignments a using roles r
    where r.id = a.role_id and r.code = 'guard' and a.park_id = ${id} and a.user_id = ${user_id}`.execute(tx)
  if (removed.numAffectedRows === 0n) throw new AppError('not_found')
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
  return {
    answer: await findGuards(tx, scope, id),
    changes: [{ kind: 'park', id, partner_id: park.partner_id, before: { guard: email } }],
  }
}
