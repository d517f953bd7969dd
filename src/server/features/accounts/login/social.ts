import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { SocialLogin } from '#contract/accounts/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { IdentityError, type IdentityClaims } from '#server/providers/identity/identity.ts'
import type { ClientInfo } from '../client-info.ts'
import { accountByEmail } from '../queries.ts'
import { guessFirstName } from '../rules.ts'
import { countAttempt, clearFailedAttempts, limits, readGuess } from './attempts.ts'
import { claimUnverifiedAccount } from './claim-account.ts'
import { isPassword } from './passwords.ts'
import { createLogin, type LoginResult } from './sessions.ts'

type SocialLoginRequest = z.output<typeof SocialLogin>
type SocialLoginResult = LoginResult & { is_new_user: boolean }

/**
 * Logs in with a Google or Apple token. Throws `social_login_failed` (invalid or used token), `social_login_mismatch`
 * (contradicting fields), `account_exists` (unless its password is given) and `account_linking` (linked to another
 * provider).
 */
export async function logInWithProvider(
  tx: Tx,
  deps: Deps,
  want: SocialLoginRequest,
  checked: CheckedToken,
  { language, now }: { language: Language; now: Date },
): Promise<SocialLoginResult> {
  const { claims, caller } = checked
  // Serializes concurrent first logins of one identity, so that they create one account.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${claims.issuer} ${claims.subject}`}, 0))`.execute(
    tx,
  )
  const known = await tx
    .selectFrom('identities')
    .select('user_id')
    .where('issuer', '=', claims.issuer)
    .where('subject', '=', claims.subject)
    .executeTakeFirst()
  const entering =
    known === undefined
      ? await findOrCreateAccount(tx, deps, { ...checked, want, now, language })
      : { user_id: known.user_id, is_new_user: false }
  await consumeToken(tx, claims)
  return {
    ...(await createLogin(tx, entering.user_id, { caller, language, now })),
    is_new_user: entering.is_new_user,
  }
}

/** A provider's token, and the hash that the password of its account matched, if one was given. */
export interface CheckedToken {
  claims: IdentityClaims
  proved: string | undefined
  caller: ClientInfo
}

/** Asks the provider about a token, and checks the password, before the transaction of `logInWithProvider`. */
export async function checkToken(deps: Deps, want: SocialLoginRequest, caller: ClientInfo): Promise<CheckedToken> {
  const claims = await readToken(deps, want)
  const proved =
    want.password === undefined ? undefined : await checkPasswordOfAccount(deps, claims, want.password, caller)
  return { claims, proved, caller }
}

async function readToken({ identity, clock, log }: Deps, want: SocialLoginRequest): Promise<IdentityClaims> {
  if (identity === undefined) throw new AppError('social_login_unavailable')
  if (!want.id_token) throw new AppError('social_login_failed')
  const claims = await identity.verify(want.id_token, clock()).catch((error: unknown) => {
    if (!(error instanceof IdentityError)) throw error
    if (error.kind === 'refused') throw new AppError('social_login_failed')
    log.warn('social login', error)
    throw new AppError('social_login_unavailable')
  })
  const contradicts =
    claims.provider !== want.provider ||
    (want.firebase_uid !== undefined && want.firebase_uid !== claims.subject) ||
    (want.email !== undefined && want.email !== null && want.email !== claims.email)
  if (contradicts) throw new AppError('social_login_mismatch')
  return claims
}

/** Returns the hash that the password matches, or undefined; counts the attempt like a login. */
async function checkPasswordOfAccount(
  deps: Deps,
  { email }: IdentityClaims,
  password: string,
  caller: ClientInfo,
): Promise<string | undefined> {
  if (email === undefined) return undefined
  const { db, config } = deps
  await countAttempt(deps, limits.login(config, await readGuess(db, email, caller)), 'too_many_attempts')
  const stored = (await accountByEmail(db, email).executeTakeFirst())?.password_hash ?? undefined
  return (await isPassword(stored, password)) ? stored : undefined
}

interface SocialLoginAttempt extends CheckedToken {
  want: SocialLoginRequest
  now: Date
  language: Language
}

/** Returns the account for an identity seen for the first time. */
async function findOrCreateAccount(
  tx: Tx,
  deps: Deps,
  arrival: SocialLoginAttempt,
): Promise<{ user_id: string; is_new_user: boolean }> {
  const { claims, want, proved, caller, now, language } = arrival
  const { country_code } = want
  const name = claims.name ?? want.name
  // An account needs a verified address.
  if (claims.email === undefined) throw new AppError('social_login_failed')
  const opened = await createAccount(tx, arrival, claims.email)
  if (opened !== undefined) {
    await saveIdentity(tx, claims, opened, now)
    return { user_id: opened, is_new_user: true }
  }
  const account = await accountByEmail(tx, claims.email).forUpdate().executeTakeFirstOrThrow()
  if (account.email_verified_at === null)
    await claimUnverifiedAccount(tx, account, { name, country_code, language }, now)
  else if (proved !== undefined && proved === account.password_hash)
    await clearFailedAttempts(tx, deps.config, await readGuess(tx, claims.email, caller))
  else if (account.password_hash !== null) throw new AppError('account_exists')
  else if (await hasIdentity(tx, account.id)) throw new AppError('account_linking')
  await saveIdentity(tx, claims, account.id, now)
  return { user_id: account.id, is_new_user: account.email_verified_at === null }
}

/** Returns undefined when the address already has an account. */
async function createAccount(
  tx: Tx,
  { claims, want, now, language }: SocialLoginAttempt,
  email: string,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      email,
      email_verified_at: now,
      first_name: guessFirstName(claims.name ?? want.name, email),
      country_id: countryIds[want.country_code ?? 'NG'],
      language,
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

const hasIdentity = async (tx: Tx, user_id: string) =>
  (await tx.selectFrom('identities').select('subject').where('user_id', '=', user_id).executeTakeFirst()) !== undefined

async function saveIdentity(tx: Tx, { issuer, subject, provider, email }: IdentityClaims, user_id: string, now: Date) {
  await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id, provider, email: email ?? null, created_at: now })
    .execute()
}

/** Marks a token as used, so that it works once; a refused login keeps it for a retry with the password. */
async function consumeToken(tx: Tx, { token_hash, expires_at }: IdentityClaims): Promise<void> {
  const first = await tx
    .insertInto('used_id_tokens')
    .values({ token_hash, expires_at })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  if (first === undefined) throw new AppError('social_login_failed')
}
