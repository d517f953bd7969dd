import { sql } from 'kysely'
import { day_ms, minute_ms } from '#contract/time.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { firstId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { mailsDue, sendQueuedMails } from './mail/outbox.ts'
import { invitation_months, mail_days, source_days } from './rules.ts'

/** Deletes expired sessions, codes, attempt counters, idempotency keys and unused sources, mails older than a month, and old invitations. */
export async function deleteExpired({ db, clock }: Deps): Promise<void> {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await deleteOld(db, 'sessions', sql`expires_at <= ${now}`)
  await deleteOld(db, 'used_id_tokens', sql`expires_at <= ${now}`, ['token_hash'])
  await deleteOld(db, 'email_codes', sql`created_at < ${ago(day_ms)}`)
  await deleteOld(db, 'failed_attempts', sql`at < ${ago(60 * minute_ms)}`)
  await deleteOld(db, 'known_sources', sql`last_at < ${ago(source_days * day_ms)}`, ['user_id', 'source'])
  await deleteOld(db, 'idempotency_keys', sql`created_at < ${ago(day_ms)}`, ['user_id', 'key'])
  await deleteOld(db, 'invitations', sql`sent_at < ${now}::timestamptz - make_interval(months => ${invitation_months})`)
  // Their ids are in the order of their time, and there are many.
  await deleteOld(db, 'mails', sql`id < ${firstId(ago(mail_days * day_ms))}`)
}

/** Mail is sent within two seconds; the cleanup runs at start and then hourly. */
export const accountsJobs: Job[] = [
  { name: 'send_mails', every_s: 2, run: sendQueuedMails, due: mailsDue },
  { name: 'forget_expired', every_s: 3_600, run: deleteExpired },
]
