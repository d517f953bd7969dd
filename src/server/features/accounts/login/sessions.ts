import { randomBytes } from 'node:crypto'
import { browserSessionHours, type Profile } from '#contract/accounts/auth.ts'
import type { Language } from '#contract/places/places.ts'
import { hour_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { AppError } from '#server/http/errors.ts'
import type { ClientInfo } from '../client-info.ts'
import { getProfile, hashToken } from '../queries.ts'
import { session_days } from '../rules.ts'
import { forgetSources, rememberSource } from './known-sources.ts'

/** The response to a login. */
export interface LoginResult {
  token: string
  expires_at: string
  user: Profile
}

/**
 * Creates a session, remembers its source, and returns it with the user's profile; the country's name is in `language`.
 * Without `remember` it is a session that ends with the browser. Throws `account_disabled`.
 */
export async function createLogin(
  tx: Tx,
  user_id: string,
  { caller, language, now, remember = true }: { caller: ClientInfo; language: Language; now: Date; remember?: boolean },
): Promise<LoginResult> {
  await requireEnabled(tx, user_id)
  const session = await createSession(tx, user_id, caller.user_agent, now, remember)
  await rememberSource(tx, user_id, caller, now)
  return { ...session, user: await getProfile(tx, user_id, language) }
}

/** A login as the API answers it. */
export const withToken = <T extends LoginResult>({ token, ...entered }: T) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  ...entered,
})

/** Every way of logging in ends here, so that staff can disable an account in one place. */
async function requireEnabled(tx: Tx, user_id: string): Promise<void> {
  const user = await tx.selectFrom('users').select('disabled_at').where('id', '=', user_id).executeTakeFirst()
  if (user?.disabled_at) throw new AppError('account_disabled')
}

/** Creates a session of 30 days, or of 24 hours without `remember`. Only this response has the token; the database keeps its hash. */
async function createSession(
  tx: Tx,
  user_id: string,
  user_agent: string | undefined,
  now: Date,
  remember: boolean,
): Promise<{ token: string; expires_at: string }> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = new Date(now.getTime() + (remember ? session_days * 24 : browserSessionHours) * hour_ms)
  await tx
    .insertInto('sessions')
    .values({
      id: newId(now.getTime()),
      user_id,
      token_hash: hashToken(token),
      user_agent: user_agent?.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300) || null,
      created_at: now,
      last_seen_at: now,
      expires_at,
      ends_with_browser: !remember,
    })
    .execute()
  return { token, expires_at: expires_at.toISOString() }
}

/** Ends every session and forgets their sources. */
export async function revokeSessions(tx: Tx, user_id: string): Promise<void> {
  await forgetSources(tx, user_id)
  // Also where they have unlocked the counter of a colleague's device.
  await tx.updateTable('counter_sessions').set({ operator_id: null }).where('operator_id', '=', user_id).execute()
  await tx.deleteFrom('sessions').where('user_id', '=', user_id).execute()
}
