import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms, quarter_ms } from '#contract/time.ts'
import type { Config } from '#server/config.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import { toNetwork } from '#server/http/network.ts'
import type { ClientInfo } from '../client-info.ts'
import { identifySource, type Source } from './known-sources.ts'

/**
 * At most `most` attempts in `minutes` per subject of a kind. A `growing` limit lets further ones through, each after a
 * longer wait.
 */
export interface Limit {
  kind: string
  subject: string
  most: number
  minutes: number
  growing?: true
}

/** The limits of a guess at an account's password or code; `identifier` is its email address or its mobile number. */
export interface Guess {
  identifier: string
  caller: ClientInfo
  source: Source
}

export const limits = {
  register: (config: Config, ip: string): Limit => ({
    kind: 'register',
    subject: toNetwork(ip),
    most: config.RATE_REGISTER_HOUR,
    minutes: 60,
  }),
  emailLogin: (config: Config, ip: string): Limit => ({
    kind: 'email_login',
    subject: toNetwork(ip),
    most: config.RATE_REGISTER_HOUR,
    minutes: 60,
  }),
  numberLogin: (config: Config, ip: string): Limit => ({
    kind: 'text_network',
    subject: toNetwork(ip),
    most: config.RATE_REGISTER_HOUR,
    minutes: 60,
  }),
  /** A code by text message: one until another may be asked for, ten per hour, and those of a network. */
  textCode: (config: Config, user_id: string, ip: string): Limit[] => [
    { kind: 'text_code', subject: user_id, most: 1, minutes: settings().otp.resend_seconds / 60 },
    { kind: 'text_codes', subject: user_id, most: 10, minutes: 60 },
    { kind: 'text_network', subject: toNetwork(ip), most: config.RATE_REGISTER_HOUR, minutes: 60 },
  ],
  login: (config: Config, guess: Guess): Limit[] => guessLimits('login', config, guess),
  code: (config: Config, guess: Guess): Limit[] => guessLimits('code', config, guess),
}

/**
 * One source may fail ten times at an account. All strangers together, who may have many networks, wait longer and longer;
 * what the account knows does not wait for them, so that nobody can lock its owner out.
 */
const guessLimits = (kind: 'login' | 'code', config: Config, { identifier, caller, source }: Guess): Limit[] => [
  { kind, subject: `${identifier} ${source.key}`, most: config.RATE_LOGIN_ACCOUNT, minutes: 15 },
  { kind: 'network', subject: toNetwork(caller.ip), most: config.RATE_LOGIN_ADDRESS, minutes: 15 },
  ...(source.is_known
    ? []
    : [
        {
          kind: 'stranger',
          subject: identifier,
          most: 2 * config.RATE_LOGIN_ACCOUNT,
          minutes: 60,
          growing: true,
        } as const,
      ]),
]

/** Reads where a guess comes from. Within a transaction it must be given that one. */
export const readGuess = async (db: Db | Tx, identifier: string, caller: ClientInfo): Promise<Guess> => ({
  identifier,
  caller,
  source: await identifySource(db, identifier, caller),
})

/** Limits of one kind of mail to one address, or of codes to one number: one until another may be asked for, ten per hour. */
const mailLimits = (sort: string, email: string): Limit[] => [
  { kind: `mail:${sort}`, subject: email, most: 1, minutes: settings().otp.resend_seconds / 60 },
  { kind: `mail:${sort}`, subject: email, most: 10, minutes: 60 },
]

/**
 * Counts an attempt against each limit before it is made, so that concurrent attempts can't exceed it. Throws `code`
 * with `retry_after` (seconds) at a limit. `clearFailedAttempts` or `withdrawAttempt` undo it after success.
 */
export const countAttempt = (deps: Deps, limits: Limit[], code: ErrorCode): Promise<void> =>
  transact(deps.db, (tx) => countAttemptWithin(tx, deps, limits, code))

/** As `countAttempt`, for what counts only if the caller's transaction is committed. */
export async function countAttemptWithin(
  tx: Tx,
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  limits: Limit[],
  code: ErrorCode,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  const now = clock()
  // Advisory locks per subject, taken in one order to avoid deadlocks.
  for (const name of limits.map(({ kind, subject }) => `${kind} ${subject}`).sort())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  for (const limit of limits) {
    const wait_ms = await findWait(tx, limit, now)
    if (wait_ms > 0) throw new AppError(code, { retry_after: Math.ceil(wait_ms / 1_000) })
  }
  await insertAttempts(tx, limits, now)
}

/** Clears the failed attempts of a source at an account after a success, and this attempt of its network and of strangers. */
export async function clearFailedAttempts(
  tx: Tx,
  config: Config,
  { identifier, caller, source }: Guess,
): Promise<void> {
  if (!config.RATE_LIMITS) return
  await tx
    .deleteFrom('failed_attempts')
    .where('kind', 'in', ['login', 'code'])
    .where('subject', '=', `${identifier} ${source.key}`)
    .execute()
  await withdrawAttempt(tx, { kind: 'network', subject: toNetwork(caller.ip) })
  if (!source.is_known) await withdrawAttempt(tx, { kind: 'stranger', subject: identifier })
}

/** Removes one attempt that succeeded. */
export async function withdrawAttempt(
  db: Deps['db'] | Tx,
  { kind, subject }: Pick<Limit, 'kind' | 'subject'>,
): Promise<void> {
  await sql`delete from failed_attempts where id in (
    select id from failed_attempts where kind = ${kind} and subject = ${subject} order by at desc limit 1
  )`.execute(db)
}

/**
 * Returns whether a mail of this kind may be sent to the address now, and counts it. The caller has locked the
 * account's row.
 */
export async function isMailAllowed(tx: Tx, config: Config, sort: string, email: string, now: Date): Promise<boolean> {
  if (!config.RATE_LIMITS) return true
  const [minute, hour] = mailLimits(sort, email) as [Limit, Limit]
  if ((await findWait(tx, minute, now)) > 0 || (await findWait(tx, hour, now)) > 0) return false
  await insertAttempts(tx, [minute], now)
  return true
}

/**
 * Throws `rate_limited` with `retry_after` (seconds) once an address has had all mails of this kind of an hour, so that
 * nobody waits for another. The caller has locked the account's row.
 */
export async function requireMailLeft(tx: Tx, config: Config, sort: string, email: string, now: Date): Promise<void> {
  if (!config.RATE_LIMITS) return
  const [, hour] = mailLimits(sort, email) as [Limit, Limit]
  const wait_ms = await findWait(tx, hour, now)
  if (wait_ms > 0) throw new AppError('rate_limited', { retry_after: Math.ceil(wait_ms / 1_000) })
}

/** Returns the milliseconds until the subject's next attempt is allowed; 0 if it is allowed now. */
async function findWait(tx: Tx, { kind, subject, most, minutes, growing }: Limit, now: Date): Promise<number> {
  const window_ms = minutes * minute_ms
  const attempts = tx
    .selectFrom('failed_attempts')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', new Date(now.getTime() - window_ms))
  if (growing) {
    const { count, latest } = await attempts
      .select((row) => [row.fn.countAll<string>().as('count'), row.fn.max('at').as('latest')])
      .executeTakeFirstOrThrow()
    const wait_ms = growingWait(Number(count) - most)
    return latest === null ? 0 : Math.max(0, latest.getTime() + wait_ms - now.getTime())
  }
  const oldest = await attempts
    .select('at')
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest === undefined ? 0 : oldest.at.getTime() + window_ms - now.getTime()
}

const longestWait_ms = quarter_ms

/** Milliseconds after the latest attempt when `beyond` more were made than are free: a second, doubled each time. */
export const growingWait = (beyond: number): number =>
  beyond < 0 ? 0 : Math.min(longestWait_ms, 1_000 * 2 ** Math.min(beyond, 20))

async function insertAttempts(tx: Tx, limits: Limit[], now: Date): Promise<void> {
  await tx
    .insertInto('failed_attempts')
    .values(limits.map(({ kind, subject }) => ({ kind, subject, at: now })))
    .execute()
}
