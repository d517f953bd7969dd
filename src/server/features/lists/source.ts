import { sql, type RawBuilder } from 'kysely'
import { stateColumn } from '#contract/lists/list-facts.ts'
import type { DeskListDescription } from '#contract/lists/lists.ts'
import {
  withinBranches,
  withinParks,
  withinPartners,
  withinShop,
  withinSomeBranch,
} from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { noScope, type Access, type Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

type Sql<T = unknown> = RawBuilder<T>

/** An amount of money in minor units with its currency. */
export interface MoneySql {
  minor: Sql<bigint | null>
  currency: Sql<string>
}

/** The reader and the time. Customers outside the reader's scope are shown by name alone. */
export interface SeenBy {
  access: Access
  now: Date
}

/**
 * Where a list's rows come from. `scope` must be given for every list: the partner, the branch or the car park (its alias) to
 * whom a row belongs, the branches that have a part in it (`branches` selects their ids), that it serves every branch, a
 * condition of its own, or that the list has none, so that only people with the permission everywhere may read it.
 */
export interface ListSource<L extends DeskListDescription = DeskListDescription> {
  /** The tables with their joins; each record must come out once. */
  from: Sql
  /** The tables that scope and state need, where `from` joins more: those from which records are counted. */
  counted?: Sql
  id: Sql<string>
  columns: { [Key in keyof L['columns'] & string]: Sql | MoneySql }
  /** What a column's value becomes where SQL cannot compute it. */
  derived?: { [Key in keyof L['columns'] & string]?: (value: unknown) => unknown }
  /** Rows that are computed together: they are read and counted in one statement. */
  isComputed?: true
  /** Columns that an index has in their order, and that are never null, with what stands in the index. */
  order?: { [Key in keyof L['columns'] & string]?: Sql }
  /** Conditions by filter. `days` filters get the two days; a flag gets a boolean. */
  filters: { [Key in keyof L['filters'] & string]: FilterSql<L['filters'][Key]['kind']> }
  /** The column of the states, where the list has them. */
  state?: Sql<string>
  /** What a search matches. Exact codes come first. */
  search: (text: string) => { matches: Sql<boolean>; exact?: Sql<boolean> }
  scope: ListScope
  /** How its rows are summed, where it is a report. */
  report?: ReportSource
}

/** Sums of rows. */
export interface ReportSource {
  /** The tables of the sums, with the same names, where these need fewer of them, or as they are. */
  from?: Sql
  /** Their condition, where they hold sums of what is selected already. */
  where?: Sql<boolean>
  /** How many rows are summed, where each of the tables' rows stands for several. */
  rows?: Sql<number>
  /** The currency of a row's amounts; null for rows without. */
  currency: Sql<string | null>
  /** A row's day at its place, as a text; undefined where rows are not of one day. */
  day?: Sql<string>
  /** What is summed for columns, in minor units for amounts, where that is not their value. */
  sums?: Readonly<Record<string, Sql>>
  /** By group: its name, and what its filter takes, if that is another text. */
  groups: Readonly<Record<string, { key: Sql<string | null>; filter?: Sql<string | null> }>>
}

type ListScope =
  | 'everywhere'
  | 'shop'
  | { partner: Sql<string | null>; branch?: Sql<string | null> }
  | { branch: Sql<string | null> }
  | { branches: Sql }
  | { park: string }
  | { within: (scope: Scope) => Sql<boolean> }

/**
 * When a row's days begin: at midnight in the reader's zone, or in the row's own. `within`: the tables are narrowed to the
 * days already.
 */
export type DaysSql = Sql<Date> | { at: Sql<Date>; zone: Sql<string> } | 'within'

type FilterSql<Kind extends string> = Kind extends 'days'
  ? DaysSql
  : Kind extends 'flag'
    ? Sql<boolean>
    : (value: string) => Sql<boolean>

export const isMoney = (column: Sql | MoneySql): column is MoneySql => 'minor' in column

/** The condition that keeps a list, its counts, exports and bulk actions within what a person may see. */
export const withinScope = ({ scope: of }: Pick<ListSource, 'scope'>, scope: Scope): Sql<boolean> => {
  if (of === 'everywhere') return sql<boolean>`${scope.everywhere}`
  if (of === 'shop') return withinShop(scope)
  if ('within' in of) return scope.everywhere ? sql<boolean>`true` : of.within(scope)
  if ('park' in of) return withinParks(of.park, scope)
  if ('branches' in of) return withinSomeBranch(of.branches, scope)
  const parts = [
    ...('partner' in of ? [withinPartners(of.partner, scope)] : []),
    ...(of.branch === undefined ? [] : [withinBranches(of.branch, scope)]),
  ]
  return sql<boolean>`(${sql.join(parts, sql` or `)})`
}

/** Whether a list's rows belong to branches. */
export const isByBranch = ({ scope: of }: Pick<ListSource, 'scope'>): boolean =>
  typeof of === 'object' && ('branches' in of || ('branch' in of && of.branch !== undefined))

/**
 * Narrows a scope to one branch, for a list whose rows belong to branches; for others, returns it as it is. Throws `not_found`
 * for a branch outside of the scope.
 */
export function narrowToBranch(source: Pick<ListSource, 'scope'>, scope: Scope, branch_id: string | undefined): Scope {
  if (branch_id === undefined || !isByBranch(source)) return scope
  if (!includesBranch(scope, branch_id)) throw new AppError('not_found')
  return { ...noScope, branch_ids: [branch_id] }
}

/** Adds the column with the state of a row, for lists that have it. */
export const withState = <L extends DeskListDescription>(list: L, source: ListSource<L>): ListSource<L> =>
  stateColumn in list.columns ? { ...source, columns: { ...source.columns, [stateColumn]: source.state } } : source
