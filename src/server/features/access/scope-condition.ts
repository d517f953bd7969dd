import { sql, type RawBuilder } from 'kysely'
import type { Scope } from './scopes.ts'

/**
 * The conditions that a record belongs to a partner or a branch within a scope. The only place where their rows are told
 * apart: every list, count, export, record and action of staff gets its rows through them.
 */
export const withinPartners = (partner: RawBuilder<string | null>, scope: Scope): RawBuilder<boolean> =>
  scope.everywhere ? sql<boolean>`true` : sql<boolean>`${partner} = any(${[...scope.partner_ids]}::uuid[])`

export const withinBranches = (branch: RawBuilder<string | null>, scope: Scope): RawBuilder<boolean> =>
  scope.everywhere ? sql<boolean>`true` : sql<boolean>`${branch} = any(${[...scope.branch_ids]}::uuid[])`

/** For records of several branches: `branches` selects their ids. */
export const withinSomeBranch = (branches: RawBuilder<unknown>, scope: Scope): RawBuilder<boolean> =>
  scope.everywhere
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from (${branches}) b (id) where b.id = any(${[...scope.branch_ids]}::uuid[]))`

/** For what belongs to no branch and serves all of them: whoever has the permission at some branch. */
export const withinShop = (scope: Scope): RawBuilder<boolean> =>
  sql<boolean>`${scope.everywhere || scope.branch_ids.length > 0}`
