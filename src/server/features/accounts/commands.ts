import type * as z from 'zod/mini'
import type { Credentials, Profile, ProfileChange } from '#contract/accounts/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toStoredPhone } from '#server/phones.ts'
import type { ClientInfo } from './client-info.ts'
import { countAttempt, clearFailedAttempts, limits, isMailAllowed, readGuess, type Guess } from './login/attempts.ts'
import { revokeCodes, issueCode } from './login/codes.ts'
import { rememberSource } from './login/known-sources.ts'
import { hashPassword, isPassword } from './login/passwords.ts'
import { countCodeAttempt, redeemCode, type Redeemed } from './login/redeem-code.ts'
import { revokeSessions, createLogin, type LoginResult } from './login/sessions.ts'
import { sendVerifyCode } from './login/verification.ts'
import { toMailContext, mailPasswordChanged, mailResetCode } from './mail/account-mails.ts'
import { accountByEmail, findCountry, getProfile } from './queries.ts'
import { isGuessable } from './rules.ts'

/** A password that was right before the transaction: it is compared with the hash of the moment within it. */
export interface CheckedPassword {
  guess: Guess
  password_hash: string | null
}

/**
 * Checks who logs in, before the transaction of `logIn`. Throws `invalid_credentials`, with the same work for unknown
 * addresses, and `too_many_attempts`.
 */
export async function checkCredentials(
  deps: Deps,
  { identifier, password }: z.output<typeof Credentials>,
  caller: ClientInfo,
): Promise<CheckedPassword> {
  const { db, config } = deps
  const guess = await readGuess(db, identifier, caller)
  await countAttempt(deps, limits.login(config, guess), 'too_many_attempts')
  const found = await accountByEmail(db, identifier).executeTakeFirst()
  const right = await isPassword(found?.password_hash, password)
  if (found === undefined || !right) throw new AppError('invalid_credentials')
  return { guess, password_hash: found.password_hash }
}

/**
 * Logs in with a checked password; null for an address that is not verified, which is mailed a new code. Throws
 * `invalid_credentials` if the password was changed during the check.
 */
export async function logIn(
  tx: Tx,
  deps: Deps,
  { remember }: z.output<typeof Credentials>,
  { guess, password_hash }: CheckedPassword,
  { language, now }: { language: Language; now: Date },
): Promise<LoginResult | null> {
  const account = await accountByEmail(tx, guess.identifier).forUpdate().executeTakeFirst()
  if (account?.password_hash !== password_hash) throw new AppError('invalid_credentials')
  await clearFailedAttempts(tx, deps.config, guess)
  if (account.email_verified_at === null) {
    await sendVerifyCode(tx, deps, account, now)
    return null
  }
  return createLogin(tx, account.id, { caller: guess.caller, language, now, remember })
}

/** Returns a login. Throws `email_not_verified` for null. */
export function requireVerified(entered: LoginResult | null): LoginResult {
  if (entered === null) throw new AppError('email_not_verified')
  return entered
}

/** Ends one session. */
export async function logOut(tx: Tx, session_id: string): Promise<void> {
  await tx.deleteFrom('sessions').where('id', '=', session_id).execute()
}

/** Mails a password reset code if the address has an account; responds the same either way. */
export async function requestPasswordReset(tx: Tx, deps: Deps, email: string, now: Date): Promise<void> {
  const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
  if (account === undefined || !(await isMailAllowed(tx, deps.config, 'reset_password', email, now))) return
  const code = await issueCode(tx, account.id, 'reset_password', now)
  await mailResetCode(tx, toMailContext(deps, account, now), code)
}

/** Throws a 422 for a guessable password, which uses up no attempt at its code, and else as `countCodeAttempt` does. */
export async function checkNewPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  caller: ClientInfo,
): Promise<Guess> {
  if (isGuessable(password, { email })) throw fieldError('password', 'password_common')
  return countCodeAttempt(deps, email, caller)
}

/** Sets a new password and ends every session. The mailed code also verifies the address. */
export async function resetPassword(
  tx: Tx,
  deps: Deps,
  { code, password }: { code: string; password: string },
  guess: Guess,
  now: Date,
): Promise<Redeemed<null>> {
  return redeemCode(tx, deps, { purpose: 'reset_password', code, guess, now }, async (account) => {
    // Only for a right code, so that wrong ones cost no more than a look.
    const password_hash = await hashPassword(password)
    await tx
      .updateTable('users')
      .set({ password_hash, email_verified_at: account.email_verified_at ?? now })
      .where('id', '=', account.id)
      .execute()
    await revokeCodes(tx, account.id, 'verify_email')
    await revokeSessions(tx, account.id)
    await rememberSource(tx, account.id, guess.caller, now)
    await mailPasswordChanged(tx, toMailContext(deps, account, now))
    return null
  })
}

/** Updates a user's profile: missing fields stay, null clears a field. Throws 422 for a phone number that is none. */
export async function updateProfile(
  tx: Tx,
  user: SignedIn,
  { country_code, phone, ...change }: z.output<typeof ProfileChange>,
  language: Language,
): Promise<Profile> {
  const { user_id } = user
  const columns = { ...change, ...(country_code === undefined ? {} : { country_id: countryIds[country_code] }) }
  const changed = { ...columns, phone: await readOwnPhone(tx, user_id, phone, country_code) }
  const given = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await tx.updateTable('users').set(given).where('id', '=', user_id).execute()
  return getProfile(tx, user_id, language, user)
}

/** An account's new number as it is stored; undefined to leave it. Without its code it is one of the account's country. */
async function readOwnPhone(tx: Tx, user_id: string, typed: string | null | undefined, country?: CountryCode) {
  if (typed === undefined || typed === null) return typed
  const own = await tx.selectFrom('users').select('phone').where('id', '=', user_id).executeTakeFirst()
  return toStoredPhone(typed, { countries: [country, await findCountry(tx, user_id)], kept: own?.phone ?? null })
}
