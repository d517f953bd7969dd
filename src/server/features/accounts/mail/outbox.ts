import { sql } from 'kysely'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Db } from '#server/database/connect.ts'
import { purgeDeletedRows } from '#server/database/purge.ts'
import type { Deps } from '#server/deps.ts'
import { whileAny, type Due } from '#server/jobs.ts'
import type { Mail } from '#server/providers/mail/mailer.ts'
import { mailRetryDelay_ms } from '../rules.ts'
import { qrCodeId } from './mail-format.ts'

/** Longer than the mailer's timeouts together, so that a mail is sent or has failed before its claim expires. */
const claim_ms = 5 * minute_ms
const concurrency = 3
/** Mails claimed per statement. */
const claimSize = 10
const markSize = 32
/** After a crash, mails sent within this time are sent again. */
const recordInterval_ms = 200

type ClaimedMail = Omit<Mail, 'file'> & {
  attempts: number
  booking_id: string | null
  file: Uint8Array | null
  file_name: string | null
}

declare module '#server/deps.ts' {
  interface Hooks {
    /** Returns what is attached to the mail of a booking, as the booking is when the mail is sent. */
    findMailAttachments: (
      deps: Deps,
      booking_id: string,
      to: string,
    ) => Promise<Partial<{ calendar: string; qr_code: Buffer }>>
  }
}

/**
 * Sends due mails, each claimed by one process; returns the number sent. Failures are retried with increasing delays
 * for a day. Claims are committed before sending, so no database connection waits for the mail server.
 */
export async function sendQueuedMails(deps: Deps): Promise<number> {
  const sent = deps.mailer.keeps === true ? [await markMailsSent(deps)] : await sendInParallel(deps)
  await deleteLastMails(deps)
  return sent.reduce((total, count) => total + count, 0)
}

const sendInParallel = (deps: Deps): Promise<number[]> =>
  Promise.all(Array.from({ length: concurrency }, () => sendUntilEmpty(deps)))

/**
 * Deletes mails whose address is forgotten with them, such as the last one to an erased account or a receipt of a counter:
 * once they are sent, or given up after a day.
 */
async function deleteLastMails(deps: Deps): Promise<void> {
  const { db, clock } = deps
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where('is_last', '=', true)
    .where((row) =>
      row.or([row('sent_at', 'is not', null), row('created_at', '<', new Date(clock().getTime() - day_ms))]),
    )
    .executeTakeFirst()
  if (numDeletedRows > 0n) await purgeDeletedRows(deps, ['mails'])
}

/** Marks mails as sent when no mail server is configured, in small batches that don't delay other requests. */
async function markMailsSent({ db, clock }: Deps): Promise<number> {
  const now = clock()
  for (let count = 0; ;) {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set((row) => ({ attempts: row('attempts', '+', 1), sent_at: now }))
      .where('id', 'in', selectDueMails(db, now, markSize))
      .executeTakeFirst()
    count += Number(numUpdatedRows)
    if (numUpdatedRows < markSize) return count
  }
}

/** `next_attempt_at` of the first, and at once what `deleteLastMails` deletes. */
export const mailsDue: Due = (_deps, now) => {
  const given_up_at = new Date(now.getTime() - day_ms)
  return sql`least(
    (select next_attempt_at from mails where sent_at is null and created_at > ${given_up_at}
      order by next_attempt_at limit 1),
    ${whileAny(sql`select from mails where is_last and (sent_at is not null or created_at < ${given_up_at})`, now)})`
}

/** Selects due mails, oldest first, skipping those locked by another process. */
const selectDueMails = (db: Db, now: Date, most: number) =>
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
 * Sends due mails until none is left. One refused mail doesn't stop the others; after a second failure the mail server
 * counts as down until the next run.
 */
async function sendUntilEmpty(deps: Deps): Promise<number> {
  let count = 0
  for (let failures = 0; failures < 2;) {
    const mails = await claimMails(deps)
    if (mails.length === 0) break
    const outcome = await sendBatch(deps, mails, 2 - failures)
    count += outcome.sent
    failures += outcome.failures
  }
  return count
}

/** Records sent mails in batches, at most `recordInterval_ms` after sending. */
async function sendBatch(
  deps: Deps,
  mails: readonly ClaimedMail[],
  maxFailures: number,
): Promise<{ sent: number; failures: number }> {
  const claimed_at = performance.now()
  let recorded_at = claimed_at
  let unrecorded: ClaimedMail[] = []
  let sent = 0
  let failures = 0
  const flushSent = async () => {
    await recordSent(deps, unrecorded)
    unrecorded = []
    recorded_at = performance.now()
  }
  for (const [n, mail] of mails.entries()) {
    // With a slow mail server, releases the remaining mails before their claim expires.
    if (failures >= maxFailures || performance.now() - claimed_at > claim_ms / 2) {
      await releaseMails(deps, mails.slice(n))
      break
    }
    try {
      await deps.mailer.send(await attach(deps, mail))
      unrecorded.push(mail)
      sent += 1
    } catch (error) {
      failures += 1
      await recordFailure(deps, mail, error)
    }
    if (performance.now() - recorded_at > recordInterval_ms) await flushSent()
  }
  await flushSent()
  return { sent, failures }
}

/** Adds the files of a booking's mail. It is sent without them if they cannot be made. */
async function attach(deps: Deps, { file, file_name, ...claimed }: ClaimedMail): Promise<Mail> {
  const mail = { ...claimed, file: file === null ? undefined : { name: file_name ?? '', content: Buffer.from(file) } }
  if (mail.booking_id === null) return mail
  try {
    const { calendar, qr_code } = await deps.hooks.findMailAttachments(deps, mail.booking_id, mail.to)
    return { ...mail, calendar, image: qr_code && { id: qrCodeId, content: qr_code } }
  } catch (error) {
    deps.log.warn(
      `mail ${mail.id} is sent without attachments: ${error instanceof Error ? error.message : String(error)}`,
    )
    return mail
  }
}

async function claimMails({ db, clock }: Deps): Promise<ClaimedMail[]> {
  const now = clock()
  return db
    .updateTable('mails')
    .set((row) => ({
      attempts: row('attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + claim_ms),
    }))
    .where('id', 'in', selectDueMails(db, now, claimSize))
    .returning([
      'id',
      'to_address as to',
      'subject',
      'text',
      'html',
      'unsubscribe_url',
      'calendar',
      'booking_id',
      'file',
      'file_name',
      'attempts',
    ])
    .execute()
}

/** Releases mails that were claimed but not tried. */
async function releaseMails({ db, clock }: Deps, mails: readonly ClaimedMail[]): Promise<void> {
  if (mails.length === 0) return
  await db
    .updateTable('mails')
    .set((row) => ({ attempts: row('attempts', '-', 1), next_attempt_at: clock() }))
    .where(sql<boolean>`id = any(${mails.map(({ id }) => id)}::uuid[])`)
    .execute()
}

/** Records mails as sent and deletes their contents, because codes must not stay readable in the database. */
async function recordSent({ db, clock }: Deps, mails: readonly ClaimedMail[]): Promise<void> {
  if (mails.length === 0) return
  await db
    .updateTable('mails')
    .set({
      sent_at: clock(),
      last_error: null,
      text: '',
      html: '',
      calendar: null,
      file: null,
    })
    .where(sql<boolean>`id = any(${mails.map(({ id }) => id)}::uuid[])`)
    .execute()
}

async function recordFailure({ db, clock, log }: Deps, { id, attempts }: ClaimedMail, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error)
  log.warn(`mail ${id} was not taken (try ${attempts}): ${reason}`)
  await db
    .updateTable('mails')
    .set({
      last_error: reason.replaceAll('\0', '').slice(0, 500),
      next_attempt_at: new Date(clock().getTime() + mailRetryDelay_ms(attempts)),
    })
    .where('id', '=', id)
    .execute()
}

export interface StoredMail {
  to: string
  subject: string
  text: string
  html: string
  date: string
}

/** Returns the newest hundred mails, optionally of one address. */
export async function listMails({ db }: Deps, to: string | undefined): Promise<StoredMail[]> {
  const rows = await db
    .selectFrom('mails')
    .select(['to_address as to', 'subject', 'text', 'html', 'created_at'])
    .$if(to !== undefined, (query) => query.where('to_address', '=', to!))
    .orderBy('created_at', 'desc')
    .orderBy('queue_number', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ created_at, ...mail }) => ({ ...mail, date: created_at.toISOString() }))
}
