import { sql, type RawBuilder } from 'kysely'
import type { employeeList } from '#contract/desk/people.ts'
import type { Language } from '#contract/places.ts'
import { containsPattern } from '#server/database/like.ts'
import type { ListSource } from '#server/features/desk/lists/source.ts'

/* Who has a role. Staff are few among all accounts, so they are found by their roles. */

const isAdministrator = sql<boolean>`u.id in (
  select a.user_id from role_assignments a join roles r on r.id = a.role_id where r.code in ('administrator', 'admin'))`

const hasRole = sql<boolean>`u.id in (select a.user_id from role_assignments a)`

const peopleWith = (condition: RawBuilder<boolean>, language: Language): ListSource<typeof employeeList> => {
  const roleName = language === 'fr' ? sql`r.name_fr` : sql`r.name`
  return {
    from: sql`users u join countries c on c.id = u.country_id and ${condition}`,
    id: sql<string>`u.id`,
    columns: {
      name: sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`,
      email: sql`u.email`,
      roles: sql`(select string_agg(${roleName} || coalesce(' (' || coalesce(p.name, b.name) || ')', ''), ', ' order by r.position desc)
        from role_assignments a join roles r on r.id = a.role_id left join partners p on p.id = a.partner_id
        left join branches b on b.id = a.branch_id where a.user_id = u.id)`,
      country: sql`c.code`,
      created_at: sql`u.created_at`,
      last_seen_at: sql`(select max(s.last_seen_at) from sessions s where s.user_id = u.id)`,
    },
    filters: {
      role: (text) => sql<boolean>`exists (select from role_assignments a join roles r on r.id = a.role_id
        where a.user_id = u.id and ${roleName} ilike ${containsPattern(text)})`,
      country: (code) => sql<boolean>`c.code = ${code}`,
    },
    state: sql<string>`case when u.disabled_at is null then 'active' else 'disabled' end`,
    search: (text) => ({
      exact: sql<boolean>`lower(u.email) = lower(${text})`,
      matches: sql<boolean>`(u.email ilike ${containsPattern(text)}
        or concat(u.first_name, ' ', u.last_name) ilike ${containsPattern(text)})`,
    }),
    scope: 'everywhere',
  }
}

export const employeeSource = ({ language }: { language: Language }) =>
  peopleWith(sql<boolean>`${hasRole} and not ${isAdministrator}`, language)

export const administratorSource = ({ language }: { language: Language }) => peopleWith(isAdministrator, language)
