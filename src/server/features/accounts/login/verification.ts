import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { toMailContext, mailVerifyCode } from '../mail/account-mails.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { isMailAllowed, type Guess } from './attempts.ts'
import { issueCode } from './codes.ts'
import { redeemCode, type Redeemed } from './redeem-code.ts'
import { createLogin, type LoginResult } from './sessions.ts'

/** Mails a new code to an unverified account; keeps the previous code when it is too soon for another. */
export async function sendVerifyCode(tx: Tx, deps: Deps, account: Account, now: Date): Promise<void> {
  if (!(await isMailAllowed(tx, deps.config, 'verify_email', account.email, now))) return
  const code = await issueCode(tx, account.id, 'verify_email', now)
  await mailVerifyCode(tx, toMailContext(deps, account, now), code, account.password_disputed)
}

/** Does nothing, silently, for an unknown or verified address. */
export async function resendVerification(tx: Tx, deps: Deps, email: string, now: Date): Promise<void> {
  const account = await accountByEmail(tx, email).forUpdate().executeTakeFirst()
  if (account !== undefined && account.email_verified_at === null) await sendVerifyCode(tx, deps, account, now)
}

/** Verifies the address with the mailed code and logs in. */
export const verifyEmail = (
  tx: Tx,
  deps: Deps,
  code: string,
  guess: Guess,
  { language, now }: { language: Language; now: Date },
): Promise<Redeemed<LoginResult>> =>
  redeemCode(tx, deps, { purpose: 'verify_email', code, guess, now }, async ({ id }) => {
    await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', id).execute()
    return createLogin(tx, id, { caller: guess.caller, language, now })
  })
