import { sql } from 'kysely'
import type { assignRoles as assignContract, listGrantable, Person } from '#contract/accounts/desk/people.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { countryCodes, countryIds } from '#contract/geography.ts'
import { isForScope, isPermission, scopeTypes, type Permission, type ScopeType } from '#contract/permissions.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { isOperatorRole } from '#contract/shipped-roles.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isId, isUuid } from '#server/database/ids.ts'
import { noPlaces, noScope, type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { assignRole, requireAdmin, type NewAssignment } from './assignments.ts'
import type { AuditedChange } from './audit.ts'
import { isReachableColleague, isVisibleCustomer, onlyIf } from './contacts.ts'
import type { AccessActor } from './role-commands.ts'
import { readAccess } from './roles.ts'
import { placeName, withinAssignments, withinBranches, withinParks, withinPartners } from './scope-condition.ts'
import { includesAccess, includesScope, resolveAccess, type HeldRole, type RolePlace } from './scopes.ts'

type Grantable = AnswerOf<typeof listGrantable>

interface PersonChange {
  answer: Person
  changes: AuditedChange[]
}

/** Who reads or changes people, in which language places are named. */
export type PersonReader = AccessActor & { language: Language }

/**
 * Returns a person with the roles that the actor may see. Throws `not_found`, also for somebody without a role in the actor's
 * scope whom they may not see as a customer either.
 */
export async function getPerson(db: Db | Tx, actor: PersonReader, id: string, now: Date): Promise<Person> {
  const person = await findPerson(db, actor, id, now)
  if (person === undefined) throw new AppError('not_found')
  return person
}

async function findPerson(db: Db | Tx, actor: PersonReader, id: string, now: Date): Promise<Person | undefined> {
  const { access, language } = actor
  const scope = access.get('employees.view') ?? noScope
  const isCustomer = isVisibleCustomer('u', access, now)
  const isReachable = sql<boolean>`(${isReachableColleague('u', access)} or ${isCustomer})`
  const { rows } = await sql<Omit<Person, 'assignments' | 'disabled_at' | 'can_change'> & { disabled_at: Date | null }>`
    select u.id, ${onlyIf(isReachable, sql.ref('u.email'))} as email, ${onlyIf(isReachable, sql.ref('u.phone'))} as phone,
      nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as name, u.disabled_at,
      ${onlyIf(isReachable, sql.ref('u.disabled_reason'))} as disabled_reason,
      exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
      exists (select from counter_pins k where k.user_id = u.id) as has_counter_pin
    from users u where u.id = ${id}::uuid and u.erased_at is null and (${isCustomer} or u.id in (
      select a.user_id from role_assignments a where ${withinAssignments('a', scope)}))`.execute(db)
  const [person] = rows
  if (person === undefined) return undefined
  return {
    ...person,
    assignments: await findAssignments(db, id, scope, language),
    disabled_at: person.disabled_at?.toISOString() ?? null,
    can_change: await mayChange(db, actor, id),
  }
}

async function findAssignments(
  db: Db | Tx,
  user_id: string,
  scope: Scope,
  language: Language,
): Promise<Person['assignments']> {
  const { rows } = await sql<Person['assignments'][number]>`
    select a.role_id, r.name as role, r.name_fr as role_fr, a.scope,
      coalesce(c.code, a.partner_id::text, a.branch_id::text, a.park_id::text) as place_id, ${placeName('a', language)} as place
    from role_assignments a join roles r on r.id = a.role_id left join countries c on c.id = a.country_id
    where a.user_id = ${user_id}::uuid and ${withinAssignments('a', scope)}
    order by r.position desc, r.name, place nulls first, a.id`.execute(db)
  return rows
}

/** Whether the actor may change another person: somebody who may do no more than they may. */
export async function mayChange(db: Db | Tx, { user_id, access }: AccessActor, id: string): Promise<boolean> {
  if (id === user_id) return false
  const other = (await readAccess(db, id)).access
  // Car parks are compared one by one below, since they may belong to a country or a partner of the actor.
  const withoutParks = new Map([...other].map(([permission, scope]) => [permission, { ...scope, park_ids: [] }]))
  if (!includesAccess(access, withoutParks)) return false
  for (const [permission, { park_ids }] of other)
    if (!(await includesParks(db, access.get(permission), park_ids))) return false
  return true
}

/** Whether a scope contains each of some car parks. */
async function includesParks(db: Db | Tx, scope: Scope | undefined, park_ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from parks p where p.id = any(${[...park_ids]}::uuid[]) and not ${withinParks('p', scope ?? noScope)} limit 1`.execute(
    db,
  )
  return rows.length === 0
}

/** Requires that the actor may themselves do at a car park all that a role permits there. Throws `beyond_access`. */
export async function requireGivableAtPark(
  tx: Tx,
  { access }: AccessActor,
  role: string,
  park_id: string,
): Promise<void> {
  const { permissions } = (await findRoles(tx)).find(({ code }) => code === role)!
  for (const permission of permissions.filter((permission) => isForScope(permission, 'park')))
    if (!(await includesParks(tx, access.get(permission), [park_id]))) throw new AppError('beyond_access')
}

/**
 * Requires that the actor may change a person. Throws `own_access` for themselves, and `beyond_access` for somebody who may do
 * more than they may.
 */
export async function requireChangeable(tx: Tx, actor: AccessActor, id: string): Promise<void> {
  if (id === actor.user_id) throw new AppError('own_access')
  if (!(await mayChange(tx, actor, id))) throw new AppError('beyond_access')
}

interface RoleRow {
  id: string
  code: string
  permissions: readonly Permission[]
}

/** A place that a role can be held for, and what the access check compares. A car park stands for its country there. */
interface GivenPlace {
  place: RolePlace
  checked: Omit<HeldRole, 'permissions' | 'is_assigned_only'>
}

const everywhere: GivenPlace = { place: { scope: 'everywhere' }, checked: { ...noPlaces, scope: 'everywhere' } }
const ofCountry = (country_id: number): GivenPlace => ({
  place: { scope: 'country', country_id },
  checked: { ...noPlaces, scope: 'country', country_ids: [country_id] },
})
const ofPartner = (partner_id: string): GivenPlace => ({
  place: { scope: 'partner', partner_id },
  checked: { ...noPlaces, scope: 'partner', partner_ids: [partner_id] },
})
const ofBranch = (branch_id: string): GivenPlace => ({
  place: { scope: 'branch', branch_id },
  checked: { ...noPlaces, scope: 'branch', branch_ids: [branch_id] },
})

/**
 * The types of place that a role can be held for: an admin is one everywhere or nowhere, guards work at car parks, and an
 * operator’s people for that operator.
 */
function listScopes({ code, permissions }: RoleRow): readonly ScopeType[] {
  if (code === 'admin') return ['everywhere']
  if (code === 'guard') return ['park']
  if (isOperatorRole(code)) return ['partner']
  const isForParks = permissions.some((permission) => isForScope(permission, 'park'))
  return scopeTypes.filter((scope) => scope !== 'park' || isForParks)
}

/** What lets somebody give roles, at the places for which they have it: at once, or by an invitation. */
export type Giving = 'employees.update' | 'invitations.create'

/** Whether the actor gives roles at a place, and may themselves do there all that a role permits. */
function mayGive(
  { access }: AccessActor,
  { permissions }: Pick<RoleRow, 'permissions'>,
  { place, checked }: GivenPlace,
  giving: Giving,
): boolean {
  const managed = access.get(giving) ?? noScope
  const { scope: _scope, ...places } = checked
  if (!includesScope(managed, { ...places, everywhere: place.scope === 'everywhere' })) return false
  return includesAccess(access, resolveAccess([{ ...checked, permissions, is_assigned_only: false }]))
}

async function findRoles(db: Db | Tx): Promise<(RoleRow & { name: string; name_fr: string })[]> {
  const { rows } = await sql<{ id: string; code: string; name: string; name_fr: string; names: string[] }>`
    select id, code, name, name_fr, array(select permission from role_permissions where role_id = r.id) as names
    from roles r where code <> 'customer' order by position, name`.execute(db)
  return rows.map(({ names, ...role }) => ({ ...role, permissions: names.filter(isPermission) }))
}

/** As `mayGive`, for a car park: it may belong to a partner of the actor, whose country does not. */
async function mayGiveAtPark(
  db: Db | Tx,
  { access }: AccessActor,
  { permissions }: Pick<RoleRow, 'permissions'>,
  park_id: string,
  giving: Giving,
): Promise<boolean> {
  const needed = [giving, ...permissions.filter((permission) => isForScope(permission, 'park'))]
  for (const permission of needed) if (!(await includesParks(db, access.get(permission), [park_id]))) return false
  return true
}

/** The roles that the actor may give, each with the types of place for which they may, and the places where they give any. */
export async function findGrantable(db: Db, actor: AccessActor, giving: Giving): Promise<Grantable> {
  const managed = actor.access.get(giving) ?? noScope
  const branches = await db
    .selectFrom('branches as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select(['b.id', 'b.name', 'c.code as country_code'])
    .where(withinBranches(sql.ref('b.id'), managed))
    .orderBy('c.code')
    .orderBy('b.name')
    .execute()
  const partners = await db
    .selectFrom('partners as p')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .select(['p.id', 'p.name', 'c.code as country_code'])
    .where('p.is_active', '=', true)
    .where(withinPartners(sql.ref('p.id'), managed))
    .orderBy('c.code')
    .orderBy('p.name')
    .execute()
  const countries = countryCodes.filter((code) => managed.everywhere || managed.country_ids.includes(countryIds[code]))
  const places: Record<ScopeType, readonly GivenPlace[]> = {
    everywhere: [everywhere],
    country: countries.map((code) => ofCountry(countryIds[code])),
    partner: partners.map(({ id }) => ofPartner(id)),
    branch: branches.map(({ id }) => ofBranch(id)),
    park: [...countries.map((code) => ofCountry(countryIds[code])), ...partners.map(({ id }) => ofPartner(id))],
  }
  const roles = (await findRoles(db)).map((role) => ({
    id: role.id,
    name: role.name,
    name_fr: role.name_fr,
    scopes: listScopes(role).filter((scope) => places[scope].some((place) => mayGive(actor, role, place, giving))),
  }))
  const named = <T extends { country_code: string }>(rows: readonly T[]) =>
    rows.map((row) => ({ ...row, country_code: row.country_code as CountryCode }))
  return {
    roles: roles.filter(({ scopes }) => scopes.length > 0),
    countries,
    partners: named(partners),
    branches: named(branches),
  }
}

/**
 * Replaces the roles of a person at the places where the actor manages people; others stay. Throws `not_found`, `own_access`,
 * `beyond_access` when the old or the new roles permit more than the actor may do, `last_admin`, and 422 for roles or places
 * that do not exist or do not go together.
 */
export async function assignRoles(
  tx: Tx,
  actor: PersonReader,
  id: string,
  { assignments }: ParsedBody<typeof assignContract>,
  now: Date,
): Promise<PersonChange> {
  const before = await getPerson(tx, actor, id, now)
  await requireChangeable(tx, actor, id)
  const roles = await findRoles(tx)
  const given: NewAssignment[] = []
  const fields = { role_id: 'assignments', place_id: 'assignments' }
  for (const assignment of assignments)
    given.push({
      user_id: id,
      role_id: assignment.role_id,
      ...(await getGivenPlace(tx, actor, assignment, { roles, fields, giving: 'employees.update' })),
    })
  const managed = actor.access.get('employees.update') ?? noScope
  await requireAdmin(tx, async () => {
    await sql`delete from role_assignments a where a.user_id = ${id}::uuid and ${withinAssignments('a', managed)}`.execute(
      tx,
    )
    for (const assignment of given) await assignRole(tx, assignment, now)
  })
  // A person whose last role in the actor’s scope was taken away cannot be read again.
  const answer = (await findPerson(tx, actor, id, now)) ?? { ...before, assignments: [] }
  const nameRoles = ({ assignments: held }: Person) => ({
    roles: held.map(({ role, place }) => (place === null ? role : `${role} (${place})`)),
  })
  const places = [...before.assignments, ...answer.assignments]
  // A change at one branch, or for one operator, appears in the audit log of its managers.
  const onlyPlace = (of: ScopeType): string | null => {
    const [place, ...others] = new Set(places.flatMap(({ scope, place_id }) => (scope === of ? place_id : null)))
    return others.length > 0 ? null : (place ?? null)
  }
  const change = { kind: 'user', id, before: nameRoles(before), after: nameRoles(answer) }
  return { answer, changes: [{ ...change, branch_id: onlyPlace('branch'), partner_id: onlyPlace('partner') }] }
}

type NamedAssignment = ParsedBody<typeof assignContract>['assignments'][number]

/** The fields of a request in which a role, and its place, can be wrong. */
interface GivenFields {
  role_id: string
  place_id: string
}

/**
 * Returns the place of a role that somebody gives. Throws 422 for a role or a place that does not exist or that do not go
 * together, and `beyond_access` where the role permits more there than the actor may do.
 */
export async function getGivenPlace(
  tx: Tx,
  actor: AccessActor,
  { role_id, ...named }: NamedAssignment,
  { roles, fields, giving }: { roles?: readonly RoleRow[]; fields: GivenFields; giving: Giving },
): Promise<RolePlace> {
  const role = (roles ?? (await findRoles(tx))).find((role) => role.id === role_id)
  if (role === undefined || !listScopes(role).includes(named.scope)) throw fieldError(fields.role_id, 'invalid')
  const place = await findPlace(tx, named)
  if (place === undefined) throw fieldError(fields.place_id, 'invalid')
  if (!(await mayGiveFor(tx, actor, role, place, giving))) throw new AppError('beyond_access')
  return place.place
}

const mayGiveFor = (db: Db | Tx, actor: AccessActor, role: RoleRow, given: GivenPlace, giving: Giving) =>
  given.place.scope === 'park'
    ? mayGiveAtPark(db, actor, role, given.place.park_id, giving)
    : mayGive(actor, role, given, giving)

/** Whether somebody may give a role for a place now, as they may have lost what they could when they offered it. */
export async function mayStillGive(
  tx: Db | Tx,
  giver_id: string,
  { role_id, place }: { role_id: string; place: RolePlace },
  giving: Giving,
): Promise<boolean> {
  const giver = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', giver_id)
    .where('disabled_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  const role = (await findRoles(tx)).find(({ id }) => id === role_id)
  if (giver === undefined || role === undefined) return false
  const { access } = await readAccess(tx, giver_id)
  return mayGiveFor(tx, { user_id: giver_id, access }, role, toGiven(place), giving)
}

/** A car park is checked by itself. */
const toGiven = (place: RolePlace): GivenPlace =>
  place.scope === 'everywhere'
    ? everywhere
    : place.scope === 'country'
      ? ofCountry(place.country_id)
      : place.scope === 'partner'
        ? ofPartner(place.partner_id)
        : place.scope === 'branch'
          ? ofBranch(place.branch_id)
          : { ...everywhere, place }

/** Finds the place of an assignment: a country by its code, a car park by its id or its code; undefined if there is none. */
async function findPlace(
  tx: Tx,
  { scope, place_id }: Pick<NamedAssignment, 'scope' | 'place_id'>,
): Promise<GivenPlace | undefined> {
  if (scope === 'everywhere') return place_id === null ? everywhere : undefined
  const country = countryCodes.find((code) => code === place_id)
  if (scope === 'country') return country && ofCountry(countryIds[country])
  if (place_id === null) return undefined
  if (scope === 'park') {
    const { rows } = await sql<{ id: string; country_id: number }>`
      select id, country_id from parks where park_code = upper(${place_id}) or ${isId(sql`id`, place_id)}`.execute(tx)
    const [park] = rows
    return park && { ...ofCountry(park.country_id), place: { scope, park_id: park.id } }
  }
  if (!isUuid(place_id)) return undefined
  const table = scope === 'partner' ? ('partners' as const) : ('branches' as const)
  const found = await tx.selectFrom(table).select('id').where('id', '=', place_id).executeTakeFirst()
  return found && (scope === 'partner' ? ofPartner(place_id) : ofBranch(place_id))
}
