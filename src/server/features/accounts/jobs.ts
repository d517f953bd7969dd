import { day_ms, minute_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import type { Job } from '#server/jobs.ts'
import { sendQueuedMails } from './mail/outbox.ts'
import { mail_days, source_days } from './rules.ts'

/** Deletes expired sessions, codes, attempt counters, idempotency keys and unused sources, and mails older than a month. */
export async function deleteExpired({ db, clock }: Deps): Promise<void> {
  const now = clock()
  const ago = (ms: number) => new Date(now.getTime() - ms)
  await db.deleteFrom('sessions').where('expires_at', '<=', now).execute()
  await db.deleteFrom('used_id_tokens').where('expires_at', '<=', now).execute()
  await db.deleteFrom('email_codes').where('created_at', '<', ago(day_ms)).execute()
  await db
    .deleteFrom('failed_attempts')
    .where('at', '<', ago(60 * minute_ms))
    .execute()
  await db
    .deleteFrom('known_sources')
    .where('last_at', '<', ago(source_days * day_ms))
    .execute()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', ago(day_ms)).execute()
  await db
    .deleteFrom('mails')
    .where('created_at', '<', ago(mail_days * day_ms))
    .execute()
}

/** Mail is sent within two seconds; the cleanup runs at start and then hourly. */
export const accountsJobs: Job[] = [
  { name: 'send_mails', every_s: 2, run: sendQueuedMails },
  { name: 'forget_expired', every_s: 3_600, run: deleteExpired },
]
