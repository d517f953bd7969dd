import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { openDemoDesk, type demoRoles } from '#contract/accounts/desk/demo.ts'
import { countryIds } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import { identity } from '#contract/settings/company.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import { mountChange } from '#server/features/access/change.ts'
import type { RolePlace } from '#server/features/access/scopes.ts'
import { createLogin } from '#server/features/accounts/login/sessions.ts'

/** The roles that are held at a branch. */
const atBranch: ReadonlySet<string> = new Set(['branch_manager', 'employee', 'pos_operator'])

type DemoRole = (typeof demoRoles)[number]

/** Whether visitors may open the desk as an example person. Never in production. */
export const hasDemoDesk = ({ production, demo }: Deps['config']): boolean => !production && demo

/** Registers the call that opens the demo's desk; in production there is none. */
export function demoDeskRoutes(app: FastifyInstance, deps: Deps): void {
  if (!hasDemoDesk(deps.config)) return
  mountChange(app, deps, openDemoDesk, async (tx, { body, language, request, now }) => {
    const user_id = await findOrCreateExample(tx, body.role, body.language ?? language, now)
    const caller = { ip: request.ip, user_agent: request.headers['user-agent'] }
    const { token, ...login } = await createLogin(tx, user_id, { caller, language, now })
    return { access_token: token, ...login }
  })
}

/** The example person of a role: an account without a password at the example domain, which nobody can register. */
export async function findDemoPerson(
  tx: Tx,
  code: DemoRole,
  language: Language,
  now: Date,
): Promise<{ user_id: string; role_id: string; email: string; language: Language }> {
  const email = `${code.replaceAll('_', '-')}.demo@${identity.slug}.example`
  const role = await tx
    .selectFrom('roles')
    .select(['id', 'name', 'name_fr'])
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      email,
      first_name: language === 'fr' ? role.name_fr : role.name,
      country_id: countryIds.CA,
      language,
      email_verified_at: now,
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  const user = await tx
    .selectFrom('users')
    .select(['id', 'language'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { user_id: user.id, role_id: role.id, email, language: user.language as Language }
}

/** Gives the example person of a role that role, at a place of its own, if it is held at one and there is any. */
async function findOrCreateExample(tx: Tx, code: DemoRole, language: Language, now: Date): Promise<string> {
  const { user_id, role_id } = await findDemoPerson(tx, code, language, now)
  const partner_id = code === 'partner' ? await findPartner(tx) : null
  const branch_id = atBranch.has(code) ? await findBranch(tx) : null
  const place: RolePlace =
    partner_id !== null
      ? { scope: 'partner', partner_id }
      : branch_id !== null
        ? { scope: 'branch', branch_id }
        : { scope: 'everywhere' }
  if (code === 'guard') await guardParks(tx, { user_id, role_id }, now)
  else if (code === 'delivery_boy') await deliverForBranches(tx, { user_id, role_id }, now)
  else if (code !== 'partner' || partner_id !== null) await assignRole(tx, { user_id, role_id, ...place }, now)
  return user_id
}

/** The active branch with the most orders. */
async function findBranch(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select b.id from branches b left join lateral (select count(*) as n from orders where branch_id = b.id) o on true
    where b.status = 'active' order by o.n desc, b.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Lets the person deliver for the two branches with the most to deliver, and for those that they had before. */
async function deliverForBranches(tx: Tx, courier: { user_id: string; role_id: string }, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select b.id from branches b left join lateral (select count(*) as n from deliveries
      where branch_id = b.id and state = 'offered') d on true
    where b.status = 'active' order by d.n desc, b.id limit 2`.execute(tx)
  if (rows.length === 0) await assignRole(tx, { ...courier, scope: 'everywhere' }, now)
  for (const { id } of rows) await assignRole(tx, { ...courier, scope: 'branch', branch_id: id }, now)
}

/** Assigns the two car parks with the most bookings, of those that take any, unless the person guards some already. */
async function guardParks(tx: Tx, guard: { user_id: string; role_id: string }, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select p.id from parks p left join lateral (select count(*) as n from bookings where park_id = p.id) b on true
    where exists (select from pools where park_id = p.id)
      and not exists (select from role_assignments a where a.user_id = ${guard.user_id}::uuid and a.park_id is not null)
    order by b.n desc, p.id limit 2`.execute(tx)
  for (const { id } of rows) await assignRole(tx, { ...guard, scope: 'park', park_id: id }, now)
}

/** The partner with the most car parks. */
async function findPartner(tx: Tx): Promise<string | null> {
  const partner = await tx
    .selectFrom('parks')
    .select('partner_id')
    .where('partner_id', 'is not', null)
    .groupBy('partner_id')
    .orderBy((row) => row.fn.countAll(), 'desc')
    .orderBy('partner_id')
    .limit(1)
    .executeTakeFirst()
  return partner?.partner_id ?? null
}
