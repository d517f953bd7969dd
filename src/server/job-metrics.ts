import { sql } from 'kysely'
import { ageOfLastBackup } from '#server/database/last-backup.ts'
import type { Figure } from '#server/http/metrics.ts'
import type { Deps } from './deps.ts'

/** When jobs ran last, of all servers, what they gave up, and how old the last backup is. */
export const jobMetrics = ({ db, read_only }: Deps): Figure[] => [
  {
    name: 'parkwell_read_only',
    help: 'Whether this server changes nothing: 1 in read-only mode, otherwise 0',
    read: () => (read_only.isOn ? 1 : 0),
  },
  {
    name: 'parkwell_backup_age_seconds',
    help: 'Time since the last good backup began, its copy off the machine included; +Inf without one',
    read: () => ageOfLastBackup(db),
  },
  {
    name: 'parkwell_job_age_seconds',
    help: 'Time since a job last ended without a failure, beyond its interval',
    label: 'name',
    read: async () => {
      const { rows } = await sql<{ of: string; value: number }>`
        select name as of, greatest(0, extract(epoch from now() - finished_at) - every_s)::float8 as value
        from job_runs`.execute(db)
      return rows
    },
  },
  {
    name: 'parkwell_work_set_aside',
    help: 'Rows that failed so often that no job tries them any more',
    read: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from failed_work where set_aside_at is not null`.execute(db)
      return rows[0]!.count
    },
  },
]
