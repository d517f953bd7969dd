import { sql, type RawBuilder } from 'kysely'
import type { QueueName } from '#contract/desk/failed-work.ts'
import type { JobName } from '#contract/desk/health.ts'
import type { Deps } from './deps.ts'

/** A recurring background job. `run` must be safe to execute in several processes at the same time. */
export interface Job {
  name: JobName
  /** Seconds from the end of a run to the next, at least. */
  every_s: number
  /** What a run waits for besides. Without it, the job runs whenever its time has passed. */
  due?: Due
  /** It changes nothing, and goes on in read-only mode. */
  only_reads?: true
  run: (deps: Deps) => Promise<unknown>
}

/**
 * `change`: that anything in the database has changed. A function: SQL of the moment from which something waits for the job,
 * null where nothing does; undefined where nothing ever will in this process. Its condition is that of the job's own
 * statement (`whenDue`).
 */
export type Due = 'change' | ((deps: Deps, now: Date) => RawBuilder<Date | null> | undefined)

/** Runs a job once, and resolves to whether it may have found something to do. Never rejects. */
export type RunJob = (job: Job) => Promise<boolean>

/**
 * For a job's `due`: the moment from which a row waits that has not failed, and that of the next try of one that has. `when`
 * is a column of `from`, which the job's own statement compares with now, and which an index should have in its order.
 */
export const whenDue = (
  queue: QueueName,
  {
    from,
    key,
    when,
    where = sql<boolean>`true`,
  }: { from: RawBuilder<unknown>; key: RawBuilder<unknown>; when: RawBuilder<unknown>; where?: RawBuilder<unknown> },
): RawBuilder<Date | null> => sql`least(
  (select ${when} from ${from} where ${when} is not null and ${where}
    and not exists (select from failed_work f where f.queue = ${queue} and f.key = ${key}::text)
    order by ${when} limit 1),
  (select min(f.next_try_at) from failed_work f where f.queue = ${queue} and f.set_aside_at is null))`

/** `when` of a row for which no time matters. */
export const atOnce = sql<Date>`to_timestamp(0)`

/** For a job's `due`: now while there is a row. */
export const whileAny = (rows: RawBuilder<unknown>, now: Date): RawBuilder<Date | null> =>
  sql`case when exists (${rows}) then ${now}::timestamptz end`
