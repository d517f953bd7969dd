import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import { mailPause_ms } from './rules.ts'

const day_ms = 86_400_000
/** A claim lasts longer than the mailer's own limits together: whoever holds it has sent or failed before it ends. */
const claim_ms = 5 * 60_000
const lanes = 3

type Claimed = Mail & { attempts: number }

/**
 * Sends what waits in the outbox, each mail claimed by one process at a time; returns how many went out. A failure is
 * kept with the mail and tried again later and later; a day after it was written a mail is given up.
 * The claim is committed before the mail server is spoken to, so that no connection to the database waits for it.
 */
export async function sendWaitingMails(deps: Deps): Promise<number> {
  const sent = await Promise.all(Array.from({ length: lanes }, () => sendInTurn(deps)))
  return sent.reduce((total, count) => total + count, 0)
}

/** One after the other until none is left or one fails: a mail server that is down is asked again at the next run. */
async function sendInTurn(deps: Deps): Promise<number> {
  for (let count = 0; ; count += 1) {
    const mail = await claim(deps)
    if (mail === undefined) return count
    try {
      await deps.mailer.send(mail)
    } catch (error) {
      await noteFailure(deps, mail, error)
      return count
    }
    await noteSent(deps, mail)
  }
}

async function claim({ db, clock }: Deps): Promise<Claimed | undefined> {
  const now = clock()
  const claimed = await db
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + claim_ms),
    }))
    .where('id', '=', (row) =>
      row
        .selectFrom('mails')
        .select('id')
        .where('sent_at', 'is', null)
        .where('next_attempt_at', '<=', now)
        .where('created_at', '>', new Date(now.getTime() - day_ms))
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'to_address as to', 'subject', 'text', 'html', 'unsubscribe_url', 'calendar', 'attempts'])
    .executeTakeFirst()
  return claimed
}

/** What went out by a mail server is not kept: its code would lie readable in the database. */
async function noteSent({ db, clock, mailer }: Deps, { id }: Claimed): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      sent_at: clock(),
      last_error: null,
      ...(mailer.keeps === true ? {} : { text: '', html: '', calendar: null }),
    })
    .where('id', '=', id)
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
