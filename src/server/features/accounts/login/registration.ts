import type * as z from 'zod/mini'
import type { Registration } from '#contract/accounts/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { UsersTable } from '#server/database/tables.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError } from '#server/http/errors.ts'
import { toStoredPhone } from '#server/phones.ts'
import type { ClientInfo } from '../client-info.ts'
import { toMailContext, mailAccountExists } from '../mail/account-mails.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { isGuessable } from '../rules.ts'
import { countAttempt, limits, isMailAllowed } from './attempts.ts'
import { forgetSources, rememberSource } from './known-sources.ts'
import { withMinimumDuration } from './minimum-duration.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { sendVerifyCode } from './verification.ts'

type RegistrationRequest = z.output<typeof Registration>
/** Columns of `users` that the command sets itself. */
type AccountColumn =
  | 'id'
  | 'email'
  | 'email_verified_at'
  | 'password_hash'
  | 'password_disputed'
  | 'terms_accepted_at'
  | 'created_at'

/** Longer than either outcome takes, so that the response time does not reveal whether the address has an account. */
const minimum_duration_ms = 150

/**
 * Creates an account and mails a verification code. The owner of an existing verified account gets a notice instead;
 * the caller can't tell the two apart. Throws 422 for a guessable password or a phone number that is none, and `rate_limited`.
 */
export async function register(
  deps: Deps,
  request: RegistrationRequest,
  caller: ClientInfo,
  language: Language,
): Promise<void> {
  if (isGuessable(request.password, request)) throw fieldError('password', 'password_common')
  const phone = toStoredPhone(request.phone, { countries: [request.country_code ?? 'NG'] }) ?? undefined
  await countAttempt(deps, [limits.register(deps.config, caller.ip)], 'rate_limited')
  await withMinimumDuration(
    openOrUpdateAccount(deps, { ...request, phone }, caller, request.language ?? language),
    minimum_duration_ms,
  )
}

/** Retries when another registration of the same address wins the race, as after a double click. */
async function openOrUpdateAccount(
  deps: Deps,
  request: RegistrationRequest,
  caller: ClientInfo,
  language: Language,
): Promise<void> {
  for (let tries = 3; tries > 0; tries -= 1) {
    const existing = await accountByEmail(deps.db, request.email).executeTakeFirst()
    const isDone =
      existing === undefined
        ? await createAccount(deps, request, caller, language, await hashPassword(request.password))
        : await registerExisting(deps, request, {
            caller,
            language,
            existing,
            agreed_hash: await agreeOnHash(existing, request.password),
          })
    if (isDone) return
  }
  throw new Error('registration lost the race for its address three times')
}

/** Returns false when the address got an account in the meantime. */
async function createAccount(
  deps: Deps,
  request: RegistrationRequest,
  caller: ClientInfo,
  language: Language,
  password_hash: string,
): Promise<boolean> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const { email } = request
    const id = newId(now.getTime())
    const created = await tx
      .insertInto('users')
      .values({ id, email, password_hash, ...toColumns(request, language), terms_accepted_at: now, created_at: now })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email', 'email_verified_at', 'password_hash', 'password_disputed', 'language'])
      .executeTakeFirst()
    if (created === undefined) return false
    await rememberSource(tx, created.id, caller, now)
    await sendVerifyCode(tx, deps, created, now)
    return true
  })
}

/**
 * The hash of an unverified account's password after another registration; undefined if its passwords disagree. An
 * account that staff opened has no password yet and takes the first one.
 */
async function agreeOnHash(existing: Account, password: string): Promise<string | undefined> {
  if (existing.password_hash === null && !existing.password_disputed) return hashPassword(password)
  return (await isPassword(existing.password_hash, password)) ? (existing.password_hash ?? undefined) : undefined
}

/** Returns false when the password has changed since `existing` was read. */
async function registerExisting(
  deps: Deps,
  request: RegistrationRequest,
  {
    caller,
    language,
    existing,
    agreed_hash,
  }: { caller: ClientInfo; language: Language; existing: Account; agreed_hash: string | undefined },
): Promise<boolean> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const account = await accountByEmail(tx, request.email).forUpdate().executeTakeFirst()
    if (account === undefined || account.password_hash !== existing.password_hash) return false
    if (account.email_verified_at !== null) {
      if (await isMailAllowed(tx, deps.config, 'account_exists', account.email, now))
        await mailAccountExists(tx, toMailContext(deps, account, now))
      return true
    }
    // With another password, one of the two registrations is a stranger's.
    if (agreed_hash !== undefined) await rememberSource(tx, account.id, caller, now)
    else await forgetSources(tx, account.id)
    await sendVerifyCode(tx, deps, await updateUnverified(tx, request, language, account, agreed_hash), now)
    return true
  })
}

/**
 * Registers an unverified account again. With its password, the details are updated. With another, either registration
 * may be a stranger's: password and telephone are dropped, and the owner sets a password by mail.
 */
async function updateUnverified(
  tx: Tx,
  request: RegistrationRequest,
  language: Language,
  account: Account,
  agreed_hash: string | undefined,
): Promise<Account> {
  const change =
    agreed_hash === undefined
      ? { password_hash: null, password_disputed: true, phone: null, opened_by: null }
      : { ...toColumns(request, language), password_hash: agreed_hash, opened_by: null }
  return tx
    .updateTable('users')
    .set(change)
    .where('id', '=', account.id)
    .returning(['id', 'email', 'email_verified_at', 'password_hash', 'password_disputed', 'language'])
    .executeTakeFirstOrThrow()
}

/** The columns that a registration fills; `language` is the request's, else that of the page. */
function toColumns(
  request: RegistrationRequest,
  language: Language,
): RequestedColumns<
  UsersTable,
  AccountColumn | 'opened_by' | 'photo_url' | 'erased_at' | 'disabled_at' | 'disabled_reason'
> {
  const { email: _email, password: _password, accept_terms: _accepted, language: _language, ...details } = request
  const { first_name, last_name, phone, country_code, ...rest } = details
  rest satisfies NothingLeft
  return {
    first_name,
    last_name: last_name ?? null,
    phone: phone ?? null,
    country_id: countryIds[country_code ?? 'NG'],
    language,
  }
}
