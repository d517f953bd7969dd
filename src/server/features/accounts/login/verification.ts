import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { ClientInfo } from '../client-info.ts'
import { toMailContext, mailVerifyCode } from '../mail/account-mails.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { isMailAllowed } from './attempts.ts'
import { issueCode } from './codes.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { redeemCode } from './redeem-code.ts'
import { createLogin, type LoginResult } from './sessions.ts'

/** Mails a new code to an unverified account; keeps the previous code when it is too soon for another. */
export async function sendVerifyCode(tx: Tx, deps: Deps, account: Account, now: Date): Promise<void> {
  if (!(await isMailAllowed(tx, deps.config, 'verify_email', account.email, now))) return
  const code = await issueCode(tx, account.id, 'verify_email', now)
  await mailVerifyCode(tx, toMailContext(deps, account, now), code, account.password_disputed)
}

/** Does nothing, silently, for an unknown or verified address. */
export async function resendVerification(deps: Deps, email: string): Promise<void> {
  const now = deps.clock()
  const work = transact(deps.db, async (tx) => {
    const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
    if (account !== undefined && account.email_verified_at === null) await sendVerifyCode(tx, deps, account, now)
  })
  await withMinimumDuration(work)
}

/**
 * Verifies the address with the mailed code and logs in. Throws `invalid_code`, `code_expired`, `too_many_attempts`.
 */
export async function verifyEmail(
  deps: Deps,
  { email, code }: { email: string; code: string },
  caller: ClientInfo,
  language: Language,
): Promise<LoginResult> {
  const now = deps.clock()
  return redeemCode(deps, { purpose: 'verify_email', email, code, caller }, async (tx, account) => {
    await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', account.id).execute()
    return createLogin(tx, account.id, { caller, language, now })
  })
}
