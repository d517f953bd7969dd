import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Figure } from '#server/http/metrics.ts'

/** What waits between us and the payment providers. */
export const walletMetrics = ({ db }: Deps): Figure[] => [
  {
    name: 'parkwell_webhooks_waiting',
    help: 'Messages of payment providers that were stored and not processed',
    read: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from webhook_events where processed_at is null`.execute(db)
      return rows[0]!.count
    },
  },
  {
    name: 'parkwell_money_differences_open',
    help: 'Differences between our payments and those of the providers that nobody has resolved',
    read: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from money_differences where resolved_at is null`.execute(db)
      return rows[0]!.count
    },
  },
]
