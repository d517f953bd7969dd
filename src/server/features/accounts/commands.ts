import type { Profile, ProfileChange } from '#contract/auth.ts'
import { countryIds, type Language } from '#contract/places.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, fieldError } from '#server/errors.ts'
import type * as z from 'zod/mini'
import { letterTo, mailPasswordChanged, mailResetCode } from './account-mails.ts'
import { countTry, forgive, limits, mayMail } from './attempts.ts'
import { endCodes, issueCode } from './codes.ts'
import { evenly } from './evenly.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { accountByEmail, getProfile } from './queries.ts'
import { isGuessable } from './rules.ts'
import { endSessionsOf, enter, type Caller, type Entered } from './sessions.ts'
import { sendVerifyCode } from './verification.ts'
import { withCode } from './with-code.ts'

/**
 * Logs in. Throws `invalid_credentials`, with equal work whether or not the address is known; `email_not_verified`, for
 * the right password alone, with a new code in the mail; `too_many_attempts`.
 */
export async function logIn(
  deps: Deps,
  { identifier, password }: { identifier: string; password: string },
  caller: Caller,
  language: Language,
): Promise<Entered> {
  const { db, config, clock } = deps
  await countTry(deps, [limits.login(config, identifier), limits.network(config, caller.ip)], 'too_many_attempts')
  const found = await accountByEmail(db, identifier).executeTakeFirst()
  const right = await isPassword(found?.password_hash, password)
  if (found === undefined || !right) throw new AppError('invalid_credentials')
  const now = clock()
  const entered = await db.transaction().execute(async (tx) => {
    const account = await accountByEmail(tx, identifier).forUpdate().executeTakeFirst()
    // The password was changed while it was being checked.
    if (account?.password_hash !== found.password_hash) throw new AppError('invalid_credentials')
    await forgive(tx, config, identifier, caller.ip)
    if (account.email_verified_at === null) {
      await sendVerifyCode(tx, deps, account, now)
      return undefined
    }
    return enter(tx, account.id, caller, now, language)
  })
  if (entered === undefined) throw new AppError('email_not_verified')
  return entered
}

/** Ends this session alone. */
export async function logOut(deps: Deps, session_id: string): Promise<void> {
  await deps.db.deleteFrom('sessions').where('id', '=', session_id).execute()
}

/** Mails a code for a new password, if the address has an account; says nothing either way. */
export async function forgetPassword(deps: Deps, email: string): Promise<void> {
  const now = deps.clock()
  const work = deps.db.transaction().execute(async (tx) => {
    const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
    if (account === undefined || !(await mayMail(tx, deps.config, 'reset_password', email, now))) return
    const code = await issueCode(tx, account.id, 'reset_password', now)
    await mailResetCode(tx, letterTo(deps, account, now), code)
  })
  await evenly(work)
}

/**
 * Sets a new password and ends every session. The code came by mail, so it proves the address as well.
 * Throws `invalid_code`, `code_expired`, `too_many_attempts`, or a 422 for a guessable password, which uses up no try.
 */
export async function resetPassword(
  deps: Deps,
  { email, code, password }: { email: string; code: string; password: string },
  caller: Caller,
): Promise<void> {
  if (isGuessable(password, { email })) throw fieldError('password', 'password_common')
  const now = deps.clock()
  await withCode(deps, 'reset_password', email, code, caller, async (tx, account) => {
    const password_hash = await hashPassword(password)
    await tx
      .updateTable('users')
      .set({ password_hash, email_verified_at: account.email_verified_at ?? now })
      .where('id', '=', account.id)
      .execute()
    await endCodes(tx, account.id, 'verify_email')
    await endSessionsOf(tx, account.id)
    await mailPasswordChanged(tx, letterTo(deps, account, now))
  })
}

/** Changes what the person may change of themselves; what is left out stays, null clears. */
export async function changeProfile(
  { db }: Deps,
  user_id: string,
  { country_code, ...change }: z.output<typeof ProfileChange>,
  language: Language,
): Promise<Profile> {
  const columns = { ...change, ...(country_code === undefined ? {} : { country_id: countryIds[country_code] }) }
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  return db.transaction().execute(async (tx) => {
    if (Object.keys(given).length > 0) await tx.updateTable('users').set(given).where('id', '=', user_id).execute()
    return getProfile(tx, user_id, language)
  })
}
