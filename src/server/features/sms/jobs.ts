import { sql } from 'kysely'
import { day_ms } from '#contract/time.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import { firstId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Figure } from '#server/http/metrics.ts'
import type { Job } from '#server/jobs.ts'
import { consent_years } from './consents.ts'
import { sendQueuedSms, smsDue } from './outbox.ts'
import { findSmsCosts } from './reports.ts'
import { dayStart, sms_days } from './rules.ts'

/** Messages are sent within two seconds. */
export const smsJobs: Job[] = [
  { name: 'send_sms', every_s: 2, run: sendQueuedSms, due: smsDue },
  { name: 'find_sms_costs', every_s: 300, run: findSmsCosts },
  {
    name: 'forget_sms',
    every_s: 3_600,
    run: async ({ db, clock }: Deps) => {
      await deleteOld(db, 'sms_messages', sql`id < ${firstId(new Date(clock().getTime() - sms_days * day_ms))}`)
      await deleteOld(
        db,
        'text_consents',
        sql`ended_at < ${clock()}::timestamptz - make_interval(years => ${sql.lit(consent_years)})`,
      )
    },
  },
]

/** What waits in the outbox, what fails, and what the daily maximum of a country has stopped. */
export const smsMetrics = ({ db, clock }: Deps): Figure[] => {
  const count = (condition: ReturnType<typeof sql<boolean>>) => async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from sms_messages
      where created_at >= ${dayStart(clock())} and ${condition}`.execute(db)
    return rows[0]!.count
  }
  return [
    {
      name: 'parkwell_sms_oldest_seconds',
      help: 'Age of the oldest text message that is due and was not sent',
      read: async () => {
        const { rows } = await sql<{ age: number }>`
          select coalesce(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as age from sms_messages
          where state = 'waiting' and next_attempt_at <= now()`.execute(db)
        return rows[0]!.age
      },
    },
    {
      name: 'parkwell_sms_stopped',
      help: "Text messages of today that a country's daily maximum has stopped",
      read: count(sql<boolean>`state = 'refused' and reason = 'daily_maximum'`),
    },
    {
      name: 'parkwell_sms_failed',
      help: 'Text messages of today that failed or were lost',
      read: count(sql<boolean>`state in ('failed', 'lost')`),
    },
  ]
}
