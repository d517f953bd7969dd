import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#contract/places/places.ts'
import { type Scope } from '#server/http/caller.ts'
import { includesSomeBranch } from './scopes.ts'

/*
 * The conditions that a record is within a scope. The only place where rows of different places are told apart: every list,
 * count, figure, export, record and action of staff gets its rows through them.
 */

type Condition = RawBuilder<boolean>

const all = sql<boolean>`true`
const none = sql<boolean>`false`

/** Any of the conditions whose places a scope has; those of no place are left out, so that indexes serve the others. */
const anyOf = (conditions: readonly (Condition | false)[]): Condition => {
  const given = conditions.filter((condition) => condition !== false)
  return given.length === 0 ? none : sql<boolean>`(${sql.join(given, sql` or `)})`
}

/** For records of a partner. */
export const withinPartners = (partner: RawBuilder<string | null>, { everywhere, partner_ids }: Scope): Condition =>
  everywhere ? all : anyOf([partner_ids.length > 0 && sql<boolean>`${partner} = any(${[...partner_ids]}::uuid[])`])

/** For records of a branch. */
export const withinBranches = (branch: RawBuilder<string | null>, { everywhere, branch_ids }: Scope): Condition =>
  everywhere ? all : anyOf([branch_ids.length > 0 && sql<boolean>`${branch} = any(${[...branch_ids]}::uuid[])`])

/** For records of several branches: `branches` selects their ids. */
export const withinSomeBranch = (branches: RawBuilder<unknown>, { everywhere, branch_ids }: Scope): Condition =>
  everywhere
    ? all
    : anyOf([
        branch_ids.length > 0 &&
          sql<boolean>`exists (select from (${branches}) b (id) where b.id = any(${[...branch_ids]}::uuid[]))`,
      ])

/** For what belongs to no branch and serves all of them: whoever has the permission at some branch. */
export const withinShop = (scope: Scope): Condition => (includesSomeBranch(scope) ? all : none)

/** For records of the car park with this alias: of its country, its partner, a branch that serves it, or its own. */
export function withinParks(park: string, scope: Scope): Condition {
  if (scope.everywhere) return all
  const { country_ids, partner_ids, branch_ids, park_ids } = scope
  const column = (name: string) => sql.ref(`${park}.${name}`)
  return anyOf([
    country_ids.length > 0 && sql<boolean>`${column('country_id')} = any(${[...country_ids]}::int[])`,
    partner_ids.length > 0 && sql<boolean>`${column('partner_id')} = any(${[...partner_ids]}::uuid[])`,
    branch_ids.length > 0 &&
      sql<boolean>`${column('id')} in (select s.park_id from branch_parks s where s.branch_id = any(${[...branch_ids]}::uuid[]))`,
    park_ids.length > 0 && sql<boolean>`${column('id')} = any(${[...park_ids]}::uuid[])`,
  ])
}

/** For the roles of people: those that are held for a place in the scope. */
export function withinAssignments(assignment: string, scope: Scope): Condition {
  if (scope.everywhere) return all
  const { country_ids, partner_ids, branch_ids } = scope
  const column = (name: string) => sql.ref(`${assignment}.${name}`)
  return anyOf([
    country_ids.length > 0 &&
      sql<boolean>`(${column('country_id')} = any(${[...country_ids]}::int[])
        or ${column('park_id')} in (select p.id from parks p where p.country_id = any(${[...country_ids]}::int[])))`,
    partner_ids.length > 0 &&
      sql<boolean>`(${column('partner_id')} = any(${[...partner_ids]}::uuid[])
        or ${column('park_id')} in (select p.id from parks p where p.partner_id = any(${[...partner_ids]}::uuid[])))`,
    branch_ids.length > 0 && sql<boolean>`${column('branch_id')} = any(${[...branch_ids]}::uuid[])`,
  ])
}

/** SQL: what a role is held for, as people call it, in an expression over the assignment with this alias; null everywhere. */
export const placeName = (assignment: string, language: Language): RawBuilder<string | null> => {
  const column = (name: string) => sql.ref(`${assignment}.${name}`)
  return sql<string | null>`coalesce(
    (select ${sql.ref(language === 'fr' ? 'n.name_fr' : 'n.name')} from countries n where n.id = ${column('country_id')}),
    (select n.name from partners n where n.id = ${column('partner_id')}),
    (select n.name from branches n where n.id = ${column('branch_id')}),
    (select coalesce(n.name, n.address, n.park_code) from parks n where n.id = ${column('park_id')}))`
}
