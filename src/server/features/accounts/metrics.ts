import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Figure } from '#server/http/metrics.ts'

/** What waits in the outbox. */
export const accountsMetrics = ({ db }: Deps): Figure[] => [
  {
    name: 'parkwell_mail_oldest_seconds',
    help: 'Age of the oldest mail that is due and was not sent',
    read: async () => {
      const { rows } = await sql<{ age: number }>`
        select coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from mails
        where sent_at is null and next_attempt_at <= now()`.execute(db)
      return rows[0]!.age
    },
  },
]
