import { sql } from 'kysely'
import type { verifySecondFactor as verifyContract } from '#contract/accounts/second-factor.ts'
import { recoveryCodeCount } from '#contract/accounts/second-factor.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import { newCode } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { type AuditedCall, type AuditedChange, recordAudit } from '#server/features/access/audit.ts'
import { getPerson, requireChangeable, type PersonReader } from '#server/features/access/people-commands.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { createQrPath } from '#server/output/qr-code.ts'
import type { ClientInfo } from '../client-info.ts'
import { clearFailedAttempts, countAttempt, limits, readGuess, type Guess } from '../login/attempts.ts'
import { revokeSessions } from '../login/sessions.ts'
import { mailFactorReset, mailFactorSet, mailRecoveryCodeUsed, toMailContext } from '../mail/account-mails.ts'
import { accountByEmail, getProfile } from '../queries.ts'
import { findStep, groupCode, hashRecoveryCode, newSecret, toUri } from './codes.ts'

const lockFactor = (tx: Tx, user_id: string) =>
  tx.selectFrom('second_factors').selectAll().where('user_id', '=', user_id).forUpdate().executeTakeFirst()

/** Requires a role, and a session that was confirmed lately: with the second factor, by whoever has one. */
async function requireOwner(tx: Tx, user: SignedIn, now: Date): Promise<void> {
  if (user.second_factor === 'needed') throw new AppError('second_factor_needed')
  if (user.role === 'customer') throw new AppError('forbidden')
  await requireRecentLogin(tx, user, now)
}

/** Makes a secret that counts once `confirmSecondFactor` gets a code of it; the one in use stays until then. */
export async function setUpSecondFactor(tx: Tx, user: SignedIn, now: Date) {
  await requireOwner(tx, user, now)
  const pending_secret = newSecret()
  await tx
    .insertInto('second_factors')
    .values({ user_id: user.user_id, pending_secret })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_secret }))
    .execute()
  const uri = toUri(pending_secret, user.email)
  return { secret: pending_secret, uri, ...createQrPath(uri) }
}

/** Counts an attempt at a code before its transaction. Throws `too_many_attempts`. */
export async function countFactorAttempt(deps: Deps, user: SignedIn, caller: ClientInfo): Promise<Guess> {
  const guess = await readGuess(deps.db, user.email, caller)
  await countAttempt(deps, limits.code(deps.config, guess), 'too_many_attempts')
  return guess
}

async function replaceRecoveryCodes(tx: Tx, user_id: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => newCode(16))
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id, code_hash: hashRecoveryCode(user_id, code) })))
    .execute()
  return codes.map(groupCode)
}

interface Call {
  user: SignedIn
  language: Language
  now: Date
}

/** Confirms the session with the second factor, for what asks for the password again as well. */
const confirmSession = (tx: Tx, { user, now }: Call) =>
  tx.updateTable('sessions').set({ factor_at: now, confirmed_at: now }).where('id', '=', user.session_id).execute()

const getOwnProfile = (tx: Tx, { user, language }: Call) =>
  getProfile(tx, user.user_id, language, { ...user, second_factor: 'passed' })

/**
 * Switches the second factor on, or replaces it, with a code of the pending secret. Other sessions ask for it from now on.
 * Throws a 422 for a wrong code.
 */
export async function confirmSecondFactor(tx: Tx, deps: Deps, call: Call, code: string, guess: Guess) {
  const { user, now } = call
  await requireOwner(tx, user, now)
  const { user_id } = user
  const factor = await lockFactor(tx, user_id)
  const secret = factor?.pending_secret ?? null
  const last_step = secret === null ? undefined : findStep(secret, code, now, null)
  if (last_step === undefined) throw fieldError('code', 'code_wrong')
  await clearFailedAttempts(tx, deps.config, guess)
  await tx
    .updateTable('second_factors')
    .set({ secret, pending_secret: null, last_step, confirmed_at: now })
    .where('user_id', '=', user_id)
    .execute()
  await tx.updateTable('sessions').set({ factor_at: null }).where('user_id', '=', user_id).execute()
  await confirmSession(tx, call)
  const recovery_codes = await replaceRecoveryCodes(tx, user_id)
  const account = await accountByEmail(tx, user.email).executeTakeFirstOrThrow()
  await mailFactorSet(tx, toMailContext(deps, account, now))
  // What was masked until now is read again with the next call.
  return { recovery_codes, user: await getOwnProfile(tx, call) }
}

/** Confirms the session with a code of the app or a recovery code. Throws a 422 for a wrong one. */
export async function verifySecondFactor(
  tx: Tx,
  deps: Deps,
  call: Call,
  { code, recovery_code }: ParsedBody<typeof verifyContract>,
  guess: Guess,
): Promise<AnswerOf<typeof verifyContract>> {
  const { user, now } = call
  const { user_id } = user
  const factor = await lockFactor(tx, user_id)
  if (factor === undefined || factor.secret === null) throw new AppError('not_found')
  if (recovery_code !== undefined) {
    const used = await tx
      .updateTable('recovery_codes')
      .set({ used_at: now })
      .where('user_id', '=', user_id)
      .where('code_hash', '=', hashRecoveryCode(user_id, recovery_code))
      .where('used_at', 'is', null)
      .executeTakeFirst()
    if (used.numUpdatedRows === 0n) throw fieldError('recovery_code', 'code_wrong')
  } else {
    if (code === undefined) throw fieldError('code', 'required')
    const last_step = findStep(factor.secret, code, now, factor.last_step)
    if (last_step === undefined) throw fieldError('code', 'code_wrong')
    await tx.updateTable('second_factors').set({ last_step }).where('user_id', '=', user_id).execute()
  }
  await clearFailedAttempts(tx, deps.config, guess)
  await confirmSession(tx, call)
  const { rows } = await sql<{ left: number }>`
    select count(*)::int as left from recovery_codes where user_id = ${user_id}::uuid and used_at is null`.execute(tx)
  const recovery_codes_left = rows[0]!.left
  if (recovery_code !== undefined) {
    const account = await accountByEmail(tx, user.email).executeTakeFirstOrThrow()
    await mailRecoveryCodeUsed(tx, toMailContext(deps, account, now))
  }
  return { user: await getOwnProfile(tx, call), recovery_codes_left }
}

/** Replaces the recovery codes. */
export async function renewRecoveryCodes(tx: Tx, user: SignedIn, now: Date): Promise<{ recovery_codes: string[] }> {
  await requireOwner(tx, user, now)
  const factor = await lockFactor(tx, user.user_id)
  if (factor === undefined || factor.secret === null) throw new AppError('not_found')
  return { recovery_codes: await replaceRecoveryCodes(tx, user.user_id) }
}

/**
 * Takes the second factor of a colleague who has lost it away, and logs all of their devices out. The time to set up another
 * one begins with their next sign-in. Throws `not_found`, `own_access` and `beyond_access`.
 */
export async function resetSecondFactor(tx: Tx, deps: Deps, actor: PersonReader, id: string, now: Date) {
  const before = await getPerson(tx, actor, id, now)
  await requireChangeable(tx, actor, id)
  if (!before.has_second_factor) return { answer: before, changes: [] }
  await takeFactorAway(tx, deps, id, now)
  return { answer: await getPerson(tx, actor, id, now), changes: [resetOf(id)] }
}

const resetOf = (id: string): AuditedChange => ({
  kind: 'user',
  id,
  before: { second_factor: true },
  after: { second_factor: false, logged_out: true },
})

async function takeFactorAway(tx: Tx, deps: Deps, id: string, now: Date): Promise<void> {
  await tx.deleteFrom('second_factors').where('user_id', '=', id).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', id).execute()
  await tx.updateTable('users').set({ factor_due_at: null }).where('id', '=', id).execute()
  await revokeSessions(tx, id)
  const account = await tx
    .selectFrom('users')
    .select(['email', 'language'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await mailFactorReset(tx, toMailContext(deps, account, now))
}

/**
 * The same from the terminal, for the only admin who has lost it: whoever has the machine has the database anyway. The log names
 * the account itself. Returns what was found.
 */
export async function resetFactorOf(
  tx: Tx,
  deps: Deps,
  email: string,
  now: Date,
): Promise<'unknown' | 'off' | 'reset'> {
  const account = await accountByEmail(tx, email).executeTakeFirst()
  if (account === undefined) return 'unknown'
  const { id } = account
  const factor = await lockFactor(tx, id)
  if (factor === undefined) return 'off'
  const [held] = await tx
    .selectFrom('role_assignments as a')
    .innerJoin('roles as r', 'r.id', 'a.role_id')
    .select('r.code')
    .where('a.user_id', '=', id)
    .orderBy('r.position', 'desc')
    .limit(1)
    .execute()
  await takeFactorAway(tx, deps, id, now)
  const call: AuditedCall = {
    user: { user_id: id, role: (held?.code ?? 'customer') as SignedIn['role'] },
    permission: 'employees.update',
    action: 'resetSecondFactorByCommand',
    request_id: 'terminal',
    ip: '127.0.0.1',
  }
  await recordAudit(tx, call, resetOf(id), now)
  return 'reset'
}
