import type * as z from 'zod/mini'
import type { Credentials, Profile, ProfileChange } from '#contract/accounts/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toStoredPhone } from '#server/phones.ts'
import type { ClientInfo } from './client-info.ts'
import { countAttempt, clearFailedAttempts, limits, isMailAllowed, readGuess } from './login/attempts.ts'
import { revokeCodes, issueCode } from './login/codes.ts'
import { rememberSource } from './login/known-sources.ts'
import { withMinimumDuration } from './login/minimum-duration.ts'
import { hashPassword, isPassword } from './login/passwords.ts'
import { redeemCode } from './login/redeem-code.ts'
import { revokeSessions, createLogin, type LoginResult } from './login/sessions.ts'
import { sendVerifyCode } from './login/verification.ts'
import { toMailContext, mailPasswordChanged, mailResetCode } from './mail/account-mails.ts'
import { accountByEmail, findCountry, getProfile } from './queries.ts'
import { isGuessable } from './rules.ts'

/**
 * Logs in. Throws `invalid_credentials`, with the same work for unknown addresses; `email_not_verified`, only for the
 * right password and after mailing a new code; `too_many_attempts`.
 */
export async function logIn(
  deps: Deps,
  { identifier, password, remember }: z.output<typeof Credentials>,
  caller: ClientInfo,
  language: Language,
): Promise<LoginResult> {
  const { db, config, clock } = deps
  const guess = await readGuess(db, identifier, caller)
  await countAttempt(deps, limits.login(config, guess), 'too_many_attempts')
  const found = await accountByEmail(db, identifier).executeTakeFirst()
  const right = await isPassword(found?.password_hash, password)
  if (found === undefined || !right) throw new AppError('invalid_credentials')
  const now = clock()
  const entered = await transact(db, async (tx) => {
    const account = await accountByEmail(tx, identifier).forUpdate().executeTakeFirst()
    // The password was changed during the check.
    if (account?.password_hash !== found.password_hash) throw new AppError('invalid_credentials')
    await clearFailedAttempts(tx, config, guess)
    if (account.email_verified_at === null) {
      await sendVerifyCode(tx, deps, account, now)
      return undefined
    }
    return createLogin(tx, account.id, { caller, language, now, remember })
  })
  if (entered === undefined) throw new AppError('email_not_verified')
  return entered
}

/** Ends one session. */
export async function logOut(deps: Deps, session_id: string): Promise<void> {
  await deps.db.deleteFrom('sessions').where('id', '=', session_id).execute()
}

/** Mails a password reset code if the address has an account; responds the same either way. */
export async function requestPasswordReset(deps: Deps, email: string): Promise<void> {
  const now = deps.clock()
  const work = transact(deps.db, async (tx) => {
    const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
    if (account === undefined || !(await isMailAllowed(tx, deps.config, 'reset_password', email, now))) return
    const code = await issueCode(tx, account.id, 'reset_password', now)
    await mailResetCode(tx, toMailContext(deps, account, now), code)
  })
  await withMinimumDuration(work)
}

/**
 * Sets a new password and ends every session. The mailed code also verifies the address. Throws `invalid_code`,
 * `code_expired`, `too_many_attempts`, or a 422 for a guessable password, which uses up no attempt.
 */
export async function resetPassword(
  deps: Deps,
  { email, code, password }: { email: string; code: string; password: string },
  caller: ClientInfo,
): Promise<void> {
  if (isGuessable(password, { email })) throw fieldError('password', 'password_common')
  const now = deps.clock()
  await redeemCode(deps, { purpose: 'reset_password', email, code, caller }, async (tx, account) => {
    const password_hash = await hashPassword(password)
    await tx
      .updateTable('users')
      .set({ password_hash, email_verified_at: account.email_verified_at ?? now })
      .where('id', '=', account.id)
      .execute()
    await revokeCodes(tx, account.id, 'verify_email')
    await revokeSessions(tx, account.id)
    await rememberSource(tx, account.id, caller, now)
    await mailPasswordChanged(tx, toMailContext(deps, account, now))
  })
}

/** Updates a user's profile: missing fields stay, null clears a field. Throws 422 for a phone number that is none. */
export async function updateProfile(
  tx: Tx,
  user_id: string,
  { country_code, phone, ...change }: z.output<typeof ProfileChange>,
  language: Language,
): Promise<Profile> {
  const columns = { ...change, ...(country_code === undefined ? {} : { country_id: countryIds[country_code] }) }
  const changed = { ...columns, phone: await readOwnPhone(tx, user_id, phone, country_code) }
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('users').set(given).where('id', '=', user_id).execute()
  return getProfile(tx, user_id, language)
}

/** An account's new number as it is stored; undefined to leave it. Without its code it is one of the account's country. */
async function readOwnPhone(tx: Tx, user_id: string, typed: string | null | undefined, country?: CountryCode) {
  if (typed === undefined || typed === null) return typed
  const own = await tx.selectFrom('users').select('phone').where('id', '=', user_id).executeTakeFirst()
  return toStoredPhone(typed, { countries: [country, await findCountry(tx, user_id)], kept: own?.phone ?? null })
}
