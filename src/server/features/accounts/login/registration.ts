import type * as z from 'zod/mini'
import type { Registration } from '#contract/accounts/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import type { NothingLeft, RequestedColumns } from '#server/database/columns.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { UsersTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { fieldError } from '#server/http/errors.ts'
import { withMinimumDuration } from '#server/http/minimum-duration.ts'
import { toStoredPhone } from '#server/phones.ts'
import type { ClientInfo } from '../client-info.ts'
import { toMailContext, mailAccountExists } from '../mail/account-mails.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { isGuessable } from '../rules.ts'
import { countAttempt, limits, isMailAllowed } from './attempts.ts'
import { forgetSources, rememberSource } from './known-sources.ts'
import { hashPassword, isPassword } from './passwords.ts'
import { sendVerifyCode } from './verification.ts'

type RegistrationRequest = z.output<typeof Registration>
/** What a registration stores: the phone number as it is stored, the request's language or else that of the page. */
type AccountDetails = Omit<RegistrationRequest, 'password' | 'language'> & { language: Language }
/** Columns of `users` that the command sets itself. */
type AccountColumn =
  | 'id'
  | 'email'
  | 'email_verified_at'
  | 'password_hash'
  | 'password_disputed'
  | 'terms_accepted_at'
  | 'created_at'

/** Longer than hashing a password and comparing one take, so that the time does not reveal whether the address has an account. */
const hashLeast_ms = 100

/** What a registration needs before its transaction, which must not wait for hashes of passwords. */
export interface CheckedRegistration {
  caller: ClientInfo
  phone: string | undefined
  /** The account of the address at this moment, and the hash that the password has or gets there. */
  existing: Account | undefined
  agreed_hash: string | undefined
}

/** Throws 422 for a guessable password or a phone number that is none, and `rate_limited`. */
export async function checkRegistration(
  deps: Deps,
  request: RegistrationRequest,
  caller: ClientInfo,
): Promise<CheckedRegistration> {
  if (isGuessable(request.password, request)) throw fieldError('password', 'password_common')
  const phone = toStoredPhone(request.phone, { countries: [request.country_code ?? 'NG'] }) ?? undefined
  await countAttempt(deps, [limits.register(deps.config, caller.ip)], 'rate_limited')
  const existing = await accountByEmail(deps.db, request.email).executeTakeFirst()
  const agreed_hash = await withMinimumDuration(agreeOnHash(existing, request.password), hashLeast_ms)
  return { caller, phone, existing, agreed_hash }
}

/**
 * Creates an account and mails a verification code. The owner of an existing verified account gets a notice instead;
 * the caller can't tell the two apart.
 */
export async function register(
  tx: Tx,
  deps: Deps,
  { password, ...request }: RegistrationRequest,
  { caller, phone, existing, agreed_hash }: CheckedRegistration,
  page: { language: Language; now: Date },
): Promise<void> {
  const { now } = page
  const details = { ...request, phone, language: request.language ?? page.language }
  const created = await insertAccount(tx, details, existing === undefined ? agreed_hash : undefined, now)
  if (created !== undefined) {
    await rememberSource(tx, created.id, caller, now)
    return sendVerifyCode(tx, deps, created, now)
  }
  const account = await accountByEmail(tx, request.email).forUpdate().executeTakeFirstOrThrow()
  if (account.email_verified_at !== null) {
    if (await isMailAllowed(tx, deps.config, 'account_exists', account.email, now))
      await mailAccountExists(tx, toMailContext(deps, account, now))
    return
  }
  // Another registration of the address, as by a double click, may have won the race since it was read.
  const isAsRead = existing !== undefined && existing.password_hash === account.password_hash
  const hash = isAsRead ? agreed_hash : await agreeOnHash(account, password)
  // With another password, one of the two registrations is a stranger's.
  if (hash !== undefined) await rememberSource(tx, account.id, caller, now)
  else await forgetSources(tx, account.id)
  await sendVerifyCode(tx, deps, await updateUnverified(tx, details, account, hash), now)
}

/** Returns undefined when the address has an account. */
async function insertAccount(
  tx: Tx,
  details: AccountDetails,
  password_hash: string | undefined,
  now: Date,
): Promise<Account | undefined> {
  if (password_hash === undefined) return undefined
  return tx
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      email: details.email,
      password_hash,
      ...toColumns(details),
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['id', 'email', 'email_verified_at', 'password_hash', 'password_disputed', 'language'])
    .executeTakeFirst()
}

/**
 * The hash of a new or unverified account's password after a registration; undefined if its passwords disagree. An
 * account that staff opened has no password yet and takes the first one.
 */
async function agreeOnHash(existing: Account | undefined, password: string): Promise<string | undefined> {
  if (existing === undefined || (existing.password_hash === null && !existing.password_disputed))
    return hashPassword(password)
  return (await isPassword(existing.password_hash, password)) ? (existing.password_hash ?? undefined) : undefined
}

/**
 * Registers an unverified account again. With its password, the details are updated. With another, either registration
 * may be a stranger's: password and telephone are dropped, and the owner sets a password by mail.
 */
async function updateUnverified(
  tx: Tx,
  details: AccountDetails,
  account: Account,
  agreed_hash: string | undefined,
): Promise<Account> {
  const change =
    agreed_hash === undefined
      ? { password_hash: null, password_disputed: true, phone: null, opened_by: null }
      : { ...toColumns(details), password_hash: agreed_hash, opened_by: null }
  return tx
    .updateTable('users')
    .set(change)
    .where('id', '=', account.id)
    .returning(['id', 'email', 'email_verified_at', 'password_hash', 'password_disputed', 'language'])
    .executeTakeFirstOrThrow()
}

/** The columns that a registration fills. */
function toColumns(
  details: AccountDetails,
): RequestedColumns<
  UsersTable,
  AccountColumn | 'opened_by' | 'photo_url' | 'erased_at' | 'disabled_at' | 'disabled_reason' | 'factor_due_at'
> {
  const {
    email: _email,
    accept_terms: _accepted,
    first_name,
    last_name,
    phone,
    country_code,
    language,
    ...rest
  } = details
  rest satisfies NothingLeft
  return {
    first_name,
    last_name: last_name ?? null,
    phone: phone ?? null,
    country_id: countryIds[country_code ?? 'NG'],
    language,
  }
}
