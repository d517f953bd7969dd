import type { Deps } from '#server/deps.ts'

/** Longer than any provider is waited for; after it the hold of a process that died lapses. */
const holdFor_ms = 90_000

/**
 * Does `work` on a top-up (or a refund) unless somebody, in whichever process, is at the same one: then undefined. It saves a second
 * question to the provider, and tells the driver; what makes a credit happen once is the row's lock in `settle.ts`.
 */
export async function holding<T>(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: string,
  work: () => Promise<T>,
  table: 'top_ups' | 'refunds' = 'top_ups',
): Promise<{ result: T } | undefined> {
  const now = clock()
  const until = new Date(now.getTime() + holdFor_ms)
  const mine = await db
    .updateTable(table)
    .set({ held_until: until })
    .where('id', '=', id)
    .where((where) => where.or([where('held_until', 'is', null), where('held_until', '<=', now)]))
    .returning('id')
    .executeTakeFirst()
  if (mine === undefined) return undefined
  try {
    return { result: await work() }
  } finally {
    await db.updateTable(table).set({ held_until: null }).where('id', '=', id).where('held_until', '=', until).execute()
  }
}
