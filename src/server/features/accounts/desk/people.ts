import { sql, type RawBuilder } from 'kysely'
import { administratorList, employeeList } from '#contract/accounts/desk/people.ts'
import type { Language } from '#contract/places/places.ts'
import { containsPattern } from '#server/database/like.ts'
import { isReachableColleague, onlyIf } from '#server/features/access/contacts.ts'
import { placeName, withinAssignments } from '#server/features/access/scope-condition.ts'
import { hasPhone } from '#server/features/lists/phones.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'
import { everyScope, type Access, type Scope } from '#server/http/caller.ts'

/* Who has a role. Staff are few among all accounts, so they are found by their roles. */

const isAdministrator = sql<boolean>`u.id in (
  select a.user_id from role_assignments a join roles r on r.id = a.role_id where r.code in ('administrator', 'admin'))`

const hasRole = (scope: Scope) =>
  sql<boolean>`u.id in (select a.user_id from role_assignments a where ${withinAssignments('a', scope)})`

/** SQL: the roles of an account `u` that are held in a scope, each with its place. */
export const rolesOf = (language: Language, scope: Scope): RawBuilder<string | null> => sql<string | null>`(
  select string_agg(${sql.ref(language === 'fr' ? 'r.name_fr' : 'r.name')} || coalesce(' (' || ${placeName('a', language)} || ')', ''),
    ', ' order by r.position desc, a.id)
  from role_assignments a join roles r on r.id = a.role_id where a.user_id = u.id and ${withinAssignments('a', scope)})`

interface Reader {
  language: Language
  access: Access
}

const peopleWith = (
  condition: RawBuilder<boolean>,
  scope: Scope,
  { language, access }: Reader,
): ListSource<typeof employeeList> => {
  const roleName = sql.ref(language === 'fr' ? 'r.name_fr' : 'r.name')
  const isReachable = isReachableColleague('u', access)
  const name = sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`
  const reach = (column: string) => onlyIf(isReachable, sql.ref<string | null>(`u.${column}`))
  const holds = (where: RawBuilder<boolean>) =>
    sql<boolean>`exists (select from role_assignments a join roles r on r.id = a.role_id
      where a.user_id = u.id and ${withinAssignments('a', scope)} and ${where})`
  return {
    from: sql`users u join countries c on c.id = u.country_id and ${condition}`,
    id: sql<string>`u.id`,
    columns: {
      name,
      email: reach('email'),
      phone: reach('phone'),
      roles: rolesOf(language, scope),
      country: sql`c.code`,
      created_at: sql`u.created_at`,
      last_seen_at: sql`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`,
    },
    filters: {
      role: (text) => holds(sql<boolean>`${roleName} ilike ${containsPattern(text)}`),
      scope: (type) => holds(sql<boolean>`a.scope = ${type}`),
      country: (code) => sql<boolean>`c.code = ${code}`,
    },
    state: sql<string>`case when u.disabled_at is null then 'active' else 'disabled' end`,
    search: (text) => ({
      exact: sql<boolean>`(${isReachable} and lower(u.email) = lower(${text}))`,
      matches: sql<boolean>`(${hasWords([name, reach('email')], text)} or ${hasPhone(reach('phone'), text)})`,
    }),
    scope: { within: hasRole },
  }
}

const employeeSource = (reader: Reader & { scope: Scope }) =>
  peopleWith(sql<boolean>`${hasRole(everyScope)} and not ${isAdministrator}`, reader.scope, reader)

const administratorSource = (reader: Reader & { scope: Scope }) => peopleWith(isAdministrator, reader.scope, reader)

export const peopleDesk = [served(employeeList, employeeSource), served(administratorList, administratorSource)]
