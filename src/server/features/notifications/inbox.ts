import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'

/** A customer's notifications on the site, or the notices of staff in the desk. */
export type Inbox = 'notifications' | 'staff_notices'

/** Counts an account's notifications or notices, and the unread ones. */
export async function countInbox(
  db: Db | Tx,
  inbox: Inbox,
  user_id: string,
): Promise<{ total: number; unread: number }> {
  return db
    .selectFrom(inbox)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where read_at is null))::int`.as('unread'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** Marks an account's notifications or notices as read: all of them, or those with `ids`. Returns how many are unread. */
export async function markRead(
  tx: Tx,
  inbox: Inbox,
  user_id: string,
  ids: readonly string[] | undefined,
  now: Date,
): Promise<{ unread: number }> {
  await tx
    .updateTable(inbox)
    .set({ read_at: now })
    .where('user_id', '=', user_id)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${[...ids!]}::uuid[])`))
    .execute()
  return { unread: (await countInbox(tx, inbox, user_id)).unread }
}
