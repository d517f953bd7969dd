import type { ParsedBody } from '#contract/endpoint.ts'
import type { addPushDevice as contract } from '#contract/push.ts'
import type { Language } from '#contract/places.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError } from '#server/errors.ts'
import type { SignedIn } from '#server/http.ts'
import { newId } from '#server/ids.ts'
import { isPushService } from './send.ts'

/** More than anybody has; the oldest go. */
const mostDevices = 10

/**
 * Has a browser show reminders for an account, in a language, until its session ends. Another account's on the same browser
 * end. Throws 422 for an address that is no push service's.
 */
export async function addPushDevice(
  deps: Deps,
  { user_id, session_id }: SignedIn,
  { endpoint, keys }: ParsedBody<typeof contract>,
  language: Language,
): Promise<void> {
  if (!isPushService(deps, endpoint)) throw fieldError('endpoint', 'push_address')
  const now = deps.clock()
  const device = { user_id, session_id, ...keys, language, created_at: now }
  await transact(deps.db, async (tx) => {
    await tx
      .insertInto('push_devices')
      .values({ id: newId(now.getTime()), endpoint, ...device })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
      .execute()
    await tx
      .deleteFrom('push_devices')
      .where('user_id', '=', user_id)
      .where('id', 'not in', (kept) =>
        kept
          .selectFrom('push_devices')
          .select('id')
          .where('user_id', '=', user_id)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(mostDevices),
      )
      .execute()
  })
}

export async function hasPushDevice({ db }: Deps, { user_id }: SignedIn, endpoint: string): Promise<boolean> {
  const found = await db
    .selectFrom('push_devices')
    .select('id')
    .where('endpoint', '=', endpoint)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return found !== undefined
}

export async function removePushDevice({ db }: Deps, { user_id }: SignedIn, endpoint: string): Promise<void> {
  await db.deleteFrom('push_devices').where('endpoint', '=', endpoint).where('user_id', '=', user_id).execute()
}
