import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import type { Locale } from '#contract/formats.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { toSeller } from '#server/features/cash/entries.ts'
import type { Access, Scope, SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderAuthor } from '../lifecycle/end-order.ts'

/** Who works on an order, and when: the scope is that of the permission with which they call. */
export interface Staff {
  user_id: string
  /** Of the counter that they have unlocked. */
  shift_id?: string | undefined
  session_id: string
  scope: Scope
  access: Access
  language: Language
  locale: Locale
  now: Date
}

type StaffCall = { user: SignedIn } & Pick<Staff, 'scope' | 'language' | 'locale' | 'now'>

/** Who calls, with the scope of the permission that the call asks for. */
export const toStaff = ({ user, scope, language, locale, now }: StaffCall): Staff => ({
  ...toSeller(user),
  session_id: user.session_id,
  access: user.access,
  scope,
  language,
  locale,
  now,
})

/** An order by its id or number within a scope. Throws `not_found`, also for another branch's. */
export async function findOrderId(db: Db | Tx, handle: string, scope: Scope): Promise<string> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where(isUuid(handle) ? sql<boolean>`id = ${handle}::uuid` : sql<boolean>`order_number = ${normalizeCode(handle)}`)
    .where(withinBranches(sql.ref('branch_id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row.id
}

/** Locks an order of the caller's branches and brings it up to date. Throws `not_found`. */
export async function lockStaffOrder(tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<OrderRow> {
  const id = await findOrderId(tx, handle, staff.scope)
  return advanceOrder(tx, deps, await lockOrder(tx, id), staff.now)
}

/** Staff who may cancel orders of the branch act as its manager, others as employees. */
export function toAuthor({ user_id, access, now }: Staff, { branch_id }: Pick<OrderRow, 'branch_id'>): OrderAuthor {
  const cancels = access.get('orders.cancel')
  const isManager = cancels !== undefined && includesBranch(cancels, branch_id)
  return { actor: isManager ? 'manager' : 'employee', actor_id: user_id, at: now }
}
