import { sql } from 'kysely'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import { mailPause_ms } from './rules.ts'

const day_ms = 86_400_000
/** A claim lasts longer than the mailer's own limits together: whoever holds it has sent or failed before it ends. */
const claim_ms = 5 * 60_000
const lanes = 3
/** So many are claimed in one statement. */
const together = 10
const mostKept = 32
/** After a crash, mails that were sent within it are sent again. */
const moment_ms = 200

type Claimed = Mail & { attempts: number }

/**
 * Sends what waits in the outbox, each mail claimed by one process at a time; returns how many went out. A failure is
 * kept with the mail and tried again later and later; a day after it was written a mail is given up.
 * The claim is committed before the mail server is spoken to, so that no connection to the database waits for it.
 */
export async function sendWaitingMails(deps: Deps): Promise<number> {
  if (deps.mailer.keeps === true) return keepWaitingMails(deps)
  const sent = await Promise.all(Array.from({ length: lanes }, () => sendInTurn(deps)))
  return sent.reduce((total, count) => total + count, 0)
}

/** Where nothing is sent, in small parts: a crowd of them at once would hold up whoever books meanwhile. */
async function keepWaitingMails({ db, clock }: Deps): Promise<number> {
  const now = clock()
  for (let count = 0; ;) {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set((row) => ({ attempts: row('attempts', '+', 1), sent_at: now }))
      .where('id', 'in', waiting(db, now, mostKept))
      .executeTakeFirst()
    count += Number(numUpdatedRows)
    if (numUpdatedRows < mostKept) return count
  }
}

/** Those whose turn it is, the longest waiting first, but for those that another process has in hand. */
const waiting = (db: Db, now: Date, most: number) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<=', now)
    .where('created_at', '>', new Date(now.getTime() - day_ms))
    .orderBy('next_attempt_at')
    .limit(most)
    .forUpdate()
    .skipLocked()

/**
 * One after the other until none is left. One that is refused does not keep the others waiting; at the second the mail
 * server is taken for down, and is asked again at the next run.
 */
async function sendInTurn(deps: Deps): Promise<number> {
  let count = 0
  for (let failures = 0; failures < 2;) {
    const mails = await claim(deps)
    if (mails.length === 0) break
    const outcome = await sendAll(deps, mails, 2 - failures)
    count += outcome.sent
    failures += outcome.failures
  }
  return count
}

/** What was sent is noted together, but never later than a moment after it went out. */
async function sendAll(
  deps: Deps,
  mails: readonly Claimed[],
  patience: number,
): Promise<{ sent: number; failures: number }> {
  const claimed_at = performance.now()
  let noted_at = claimed_at
  let unnoted: Claimed[] = []
  let sent = 0
  let failures = 0
  const note = async () => {
    await noteSent(deps, unnoted)
    unnoted = []
    noted_at = performance.now()
  }
  for (const [n, mail] of mails.entries()) {
    // Of a slow mail server too the rest goes back before the claim on it ends.
    if (failures >= patience || performance.now() - claimed_at > claim_ms / 2) {
      await giveBack(deps, mails.slice(n))
      break
    }
    try {
      await deps.mailer.send(mail)
      unnoted.push(mail)
      sent += 1
    } catch (error) {
      failures += 1
      await noteFailure(deps, mail, error)
    }
    if (performance.now() - noted_at > moment_ms) await note()
  }
  await note()
  return { sent, failures }
}

async function claim({ db, clock }: Deps): Promise<Claimed[]> {
  const now = clock()
  return db
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + claim_ms),
    }))
    .where('id', 'in', waiting(db, now, together))
    .returning(['id', 'to_address as to', 'subject', 'text', 'html', 'unsubscribe_url', 'calendar', 'attempts'])
    .execute()
}

/** Claimed and not tried: they wait as before. */
async function giveBack({ db, clock }: Deps, mails: readonly Claimed[]): Promise<void> {
  if (mails.length === 0) return
  await db
    .updateTable('mails')
    .set((row) => ({ attempts: row('attempts', '-', 1), next_attempt_at: clock() }))
    .where(sql<boolean>`id = any(${mails.map(({ id }) => id)}::uuid[])`)
    .execute()
}

/** What went out by a mail server is not kept: its code would lie readable in the database. */
async function noteSent({ db, clock }: Deps, mails: readonly Claimed[]): Promise<void> {
  if (mails.length === 0) return
  await db
    .updateTable('mails')
    .set({
      sent_at: clock(),
      last_error: null,
      text: '',
      html: '',
      calendar: null,
    })
    .where(sql<boolean>`id = any(${mails.map(({ id }) => id)}::uuid[])`)
    .execute()
}

async function noteFailure({ db, clock, log }: Deps, { id, attempts }: Claimed, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  log.warn(`mail ${id} was not taken (try ${attempts}): ${reason}`)
  await db
    .updateTable('mails')
    .set({
      last_error: reason.replaceAll('\0', '').slice(0, 500),
      next_attempt_at: new Date(clock().getTime() + mailPause_ms(attempts)),
    })
    .where('id', '=', id)
    .execute()
}

export type KeptMail = { to: string; subject: string; text: string; html: string; date: string }

/** The newest hundred mails, of one address where it is told. */
export async function listMails({ db }: Deps, to: string | undefined): Promise<KeptMail[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['to_address as to', 'subject', 'text', 'html', 'created_at'])
    .$if(to !== undefined, (query) => query.where('to_address', '=', to!))
    .orderBy('created_at', 'desc')
    .orderBy(sql`ctid`, 'desc')
    .limit(100)
    .execute()
  return rows.map(({ created_at, ...mail }) => ({ ...mail, date: created_at.toISOString() }))
}
