import type { FactorState } from '#contract/accounts/auth.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Access } from '#server/http/caller.ts'

/** What moves money or changes what people may do: whoever has one of these is asked for a second factor. */
const strongPermissions: readonly Permission[] = [
  'bookings.refund',
  'bookings.refund_more',
  'bookings.refund_any',
  'orders.refund',
  'orders.refund_more',
  'orders.refund_any',
  'refunds.update',
  'top_ups.update',
  'money.update',
  'adjustments.create',
  'adjustments.approve',
  'roles.create',
  'roles.update',
  'roles.delete',
  'employees.update',
]

export const isStrong = (access: Access): boolean => strongPermissions.some((permission) => access.has(permission))

/** What is known of an account's second factor, and of the session's. */
export interface FactorFacts {
  has_factor: boolean
  /** When this session was confirmed with it. */
  factor_at: Date | null
  /** When it must be set up. */
  factor_due_at: Date | null
}

/**
 * Where a person stands with their second factor. `needed`: they have one, and this session does not; `due`: it is to be set
 * up by a day; `overdue`: that day has passed. With `needed` and `overdue` they may do nothing in the back office.
 */
export function findFactorState(
  access: Access,
  { has_factor, factor_at, factor_due_at }: FactorFacts,
  { now, isDemanded }: { now: Date; isDemanded: boolean },
): FactorState {
  if (access.size === 0) return 'off'
  if (has_factor) return factor_at === null ? 'needed' : 'passed'
  if (!isDemanded || !isStrong(access)) return 'off'
  return factor_due_at !== null && factor_due_at <= now ? 'overdue' : 'due'
}

export const isLockedOut = (state: FactorState): boolean => state === 'needed' || state === 'overdue'
