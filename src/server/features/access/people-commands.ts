import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { assignRoles as assignContract, listGrantable, Person } from '#contract/desk/people.ts'
import { isPermission } from '#contract/permissions.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError, fieldError } from '#server/errors.ts'
import { assignRole, keepAdmin } from './assignments.ts'
import type { AuditedChange } from './audit.ts'
import { isAssignedOnly, readAccess } from './roles.ts'
import type { AccessActor } from './role-commands.ts'
import { includesAccess, resolveAccess } from './scopes.ts'

type Grantable = AnswerOf<typeof listGrantable>

type PersonChange = { answer: Person; changes: AuditedChange[] }

/** Returns a person with their roles. Throws `not_found`. */
export async function getPerson(db: Db | Tx, actor: AccessActor, id: string): Promise<Person> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'disabled_at', 'disabled_reason'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (user === undefined) throw new AppError('not_found')
  const { first_name, last_name, disabled_at, ...rest } = user
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return {
    ...rest,
    name: name === '' ? null : name,
    assignments: await findAssignments(db, id),
    guarded_parks: await findGuardedParks(db, id),
    disabled_at: disabled_at?.toISOString() ?? null,
    can_change: await mayChange(db, actor, id),
  }
}

async function findAssignments(db: Db | Tx, user_id: string): Promise<Person['assignments']> {
  const rows = await db
    .selectFrom('role_assignments as a')
    .innerJoin('roles as r', 'r.id', 'a.role_id')
    .leftJoin('partners as p', 'p.id', 'a.partner_id')
    .leftJoin('branches as b', 'b.id', 'a.branch_id')
    .select(['a.role_id', 'r.code', 'r.name as role', 'r.name_fr as role_fr', 'a.partner_id', 'p.name as partner'])
    .select(['a.branch_id', 'b.name as branch'])
    .where('a.user_id', '=', user_id)
    .orderBy('r.position', 'desc')
    .orderBy('r.name')
    .orderBy('p.name')
    .orderBy('b.name')
    .execute()
  return rows.map(({ code, ...one }) => ({ ...one, is_assigned_only: isAssignedOnly(code) }))
}

/** The names of the car parks where a person is a guard, or their codes. */
async function findGuardedParks(db: Db | Tx, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('park_guards as g')
    .innerJoin('parks as p', 'p.id', 'g.park_id')
    .select(({ fn }) => fn.coalesce('p.name', 'p.park_code').as('name'))
    .where('g.user_id', '=', user_id)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** Whether the actor may change another person: somebody who may do no more than they may. */
export async function mayChange(db: Db | Tx, { user_id, access }: AccessActor, id: string): Promise<boolean> {
  return id !== user_id && includesAccess(access, (await readAccess(db, id)).access)
}

/**
 * Requires that the actor may change a person. Throws `own_access` for themselves, and `beyond_access` for somebody who may do
 * more than they may.
 */
export async function requireChangeable(tx: Tx, actor: AccessActor, id: string): Promise<void> {
  if (id === actor.user_id) throw new AppError('own_access')
  if (!(await mayChange(tx, actor, id))) throw new AppError('beyond_access')
}

/** The roles, partners and branches that the actor may give. Who manages branches gives roles for these alone. */
export async function findGrantable(db: Db, { access }: AccessActor): Promise<Grantable> {
  const { rows } = await sql<{ id: string; code: string; name: string; name_fr: string; names: string[] }>`
    select id, code, name, name_fr, array(select permission from role_permissions where role_id = r.id) as names
    from roles r where code <> 'customer' order by position, name`.execute(db)
  const roles = rows.filter(({ names, code }) => {
    const place = { partner_id: null, branch_id: null }
    const role = { permissions: names.filter(isPermission), ...place, is_assigned_only: isAssignedOnly(code) }
    return includesAccess(access, resolveAccess([role]))
  })
  const branches = await db
    .selectFrom('branches as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select(['b.id', 'b.name', 'c.code as country_code'])
    .orderBy('c.code')
    .orderBy('b.name')
    .execute()
  const partners = await db
    .selectFrom('partners as p')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .select(['p.id', 'p.name', 'c.code as country_code'])
    .where('p.is_active', '=', true)
    .orderBy('c.code')
    .orderBy('p.name')
    .execute()
  return {
    roles: roles.map(({ id, code, name, name_fr }) => ({
      id,
      name,
      name_fr,
      is_everywhere: code === 'admin',
      is_assigned_only: isAssignedOnly(code),
    })),
    partners,
    branches,
  }
}

/**
 * Replaces the roles of a person. Throws `not_found`, `own_access`, `beyond_access` when the old or the new roles permit more
 * than the actor may do, `last_admin`, and 422 for roles or partners that do not exist.
 */
export async function assignRoles(
  tx: Tx,
  actor: AccessActor,
  id: string,
  { assignments }: ParsedBody<typeof assignContract>,
  now: Date,
): Promise<PersonChange> {
  const before = await getPerson(tx, actor, id)
  await requireChangeable(tx, actor, id)
  await requireGrantable(tx, actor, assignments)
  await keepAdmin(tx, async () => {
    await tx.deleteFrom('role_assignments').where('user_id', '=', id).execute()
    for (const { role_id, partner_id, branch_id } of assignments)
      await assignRole(tx, { user_id: id, role_id, partner_id, branch_id }, now)
  })
  const answer = await getPerson(tx, actor, id)
  const nameRoles = ({ assignments: held }: Person) => ({
    roles: held.map(({ role, partner, branch }) => {
      const place = partner ?? branch
      return place === null ? role : `${role} (${place})`
    }),
  })
  return { answer, changes: [{ kind: 'user', id, before: nameRoles(before), after: nameRoles(answer) }] }
}

/** Throws `beyond_access` unless the actor may do all that the roles permit. */
async function requireGrantable(
  tx: Tx,
  { access }: AccessActor,
  assignments: ParsedBody<typeof assignContract>['assignments'],
): Promise<void> {
  const { rows: roles } = await sql<{ id: string; code: string; names: string[] }>`
    select r.id, r.code, array(select permission from role_permissions where role_id = r.id) as names
    from roles r where r.id = any(${assignments.map(({ role_id }) => role_id)}::uuid[])`.execute(tx)
  const partners = await tx
    .selectFrom('partners')
    .select('id')
    .where('id', 'in', [
      ...assignments.flatMap(({ partner_id }) => partner_id ?? []),
      '00000000-0000-0000-0000-000000000000',
    ])
    .execute()
  const branches = await tx.selectFrom('branches').select('id').execute()
  const held = assignments.map(({ role_id, partner_id, branch_id }) => {
    const role = roles.find((one) => one.id === role_id)
    if (role === undefined || role.code === 'customer') throw fieldError('assignments', 'invalid')
    const isPlaced = partner_id !== null || branch_id !== null
    // An admin is one everywhere or nowhere.
    if (isPlaced && (role.code === 'admin' || (partner_id !== null && branch_id !== null)))
      throw fieldError('assignments', 'invalid')
    if (partner_id !== null && !partners.some((one) => one.id === partner_id))
      throw fieldError('assignments', 'invalid')
    if (branch_id !== null && !branches.some((one) => one.id === branch_id)) throw fieldError('assignments', 'invalid')
    const is_assigned_only = isAssignedOnly(role.code)
    return { permissions: role.names.filter(isPermission), partner_id, branch_id, is_assigned_only }
  })
  if (!includesAccess(access, resolveAccess(held))) throw new AppError('beyond_access')
}
