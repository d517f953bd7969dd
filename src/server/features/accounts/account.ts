import type { Session, LoginMethods } from '#contract/accounts/account.ts'
import type { SocialProvider } from '#contract/accounts/auth.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { ClientInfo } from './client-info.ts'
import { describeDevice } from './devices.ts'
import { countAttempt, clearFailedAttempts, limits, readGuess, type Guess } from './login/attempts.ts'
import { revokeCodes } from './login/codes.ts'
import { hashPassword, isPassword } from './login/passwords.ts'
import { revokeSessions, createLogin, type LoginResult } from './login/sessions.ts'
import { toMailContext, mailPasswordChanged } from './mail/account-mails.ts'
import { accountByEmail } from './queries.ts'
import { isGuessable } from './rules.ts'

/** Returns the ways in which a user can log in. */
export async function getLoginMethods(db: Db, user_id: string): Promise<LoginMethods> {
  const { email, password_hash } = await db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const identities = await db
    .selectFrom('identities')
    .select(['provider', 'email', 'created_at'])
    .where('user_id', '=', user_id)
    .orderBy('created_at')
    .execute()
  return {
    email,
    has_password: password_hash !== null,
    providers: identities.map(({ provider, email, created_at }) => ({
      provider: provider as SocialProvider,
      email,
      since: created_at.toISOString(),
    })),
  }
}

/**
 * Checks the password of a user who is logged in, because a stolen token alone must not suffice for sensitive changes.
 * Returns the verified hash. Throws a 422 for a wrong password, and `too_many_attempts`.
 */
export async function verifyPassword(
  deps: Deps,
  user: Pick<SignedIn, 'email'>,
  caller: ClientInfo,
  given: { field: string; password: string },
): Promise<string> {
  const { db, config } = deps
  await countAttempt(deps, limits.login(config, await readGuess(db, user.email, caller)), 'too_many_attempts')
  const account = await accountByEmail(db, user.email).executeTakeFirst()
  const right = await isPassword(account?.password_hash, given.password)
  const stored = account?.password_hash ?? null
  if (!right || stored === null) throw fieldError(given.field, 'password_wrong')
  return stored
}

/** A new password, and the hash of the one that was right before the transaction. */
export interface PasswordChange {
  guess: Guess
  verifiedHash: string
  password_hash: string
}

/**
 * Checks the current password and hashes the new one, before the transaction of `changePassword`. Throws as
 * `verifyPassword`, and a 422 for a new password that is guessable or the same.
 */
export async function checkPasswordChange(
  deps: Deps,
  user: SignedIn,
  { current_password, password }: { current_password: string; password: string },
  caller: ClientInfo,
): Promise<PasswordChange> {
  const names = await deps.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', user.user_id)
    .executeTakeFirstOrThrow()
  if (isGuessable(password, { ...names, last_name: names.last_name ?? undefined }))
    throw fieldError('password', 'password_common')
  const verifiedHash = await verifyPassword(deps, user, caller, {
    field: 'current_password',
    password: current_password,
  })
  if (await isPassword(verifiedHash, password)) throw fieldError('password', 'password_same')
  const password_hash = await hashPassword(password)
  return { guess: await readGuess(deps.db, user.email, caller), verifiedHash, password_hash }
}

/** Changes the password, ends every session and returns a new one, which lasts as the caller's did. */
export async function changePassword(
  tx: Tx,
  deps: Deps,
  user: SignedIn,
  { guess, verifiedHash, password_hash }: PasswordChange,
  { language, now }: { language: Language; now: Date },
): Promise<LoginResult> {
  const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirst()
  // The password was changed during the check.
  if (account?.password_hash !== verifiedHash) throw fieldError('current_password', 'password_wrong')
  await clearFailedAttempts(tx, deps.config, guess)
  await tx.updateTable('users').set({ password_hash }).where('id', '=', account.id).execute()
  await revokeCodes(tx, account.id, 'reset_password')
  const session = await tx
    .selectFrom('sessions')
    .select('ends_with_browser')
    .where('id', '=', user.session_id)
    .executeTakeFirst()
  await revokeSessions(tx, account.id)
  await mailPasswordChanged(tx, toMailContext(deps, account, now))
  const remember = session?.ends_with_browser !== true
  return createLogin(tx, account.id, { caller: guess.caller, language, now, remember })
}

const maxSessions = 100

/** Returns a user's sessions: the current one first, then the most recently seen. */
export async function listSessions(
  { db, clock }: Deps,
  user: Pick<SignedIn, 'user_id' | 'session_id'>,
): Promise<Session[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'last_seen_at', 'expires_at', 'ends_with_browser'])
    .where('user_id', '=', user.user_id)
    .where('expires_at', '>', clock())
    .orderBy((row) => row('id', '=', user.session_id), 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(maxSessions)
    .execute()
  return rows.map(({ user_agent, ...row }) => ({
    id: row.id,
    device: describeDevice(user_agent),
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    ends_with_browser: row.ends_with_browser,
    current: row.id === user.session_id,
  }))
}

/** Ends a session. Throws `not_found` unless it is the user's own. */
export async function revokeSession(tx: Tx, user: SignedIn, id: string): Promise<void> {
  const ended = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', user.user_id)
    .returning('id')
    .executeTakeFirst()
  if (ended === undefined) throw new AppError('not_found')
}

export async function revokeOtherSessions(tx: Tx, user: SignedIn): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', user.user_id).where('id', '<>', user.session_id).execute()
}
