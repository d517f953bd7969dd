import type { confirmLogin as contract } from '#contract/accounts/account.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { readLimits } from '#server/features/access/amount-limits.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { verifyPassword } from '../account.ts'
import type { ClientInfo } from '../client-info.ts'
import { mailConfirmationCode, toMailContext } from '../mail/account-mails.ts'
import { accountByEmail } from '../queries.ts'
import { isMailAllowed } from './attempts.ts'
import { issueCode } from './codes.ts'
import { redeemCode } from './redeem-code.ts'

/** Mails a code with which `confirmLogin` can be called, within the rate limit for mails. */
export async function sendConfirmationCode(deps: Deps, user: SignedIn): Promise<void> {
  const now = deps.clock()
  await transact(deps.db, async (tx) => {
    const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirstOrThrow()
    if (!(await isMailAllowed(tx, deps.config, 'confirm_login', account.email, now))) return
    const code = await issueCode(tx, account.id, 'confirm_login', now)
    await mailConfirmationCode(tx, toMailContext(deps, account, now), code)
  })
}

/**
 * Confirms the session for the minutes of the limits. Throws `invalid_code`, `code_expired`, `too_many_attempts`, and a 422 for a wrong
 * password.
 */
export async function confirmLogin(
  deps: Deps,
  user: SignedIn,
  { password, code }: ParsedBody<typeof contract>,
  caller: ClientInfo,
): Promise<{ minutes: number }> {
  const confirm = (db: Db | Tx) =>
    db.updateTable('sessions').set({ confirmed_at: deps.clock() }).where('id', '=', user.session_id).execute()
  if (code !== undefined) await redeemCode(deps, { purpose: 'confirm_login', email: user.email, code, caller }, confirm)
  else {
    if (password === undefined) throw fieldError('password', 'required')
    await verifyPassword(deps, user, caller, { field: 'password', password })
    await confirm(deps.db)
  }
  return { minutes: (await readLimits(deps.db)).reauth_minutes }
}
