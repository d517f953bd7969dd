import { sql, type RawBuilder } from 'kysely'
import type { Scope } from './scopes.ts'

/**
 * The condition that a record belongs to a partner within a scope. The only place where the rows of partners are told
 * apart: every list, count, export, record and action of staff gets its rows through it.
 */
export const withinPartners = (partner: RawBuilder<string | null>, scope: Scope): RawBuilder<boolean> =>
  scope.everywhere ? sql<boolean>`true` : sql<boolean>`${partner} = any(${[...scope.partner_ids]}::uuid[])`
