import type * as z from 'zod/mini'
import type { Erasure } from '#contract/accounts/account.ts'
import type { Tx } from '#server/database/connect.ts'
import { purgeDeletedRows } from '#server/database/purge.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { verifyPassword } from '#server/features/accounts/account.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'
import { isMailAllowed } from '#server/features/accounts/login/attempts.ts'
import { issueCode } from '#server/features/accounts/login/codes.ts'
import { redeemCode } from '#server/features/accounts/login/redeem-code.ts'
import { toMailContext, mailErased, mailErasureCode } from '#server/features/accounts/mail/account-mails.ts'
import { accountByEmail, type Account } from '#server/features/accounts/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { holdings } from './holdings.ts'
import { previewErasure } from './queries.ts'
import { makeErasedAddress } from './rules.ts'

/** Mails a code that confirms the erasure, within the rate limit for mails. */
export async function sendErasureCode(deps: Deps, user: SignedIn): Promise<void> {
  const now = deps.clock()
  await transact(deps.db, async (tx) => {
    const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirstOrThrow()
    if (!(await isMailAllowed(tx, deps.config, 'erase_account', account.email, now))) return
    await mailErasureCode(tx, toMailContext(deps, account, now), await issueCode(tx, account.id, 'erase_account', now))
  })
}

/**
 * Erases a user's personal data after a password or a mailed code. The anonymised account row stays, because the ledger
 * and bookings refer to it. Throws `account_in_use`, `documents_in_progress`, `balance_left`, `invalid_code`, and a 422 for a wrong password.
 */
export async function eraseAccount(
  deps: Deps,
  user: SignedIn,
  { password, code, give_up_balance = false }: z.output<typeof Erasure>,
  caller: ClientInfo,
): Promise<void> {
  const erase = (tx: Tx, account: Account) => eraseLockedAccount(tx, deps, account, give_up_balance)
  // Checked first, so that a code is not used up by a request that can't succeed.
  assertErasable(await previewErasure(deps.db, user.user_id, deps.clock()), give_up_balance)
  if (code !== undefined) await redeemCode(deps, { purpose: 'erase_account', email: user.email, code, caller }, erase)
  else await eraseWithPassword(deps, user, password, caller, erase)
  await purgeErased(deps)
}

/** Removes what erasures have left in the database's files. */
export const purgeErased = async (deps: Deps): Promise<undefined> => {
  await purgeDeletedRows(deps, ['users', ...holdings.flatMap(({ tables }) => tables)])
}

async function eraseWithPassword(
  deps: Deps,
  user: SignedIn,
  password: string | undefined,
  caller: ClientInfo,
  erase: (tx: Tx, account: Account) => Promise<void>,
): Promise<void> {
  if (password === undefined) throw fieldError('password', 'required')
  const verifiedHash = await verifyPassword(deps, user, caller, { field: 'password', password })
  await transact(deps.db, async (tx) => {
    const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirst()
    if (account?.password_hash !== verifiedHash) throw fieldError('password', 'password_wrong')
    await erase(tx, account)
  })
}

/** Requires that the caller has locked the account's row, so that no booking can start meanwhile. */
export async function eraseLockedAccount(
  tx: Tx,
  deps: Deps,
  account: Account,
  give_up_balance: boolean,
): Promise<void> {
  const now = deps.clock()
  assertErasable(await previewErasure(tx, account.id, now), give_up_balance)
  const person = { user_id: account.id, email: account.email }
  for (const { erase } of holdings) await erase?.(tx, person)
  await tx
    .updateTable('users')
    .set({
      email: makeErasedAddress(account.id),
      password_hash: null,
      first_name: '',
      last_name: null,
      phone: null,
      photo_url: null,
      erased_at: now,
    })
    .where('id', '=', account.id)
    .execute()
  await mailErased(tx, toMailContext(deps, account, now))
}

function assertErasable(
  { open_bookings, owes, has_open_requests, balances }: Awaited<ReturnType<typeof previewErasure>>,
  give_up_balance: boolean,
): void {
  if (open_bookings > 0 || owes) throw new AppError('account_in_use', { open_bookings })
  if (has_open_requests) throw new AppError('documents_in_progress')
  if (balances.length > 0 && !give_up_balance) throw new AppError('balance_left')
}
