import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { requireChangeable } from '#server/features/access/people-commands.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { eraseLockedAccount } from './commands.ts'
import { previewErasure } from './queries.ts'

/**
 * Erases somebody's account at their request, as they would themselves. Throws `not_found`, `own_access`, `beyond_access`,
 * `reauth_required`, and `erasure_open` while bookings, debts or money are left.
 */
export async function eraseForCustomer(
  tx: Tx,
  deps: Deps,
  staff: SignedIn,
  id: string,
  now: Date,
): Promise<AuditedChange[]> {
  await requireRecentLogin(tx, staff, now)
  const account = await tx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (account === undefined) throw new AppError('not_found')
  await requireChangeable(tx, staff, id)
  const { open_bookings, owes, balances } = await previewErasure(tx, id, now)
  if (open_bookings > 0 || owes || balances.length > 0) throw new AppError('erasure_open')
  await eraseLockedAccount(tx, deps, account as Parameters<typeof eraseLockedAccount>[2], false)
  return [{ kind: 'user', id, after: { erased: true } }]
}
