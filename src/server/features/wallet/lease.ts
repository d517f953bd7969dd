import type { Deps } from '#server/deps.ts'

/** Longer than any provider request may take. A lease held by a crashed process expires after this time. */
const leaseDuration_ms = 90_000

/**
 * Runs `work` on a top-up or refund unless any process is already working on the same row; then returns undefined.
 * It only avoids duplicate requests to the provider. A credit happens once because of `lockTopUp`, not of this lease.
 */
export async function withLease<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  table: 'top_ups' | 'refunds',
  id: string,
  work: () => Promise<T>,
): Promise<{ result: T } | undefined> {
  const now = clock()
  const until = new Date(now.getTime() + leaseDuration_ms)
  const leased = await db
    .updateTable(table)
    .set({ held_until: until })
    .where('id', '=', id)
    .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  if (leased === undefined) return undefined
  try {
    return { result: await work() }
  } finally {
    await db.updateTable(table).set({ held_until: null }).where('id', '=', id).where('held_until', '=', until).execute()
  }
}
