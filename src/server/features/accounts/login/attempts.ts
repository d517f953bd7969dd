import { sql } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { toNetwork } from '#server/features/accounts/rules.ts'

/** At most `most` times in `minutes`, for one subject of a kind. */
export type Limit = { kind: string; subject: string; most: number; minutes: number }

export const limits = {
  register: (config: Config, ip: string): Limit => ({
    kind: 'register',
    subject: toNetwork(ip),
    most: config.RATE_REGISTER_HOUR,
    minutes: 60,
  }),
  login: (config: Config, email: string): Limit => ({
    kind: 'login',
    subject: email,
    most: config.RATE_LOGIN_ACCOUNT,
    minutes: 15,
  }),
  code: (config: Config, email: string): Limit => ({
    kind: 'code',
    subject: email,
    most: config.RATE_LOGIN_ACCOUNT,
    minutes: 15,
  }),
  network: (config: Config, ip: string): Limit => ({
    kind: 'network',
    subject: toNetwork(ip),
    most: config.RATE_LOGIN_ADDRESS,
    minutes: 15,
  }),
}

/** A mail of one sort to one address: one a minute, ten an hour. */
const mailLimits = (sort: string, email: string): Limit[] => [
  { kind: `mail:${sort}`, subject: email, most: 1, minutes: 1 },
  { kind: `mail:${sort}`, subject: email, most: 10, minutes: 60 },
]

/**
 * Counts a try against each limit before it is made, so that tries that run at once cannot slip past; throws `code`
 * with `retry_after` (seconds) when one is reached. A try that turns out right is taken back with `forgive`.
 */
export async function countAttempt({ db, config, clock }: Deps, tried: Limit[], code: ErrorCode): Promise<void> {
  if (!config.RATE_LIMITS) return
  const now = clock()
  await db.transaction().execute(async (tx) => {
    // One order for everybody; processes wait for each other per subject, for these few statements.
    for (const name of tried.map(({ kind, subject }) => `${kind} ${subject}`).sort())
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
    for (const limit of tried) {
      const wait_ms = await findWait(tx, limit, now)
      if (wait_ms > 0) throw new AppError(code, { retry_after: Math.ceil(wait_ms / 1_000) })
    }
    await insertAttempts(tx, tried, now)
  })
}

/** Forgets what was counted against an account that has just proved itself, and this one try of its network. */
export async function clearFailedAttempts(tx: Tx, config: Config, email: string, ip: string): Promise<void> {
  if (!config.RATE_LIMITS) return
  await tx.deleteFrom('failed_attempts').where('kind', 'in', ['login', 'code']).where('subject', '=', email).execute()
  await sql`delete from failed_attempts where ctid in (
    select ctid from failed_attempts where kind = 'network' and subject = ${toNetwork(ip)} order by at desc limit 1
  )`.execute(tx)
}

/** Takes one try back that turned out right. */
export async function withdrawAttempt(db: Deps['db'], { kind, subject }: Limit): Promise<void> {
  await sql`delete from failed_attempts where ctid in (
    select ctid from failed_attempts where kind = ${kind} and subject = ${subject} order by at desc limit 1
  )`.execute(db)
}

/** Whether a mail of this sort may go to the address now, and counts it. The caller holds the account's row. */
export async function isMailAllowed(tx: Tx, config: Config, sort: string, email: string, now: Date): Promise<boolean> {
  if (!config.RATE_LIMITS) return true
  const [minute, hour] = mailLimits(sort, email) as [Limit, Limit]
  if ((await findWait(tx, minute, now)) > 0 || (await findWait(tx, hour, now)) > 0) return false
  await insertAttempts(tx, [minute], now)
  return true
}

/** Milliseconds until the subject may try again; 0 when it may now. */
async function findWait(tx: Tx, { kind, subject, most, minutes }: Limit, now: Date): Promise<number> {
  const window_ms = minutes * 60_000
  const oldest = await tx
    .selectFrom('failed_attempts')
    .select('at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('at', '>', new Date(now.getTime() - window_ms))
    .orderBy('at', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  return oldest === undefined ? 0 : oldest.at.getTime() + window_ms - now.getTime()
}

async function insertAttempts(tx: Tx, tried: Limit[], now: Date): Promise<void> {
  await tx
    .insertInto('failed_attempts')
    .values(tried.map(({ kind, subject }) => ({ kind, subject, at: now })))
    .execute()
}
