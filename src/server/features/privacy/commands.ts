import type * as z from 'zod/mini'
import type { Erasure } from '#contract/accounts/account.ts'
import type { Tx } from '#server/database/connect.ts'
import { purgeDeletedRows } from '#server/database/purge.ts'
import type { Deps } from '#server/deps.ts'
import { verifyPassword } from '#server/features/accounts/account.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'
import { isMailAllowed, type Guess } from '#server/features/accounts/login/attempts.ts'
import { issueCode } from '#server/features/accounts/login/codes.ts'
import { countCodeAttempt, redeemCode, type Redeemed } from '#server/features/accounts/login/redeem-code.ts'
import { toMailContext, mailErased, mailErasureCode } from '#server/features/accounts/mail/account-mails.ts'
import { accountByEmail, type Account } from '#server/features/accounts/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { holdings } from './holdings.ts'
import { previewErasure } from './queries.ts'
import { makeErasedAddress } from './rules.ts'

/** Mails a code that confirms the erasure, within the rate limit for mails. */
export async function sendErasureCode(tx: Tx, deps: Deps, user: SignedIn, now: Date): Promise<void> {
  const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirstOrThrow()
  if (!(await isMailAllowed(tx, deps.config, 'erase_account', account.email, now))) return
  await mailErasureCode(tx, toMailContext(deps, account, now), await issueCode(tx, account.id, 'erase_account', now))
}

/** How an erasure is confirmed: by a code whose attempt is counted, or by a password whose hash was right. */
export type ErasureProof = { code: string; guess: Guess } | { verifiedHash: string }

/**
 * Checks an erasure before its transaction. Throws `account_in_use`, `courier_in_use`, `documents_in_progress`,
 * `balance_left`, `too_many_attempts`, and a 422 for a wrong password.
 */
export async function checkErasure(
  deps: Deps,
  user: SignedIn,
  { password, code, give_up_balance = false }: z.output<typeof Erasure>,
  caller: ClientInfo,
): Promise<ErasureProof> {
  // Checked first, so that a code is not used up by a request that can't succeed.
  assertErasable(await previewErasure(deps.db, user.user_id, deps.clock()), give_up_balance)
  if (code !== undefined) return { code, guess: await countCodeAttempt(deps, user.email, caller) }
  if (password === undefined) throw fieldError('password', 'required')
  return { verifiedHash: await verifyPassword(deps, user, caller, { field: 'password', password }) }
}

/**
 * Erases a user's personal data after a password or a mailed code. The anonymised account row stays, because the ledger
 * and bookings refer to it. Throws as `checkErasure` does.
 */
export async function eraseAccount(
  tx: Tx,
  deps: Deps,
  { user, give_up_balance = false }: { user: SignedIn; give_up_balance: boolean | undefined },
  proof: ErasureProof,
  now: Date,
): Promise<Redeemed<null>> {
  const erase = async (account: Account) => {
    await eraseLockedAccount(tx, deps, account, give_up_balance)
    return null
  }
  if ('guess' in proof) return redeemCode(tx, deps, { purpose: 'erase_account', ...proof, now }, erase)
  const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirst()
  if (account?.password_hash !== proof.verifiedHash) throw fieldError('password', 'password_wrong')
  return { verdict: 'right', done: await erase(account) }
}

/** Removes what erasures have left in the database's files. */
export const purgeErased = async (deps: Deps): Promise<undefined> => {
  await purgeDeletedRows(deps, ['users', ...holdings.flatMap(({ tables }) => tables)])
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
  await removePerson(tx, account, now)
  await mailErased(tx, toMailContext(deps, account, now))
}

/**
 * Erases again, without an email, an account that a restored backup has brought back, whatever it shows as open: it was
 * settled before the first erasure. Returns whether there was one to erase.
 */
export async function repeatErasure(tx: Tx, { id, erased_at }: { id: string; erased_at: Date }): Promise<boolean> {
  const account = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (account !== undefined) await removePerson(tx, account, erased_at)
  return account !== undefined
}

async function removePerson(tx: Tx, account: Pick<Account, 'id' | 'email'>, erased_at: Date): Promise<void> {
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
      erased_at,
    })
    .where('id', '=', account.id)
    .execute()
}

function assertErasable(
  { open_bookings, owes, has_open_requests, is_delivering, balances }: Awaited<ReturnType<typeof previewErasure>>,
  give_up_balance: boolean,
): void {
  if (open_bookings > 0 || owes) throw new AppError('account_in_use', { open_bookings })
  if (is_delivering) throw new AppError('courier_in_use')
  if (has_open_requests) throw new AppError('documents_in_progress')
  if (balances.length > 0 && !give_up_balance) throw new AppError('balance_left')
}
