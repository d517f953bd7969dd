import type { Registration } from '#contract/auth.ts'
import { countryIds, type Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import type * as z from 'zod/mini'
import { toMailContext, mailAccountExists } from '#server/features/accounts/mail/account-mails.ts'
import { countAttempt, limits, isMailAllowed } from './attempts.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { accountByEmail, type Account } from '#server/features/accounts/queries.ts'
import { isGuessable } from '#server/features/accounts/rules.ts'
import type { ClientInfo } from './sessions.ts'
import { sendVerifyCode } from './verification.ts'

type RegistrationRequest = z.output<typeof Registration>

/** Longer than either way takes, so that its length tells nothing about the address. */
const even_ms = 150

/**
 * Opens an account and mails a code. For an address that has a proved account its owner is told instead; the caller
 * cannot tell the two apart. Throws a 422 for a guessable password, and `rate_limited`.
 */
export async function register(
  deps: Deps,
  want: RegistrationRequest,
  caller: ClientInfo,
  language: Language,
): Promise<void> {
  if (isGuessable(want.password, want)) throw fieldError('password', 'password_common')
  await countAttempt(deps, [limits.register(deps.config, caller.ip)], 'rate_limited')
  await withMinimumDuration(openOrUpdateAccount(deps, want, want.language ?? language), even_ms)
}

/** Tries again where another registration of the same address came in between: a double click, most often. */
async function openOrUpdateAccount(deps: Deps, want: RegistrationRequest, language: Language): Promise<void> {
  for (let tries = 3; tries > 0; tries -= 1) {
    const found = await accountByEmail(deps.db, want.email).executeTakeFirst()
    const done =
      found === undefined
        ? await createAccount(deps, want, language, await hashPassword(want.password))
        : await registerExisting(deps, want, language, found, await isPassword(found.password_hash, want.password))
    if (done) return
  }
  throw new Error('registrations of one address kept coming in between')
}

async function createAccount(
  deps: Deps,
  want: RegistrationRequest,
  language: Language,
  password_hash: string,
): Promise<boolean> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const { email } = want
    const id = newId(now.getTime())
    const opened = await tx
      .insertInto('users')
      .values({ id, email, password_hash, ...detailsOf(want, language), terms_accepted_at: now, created_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email', 'email_verified_at', 'password_hash', 'language'])
      .executeTakeFirst()
    if (opened !== undefined) await sendVerifyCode(tx, deps, opened, now)
    return opened !== undefined
  })
}

/** False when the account has changed since `found` was read. */
async function registerExisting(
  deps: Deps,
  want: RegistrationRequest,
  language: Language,
  found: Account,
  same_password: boolean,
): Promise<boolean> {
  const now = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    const account = await accountByEmail(tx, want.email).forUpdate().executeTakeFirst()
    if (account === undefined || account.password_hash !== found.password_hash) return false
    if (account.email_verified_at !== null) {
      if (await isMailAllowed(tx, deps.config, 'account_exists', account.email, now))
        await mailAccountExists(tx, toMailContext(deps, account, now))
      return true
    }
    await sendVerifyCode(tx, deps, await settle(tx, want, language, account, same_password), now)
    return true
  })
}

/**
 * An unproved account is registered once more. Whoever knows its password is the same person and may put the rest right.
 * Anybody else may be a stranger, or the first one was, and the code, which reaches the owner either way, cannot tell
 * which: so neither password stays (nor the telephone number), and the owner chooses one by mail.
 */
async function settle(
  tx: Tx,
  want: RegistrationRequest,
  language: Language,
  account: Account,
  same_password: boolean,
): Promise<Account> {
  const change = same_password ? detailsOf(want, language) : { password_hash: null, phone: null }
  return tx
    .updateTable('users')
    .set(change)
    .where('id', '=', account.id)
    .returning(['id', 'email', 'email_verified_at', 'password_hash', 'language'])
    .executeTakeFirstOrThrow()
}

const detailsOf = (want: RegistrationRequest, language: Language) => ({
  first_name: want.first_name,
  last_name: want.last_name ?? null,
  phone: want.phone ?? null,
  country_id: countryIds[want.country_code ?? 'NG'],
  language,
})
