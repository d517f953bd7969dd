import { sql } from 'kysely'
import type { SocialLogin } from '#contract/auth.ts'
import { countryIds, type Language } from '#contract/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { IdentityError, type IdentityClaims } from '#server/providers/identity/identity.ts'
import type * as z from 'zod/mini'
import { countTry, forgive, limits } from './attempts.ts'
import { endCodes } from './codes.ts'
import { isPassword } from './passwords.ts'
import { accountByEmail, type Account } from './queries.ts'
import { firstNameOf } from './rules.ts'
import { endSessionsOf, enter, type Caller, type Entered } from './sessions.ts'

type Want = z.output<typeof SocialLogin>
type EnteredSocially = Entered & { is_new_user: boolean }

/**
 * Logs in by a token of Google's or Apple's. Throws `social_login_failed` for a token that proves nothing or was used,
 * `social_login_mismatch` for fields that contradict it, `account_exists` where the address has an account that these
 * do not open (a right password connects them), `account_linking` where another provider has it.
 */
export async function logInSocially(
  deps: Deps,
  want: Want,
  caller: Caller,
  language: Language,
): Promise<EnteredSocially> {
  const claims = await readToken(deps, want)
  const proved = want.password === undefined ? undefined : await tryPassword(deps, claims, want.password, caller)
  const now = deps.clock()
  return deps.db.transaction().execute(async (tx) => {
    // Two first logins of one person at once are one account.
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
        ? await connect(tx, deps, { claims, want, proved, caller, now, language })
        : { user_id: known.user_id, is_new_user: false }
    await useUp(tx, claims)
    return { ...(await enter(tx, entering.user_id, caller, now, language)), is_new_user: entering.is_new_user }
  })
}

async function readToken({ identity, clock, log }: Deps, want: Want): Promise<IdentityClaims> {
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
    (want.email != null && want.email !== claims.email)
  if (contradicts) throw new AppError('social_login_mismatch')
  return claims
}

/** The hash that the password opened, or undefined when it is not that of the account; counted like a login. */
async function tryPassword(
  deps: Deps,
  { email }: IdentityClaims,
  password: string,
  caller: Caller,
): Promise<string | undefined> {
  if (email === undefined) return undefined
  const { db, config } = deps
  await countTry(deps, [limits.login(config, email), limits.network(config, caller.ip)], 'too_many_attempts')
  const kept = (await accountByEmail(db, email).executeTakeFirst())?.password_hash ?? undefined
  return (await isPassword(kept, password)) ? kept : undefined
}

type Arrival = {
  claims: IdentityClaims
  want: Want
  proved: string | undefined
  caller: Caller
  now: Date
  language: Language
}

/** Whose account an identity that we see for the first time is to open. */
async function connect(tx: Tx, deps: Deps, arrival: Arrival): Promise<{ user_id: string; is_new_user: boolean }> {
  const { claims, proved, caller, now } = arrival
  // Without a proved address there is nobody to be.
  if (claims.email === undefined) throw new AppError('social_login_failed')
  const opened = await openAccount(tx, arrival, claims.email)
  if (opened !== undefined) {
    await keepIdentity(tx, claims, opened, now)
    return { user_id: opened, is_new_user: true }
  }
  const account = await accountByEmail(tx, claims.email).forUpdate().executeTakeFirstOrThrow()
  if (account.email_verified_at === null) await takeOver(tx, arrival, account)
  else if (proved !== undefined && proved === account.password_hash)
    await forgive(tx, deps.config, claims.email, caller.ip)
  else if (account.password_hash !== null) throw new AppError('account_exists')
  else if (await hasIdentity(tx, account.id)) throw new AppError('account_linking')
  await keepIdentity(tx, claims, account.id, now)
  return { user_id: account.id, is_new_user: account.email_verified_at === null }
}

/** Undefined when the address has an account. */
async function openAccount(
  tx: Tx,
  { claims, want, now, language }: Arrival,
  email: string,
): Promise<string | undefined> {
  const row = await tx
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      email,
      email_verified_at: now,
      first_name: firstNameOf(claims.name ?? want.name, email),
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

/**
 * The address was registered and never proved: nobody knows by whom. The provider has proved whose it is, so that nothing
 * of the registration stays that a stranger could have planted, its password first of all.
 */
async function takeOver(tx: Tx, { claims, want, now, language }: Arrival, { id, email }: Account): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      password_hash: null,
      phone: null,
      first_name: firstNameOf(claims.name ?? want.name, email),
      last_name: null,
      ...(want.country_code === undefined ? {} : { country_id: countryIds[want.country_code] }),
      language,
      email_verified_at: now,
      terms_accepted_at: now,
    })
    .where('id', '=', id)
    .execute()
  await endCodes(tx, id, 'verify_email')
  await endCodes(tx, id, 'reset_password')
  await endSessionsOf(tx, id)
}

const hasIdentity = async (tx: Tx, user_id: string) =>
  (await tx.selectFrom('identities').select('subject').where('user_id', '=', user_id).executeTakeFirst()) !== undefined

async function keepIdentity(tx: Tx, { issuer, subject, provider, email }: IdentityClaims, user_id: string, now: Date) {
  await tx
    .insertInto('identities')
    .values({ issuer, subject, user_id, provider, email: email ?? null, created_at: now })
    .execute()
}

/** Each token lets somebody in once; a refusal leaves it, so that the password may follow. */
async function useUp(tx: Tx, { token_hash, expires_at }: IdentityClaims): Promise<void> {
  const first = await tx
    .insertInto('used_id_tokens')
    .values({ token_hash, expires_at })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('expires_at')
    .executeTakeFirst()
  if (first === undefined) throw new AppError('social_login_failed')
}
