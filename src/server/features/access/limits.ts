import { defaultLimits, type Limits } from '#contract/desk/limits.ts'
import { toMinor, type Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Access } from './scopes.ts'

const key = 'limits'

/** Returns the limits as they are stored: one row by its key, so that every process sees a change at once. */
export async function readLimits(db: Db | Tx): Promise<Limits> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return { ...defaultLimits, ...(row?.value as Partial<Limits> | undefined) }
}

/** Returns what a person may refund at once, in minor units; null is no limit. */
export function findRefundLimit({ refund, refund_more }: Limits, access: Access, currency: Currency): bigint | null {
  if (access.has('bookings.refund_any')) return null
  const limit = access.has('bookings.refund_more') ? refund_more[currency] : refund[currency]
  return toMinor(limit, currency) ?? 0n
}
