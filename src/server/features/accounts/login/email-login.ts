import type { EmailLogin, EmailLoginRequest } from '#contract/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'
import { mailLoginCode, toMailContext } from '#server/features/accounts/mail/account-mails.ts'
import { accountByEmail, type Account } from '#server/features/accounts/queries.ts'
import { guessFirstName } from '#server/features/accounts/rules.ts'
import { newId } from '#server/ids.ts'
import type * as z from 'zod/mini'
import { countAttempt, isMailAllowed, limits, requireMailLeft } from './attempts.ts'
import { claimUnverifiedAccount } from './claim-account.ts'
import { issueCode } from './codes.ts'
import { rememberSource } from './known-sources.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { redeemCode } from './redeem-code.ts'
import { createLogin, type LoginResult } from './sessions.ts'

/**
 * Mails a code that logs in; a new address gets an unverified account first. Within a minute of the last code, that one
 * stays valid and nothing is sent. Throws `rate_limited`, also after ten codes in an hour.
 */
export async function requestEmailLogin(
  deps: Deps,
  { email, language }: z.output<typeof EmailLoginRequest>,
  caller: ClientInfo,
  pageLanguage: Language,
): Promise<void> {
  await countAttempt(deps, [limits.emailLogin(deps.config, caller.ip)], 'rate_limited')
  const now = deps.clock()
  const work = deps.db.transaction().execute(async (tx) => {
    const account = await findOrOpenAccount(tx, email, language ?? pageLanguage, caller, now)
    await requireMailLeft(tx, deps.config, 'log_in', email, now)
    if (!(await isMailAllowed(tx, deps.config, 'log_in', email, now))) return
    const code = await issueCode(tx, account.id, 'log_in', now)
    await mailLoginCode(tx, toMailContext(deps, account, now), code, account.email_verified_at !== null)
  })
  await withMinimumDuration(work)
}

/** Returns the locked account. */
async function findOrOpenAccount(
  tx: Tx,
  email: string,
  language: Language,
  caller: ClientInfo,
  now: Date,
): Promise<Account> {
  const opened = await tx
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      email,
      first_name: guessFirstName(undefined, email),
      // The code comes back with the driver's country.
      country_id: countryIds.NG,
      language,
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened !== undefined) await rememberSource(tx, opened.id, caller, now)
  return accountByEmail(tx, email).forUpdate().executeTakeFirstOrThrow()
}

/**
 * Logs in with the mailed code, which also verifies the address. Throws `invalid_code`, `code_expired`,
 * `too_many_attempts`.
 */
export async function logInWithEmail(
  deps: Deps,
  { email, code, country_code }: z.output<typeof EmailLogin>,
  caller: ClientInfo,
  language: Language,
): Promise<LoginResult & { is_new_user: boolean }> {
  const now = deps.clock()
  return redeemCode(deps, 'log_in', email, code, caller, async (tx, account) => {
    const is_new_user = account.email_verified_at === null
    if (is_new_user) await claimUnverifiedAccount(tx, account, { country_code, language }, now)
    return { ...(await createLogin(tx, account.id, caller, now, language)), is_new_user }
  })
}
