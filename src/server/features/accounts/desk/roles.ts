import { sql } from 'kysely'
import { roleList } from '#contract/accounts/desk/roles.ts'
import type { Language } from '#contract/places/places.ts'
import { shippedRoles } from '#contract/shipped-roles.ts'
import { served } from '#server/features/lists/served.ts'
import type { ListSource } from '#server/features/lists/source.ts'
import { hasWords } from '#server/features/lists/words.ts'

const shipped = shippedRoles.map(({ code }) => code)

/** The roles with the number of their permissions and of the people who have them. */
const roleSource = ({ language }: { language: Language }): ListSource<typeof roleList> => ({
  from: sql`roles r`,
  id: sql<string>`r.id`,
  columns: {
    name: language === 'fr' ? sql`r.name_fr` : sql`r.name`,
    code: sql`r.code`,
    permissions: sql`(select count(*)::int from role_permissions where role_id = r.id)`,
    holders: sql`(select count(distinct user_id)::int from role_assignments where role_id = r.id)`,
    position: sql`r.position`,
    changed_at: sql`r.changed_at`,
  },
  filters: {},
  state: sql<string>`case when r.code in ('customer', 'admin') then 'fixed'
    when r.code = any(${[...shipped]}::text[]) then 'shipped' else 'own' end`,
  search: (text) => ({
    matches: hasWords([sql`r.name`, sql`r.name_fr`], text),
  }),
  scope: 'everywhere',
})

export const rolesDesk = [served(roleList, roleSource)]
