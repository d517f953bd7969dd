import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { readLimits } from './amount-limits.ts'

/** Throws `reauth_required` unless the session's owner entered the password again within the minutes of the limits. */
export async function requireRecentLogin(
  db: Db | Tx,
  { session_id }: Pick<SignedIn, 'session_id'>,
  now: Date,
): Promise<void> {
  const session = await db.selectFrom('sessions').select('confirmed_at').where('id', '=', session_id).executeTakeFirst()
  const { reauth_minutes } = await readLimits(db)
  const limit_ms = now.getTime() - reauth_minutes * minute_ms
  if (!session?.confirmed_at || session.confirmed_at.getTime() < limit_ms) throw new AppError('reauth_required')
}

/** As `requireRecentLogin`, for the mounting of a change. */
export const askPassword = (tx: Tx, { user, now }: { user: Pick<SignedIn, 'session_id'>; now: Date }): Promise<void> =>
  requireRecentLogin(tx, user, now)
