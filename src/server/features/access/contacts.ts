import { sql, type RawBuilder } from 'kysely'
import { shownAddress } from '#server/guest-address.ts'
import { noScope, type Access } from '#server/http/caller.ts'
import { withinAssignments } from './scope-condition.ts'

/* Who may see which customers, and how to reach people: rules of the grid in docs/roles.md. */

type Condition = RawBuilder<boolean>

/** For so many days after an order, everybody who may view a branch's customers sees its customer. */
export const recentCustomer_days = 30

/**
 * The condition that an account is a customer whom a person may see, with their address and number: of a branch by an order
 * there, in the last 30 days unless they may see past ones too. `customers.past` everywhere is for all accounts.
 */
export function isVisibleCustomer(user: string, access: Access, now: Date): Condition {
  const view = access.get('customers.view')
  const past = view === undefined ? noScope : (access.get('customers.past') ?? noScope)
  if (view === undefined) return sql<boolean>`false`
  if (past.everywhere) return sql<boolean>`true`
  const id = sql.ref(`${user}.id`)
  const at = (branch_ids: readonly string[]) => sql`c_o.branch_id = any(${[...branch_ids]}::uuid[])`
  const isRecent = sql`c_o.created_at > ${now}::timestamptz - make_interval(days => ${recentCustomer_days})`
  const ordered = (where: RawBuilder<unknown>) => sql`${id} in (select c_o.user_id from orders c_o where ${where})`
  const conditions = [
    ...(past.country_ids.length > 0
      ? [sql`${sql.ref(`${user}.country_id`)} = any(${[...past.country_ids]}::int[])`]
      : []),
    ...(past.branch_ids.length > 0 ? [ordered(at(past.branch_ids))] : []),
    ...(view.everywhere ? [ordered(isRecent)] : []),
    ...(!view.everywhere && view.branch_ids.length > 0 ? [ordered(sql`${at(view.branch_ids)} and ${isRecent}`)] : []),
  ]
  return conditions.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** The condition that a person may see how to reach a colleague. */
export function isReachableColleague(user: string, access: Access): Condition {
  const scope = access.get('employees.contacts') ?? noScope
  if (scope.everywhere) return sql<boolean>`true`
  return sql<boolean>`exists (select from role_assignments k where k.user_id = ${sql.ref(`${user}.id`)}
    and ${withinAssignments('k', scope)})`
}

/** SQL: the first and last name of an account; null without either. */
export const fullName = (user: string): RawBuilder<string | null> =>
  sql<string | null>`nullif(trim(concat(${sql.ref(`${user}.first_name`)}, ' ', ${sql.ref(`${user}.last_name`)})), '')`

/** SQL: the name of an account, or its address for those who may see that. */
export const nameOf = (user: string, maySeeAddress: Condition): RawBuilder<string | null> => sql<string | null>`
  coalesce(${fullName(user)}, ${onlyIf(maySeeAddress, shownAddress(user))})`

/**
 * SQL: who wrote or decided something, for all who may read it: the name of a colleague, or else the first part of their
 * address, which reaches nobody; none once the account is erased.
 */
export const signatureOf = (user: string): RawBuilder<string | null> => sql<string | null>`
  case when ${sql.ref(`${user}.erased_at`)} is null then coalesce(${fullName(user)},
    split_part(${sql.ref(`${user}.email`)}, '@', 1)) end`

/** SQL: the name of a customer, and the address where the reader may see it; neither once the account is erased. */
export function customerContact(user: string, access: Access, now: Date) {
  const isThere = sql<boolean>`${sql.ref(`${user}.erased_at`)} is null`
  const isVisible = sql<boolean>`(${isThere} and ${isVisibleCustomer(user, access, now)})`
  return {
    customer: onlyIf(isThere, nameOf(user, isVisible)),
    email: onlyIf(isVisible, shownAddress(user)),
  }
}

/** SQL: a value for those who may see it. */
export const onlyIf = <T>(condition: Condition, value: RawBuilder<T>): RawBuilder<T | null> =>
  sql<T | null>`case when ${condition} then ${value} end`

/** SQL: the name of a customer, or the address where the reader may see it. */
export const customerName = (user: string, access: Access, now: Date) =>
  nameOf(user, isVisibleCustomer(user, access, now))

/** SQL: the name of a colleague, or the address where the reader may see it. */
export const colleagueName = (user: string, access: Access) => nameOf(user, isReachableColleague(user, access))
