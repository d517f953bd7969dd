import type { confirmLogin as contract } from '#contract/accounts/account.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { readLimits } from '#server/features/access/amount-limits.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { verifyPassword } from '../account.ts'
import type { ClientInfo } from '../client-info.ts'
import { mailConfirmationCode, toMailContext } from '../mail/account-mails.ts'
import { accountByEmail } from '../queries.ts'
import { isMailAllowed, type Guess } from './attempts.ts'
import { issueCode } from './codes.ts'
import { countCodeAttempt, redeemCode, type Redeemed } from './redeem-code.ts'

/** Mails a code with which `confirmLogin` can be called, within the rate limit for mails. */
export async function sendConfirmationCode(tx: Tx, deps: Deps, user: SignedIn, now: Date): Promise<void> {
  const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirstOrThrow()
  if (!(await isMailAllowed(tx, deps.config, 'confirm_login', account.email, now))) return
  const code = await issueCode(tx, account.id, 'confirm_login', now)
  await mailConfirmationCode(tx, toMailContext(deps, account, now), code)
}

type Confirmation = ParsedBody<typeof contract>

/**
 * Checks the password, or counts the attempt at a code, before the transaction of `confirmLogin`. Throws
 * `too_many_attempts`, a 422 for a wrong password, and `second_factor_needed` for those who confirm with that.
 */
export async function checkConfirmation(
  deps: Deps,
  user: SignedIn,
  { password, code }: Confirmation,
  caller: ClientInfo,
): Promise<Guess | undefined> {
  if (user.second_factor === 'passed' || user.second_factor === 'needed') throw new AppError('second_factor_needed')
  if (code !== undefined) return countCodeAttempt(deps, user.email, caller)
  if (password === undefined) throw fieldError('password', 'required')
  await verifyPassword(deps, user, caller, { field: 'password', password })
  return undefined
}

/** Confirms the session for the minutes of the limits, by the code that `guess` counted or the password already checked. */
export async function confirmLogin(
  tx: Tx,
  deps: Deps,
  { user, code = '' }: { user: SignedIn; code: string | undefined },
  guess: Guess | undefined,
  now: Date,
): Promise<Redeemed<{ minutes: number }>> {
  const confirm = async () => {
    await tx.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', user.session_id).execute()
    return { minutes: (await readLimits(tx)).reauth_minutes }
  }
  if (guess !== undefined) return redeemCode(tx, deps, { purpose: 'confirm_login', code, guess, now }, confirm)
  return { verdict: 'right', done: await confirm() }
}
