import type { Db, Tx } from '#server/database/connect.ts'
import { readAccess } from '#server/features/access/roles.ts'

/** Whether a person may still publish what they have scheduled: they have the permission, and an account that works. */
export async function mayPublish(db: Db | Tx, user_id: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(['disabled_at', 'erased_at'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (user === undefined || user.disabled_at !== null || user.erased_at !== null) return false
  return (await readAccess(db, user_id)).access.has('pages.update')
}
