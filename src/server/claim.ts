import { sql, type RawBuilder } from 'kysely'
import { queueTries, type QueueName } from '#contract/desk/failed-work.ts'
import { day_ms, hour_ms, minute_ms } from '#contract/time.ts'
import { codeOf, constraintOf, isAway } from '#server/database/errors.ts'
import { newId } from '#server/database/ids.ts'
import { RemoteError } from '#server/providers/remote-error.ts'
import type { Deps } from './deps.ts'

/**
 * Whether the row of this key may be tried: it has not failed, or has waited long enough since and is not set aside, and
 * this run has not found already that nothing can be done for it.
 */
type IsReady = (key: RawBuilder<unknown>) => RawBuilder<boolean>

/** What a queue does with the rows that wait in its table. */
export interface Queue<Row> {
  name: QueueName
  /** Rows found by one statement, 100 by default. */
  batch_size?: number
  /** Rows that are worked on at one time, 1 by default; more where the work waits for others. */
  parallel?: number
  /**
   * Finds due rows, oldest first. Work in a transaction locks its row with `for update skip locked`; work outside of one
   * claims the rows here, so that another process leaves them alone until their claim expires.
   */
  find(deps: Deps, batch: { now: Date; limit: number; isReady: IsReady }): Promise<readonly Row[]>
  keyOf(row: Row): string
  /** What people call the row. */
  subjectOf?(row: Row): string
  /** Does the work of one row, if it is still due; answers `false` where nothing was to be done. */
  work(deps: Deps, row: Row, now: Date): Promise<unknown>
  /** Does the work of many rows in one transaction. If it fails, `work` is called for each of them. */
  workTogether?(deps: Deps, rows: readonly Row[], now: Date): Promise<unknown>
}

/** How long a row waits after its first failure; twice as long after each further one, up to `longest`. */
const wait_ms = { conflict: 1_000, error: minute_ms, longest: hour_ms }

/**
 * Works on the rows of a queue until none is due, in any number of processes. A row that fails waits, longer each time, and
 * is set aside after `queueTries`, where staff see it with its reason; the others go on. Returns the number of rows done.
 * Throws when the database cannot be reached.
 */
export async function workThrough<Row>(deps: Deps, queue: Queue<Row>): Promise<number> {
  const limit = queue.batch_size ?? 100
  const seen = new Set<string>()
  const left = new Set<string>()
  for (let done = 0; ;) {
    const now = deps.clock()
    const leftKeys = [...left]
    const isReady: IsReady = (key) => sql<boolean>`not exists (select from failed_work f where f.queue = ${queue.name}
      and f.key = ${key}::text and (f.set_aside_at is not null or f.next_try_at > ${now}::timestamptz))
      and ${key}::text <> all(${leftKeys}::text[])`
    const found = await queue.find(deps, { now, limit, isReady })
    // What is still due after its work would be found again and again.
    const rows = found.filter((row) => !seen.has(queue.keyOf(row)))
    for (const row of rows) seen.add(queue.keyOf(row))
    if (rows.length > 0) {
      const result = await workOn(deps, queue, rows, now)
      done += result.done
      for (const key of result.left) left.add(key)
    }
    if (found.length < limit || rows.length === 0) return done
  }
}

/** `left` are the keys of rows for which nothing could be done: another process has them, or what they wait for is missing. */
interface BatchResult {
  done: number
  left: string[]
}

async function workOn<Row>(deps: Deps, queue: Queue<Row>, rows: readonly Row[], now: Date): Promise<BatchResult> {
  if (rows.length > 1 && queue.workTogether !== undefined) {
    try {
      await queue.workTogether(deps, rows, now)
      await forgetFailures(deps, queue, rows)
      return { done: rows.length, left: [] }
    } catch (error) {
      if (isOutage(error)) throw error
    }
  }
  const succeeded: Row[] = []
  const left: string[] = []
  const waiting = rows.values()
  const workInTurn = async () => {
    for (const row of waiting)
      try {
        if ((await queue.work(deps, row, now)) === false) left.push(queue.keyOf(row))
        else succeeded.push(row)
      } catch (error) {
        if (isOutage(error)) throw error
        await recordFailure(deps, queue, { key: queue.keyOf(row), subject: queue.subjectOf?.(row) }, error)
      }
  }
  const turns = await Promise.allSettled(Array.from({ length: queue.parallel ?? 1 }, workInTurn))
  await forgetFailures(deps, queue, succeeded)
  for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  return { done: succeeded.length, left }
}

/** Whether an error says that the database is away or has run out of something, and nothing about the row. */
export const isOutage = (error: unknown): boolean =>
  !(error instanceof RemoteError) && (isAway(error) || codeOf(error)?.startsWith('53') === true)

async function forgetFailures<Row>({ db }: Deps, queue: Queue<Row>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  const keys = rows.map((row) => queue.keyOf(row))
  await sql`delete from failed_work where queue = ${queue.name} and key = any(${keys}::text[])`.execute(db)
}

/**
 * Notes that the work of a row failed, and sets it aside after its last try. Another transaction that took the space or the
 * money first is no defect: the row is tried again after a second, and logged only when it is set aside. Returns when it is
 * tried again; null if it is not.
 */
export async function recordFailure(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  { name }: Pick<Queue<never>, 'name'>,
  { key, subject = null }: { key: string; subject?: string | null | undefined },
  error: unknown,
): Promise<Date | null> {
  const failed_at = clock()
  const isConflict = constraintOf(error) !== undefined
  const reason = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 500)
  const most = queueTries[name]
  const before = await db
    .selectFrom('failed_work')
    .select('tries')
    .where('queue', '=', name)
    .where('key', '=', key)
    .executeTakeFirst()
  const tries = (before?.tries ?? 0) + 1
  const isLast = tries >= most
  const delay_ms = Math.min(wait_ms.longest, (isConflict ? wait_ms.conflict : wait_ms.error) * 2 ** (tries - 1))
  const failure = {
    subject,
    tries,
    last_error: reason,
    failed_at,
    next_try_at: isLast ? null : new Date(failed_at.getTime() + delay_ms),
    set_aside_at: isLast ? failed_at : null,
  }
  await db
    .insertInto('failed_work')
    .values({ id: newId(failed_at.getTime()), queue: name, key, ...failure })
    .onConflict((conflict) => conflict.columns(['queue', 'key']).doUpdateSet(failure))
    .execute()
  const what = `${name} ${subject ?? key}`
  if (isLast) log.error(`${what} is set aside after ${tries} tries`, error)
  else if (error instanceof RemoteError) log.warn(`${what} failed (try ${tries} of ${most}): ${reason}`)
  else if (!isConflict) log.error(`${what} failed (try ${tries} of ${most})`, error)
  return failure.next_try_at
}

/** Failures whose rows were done otherwise meanwhile, such as by a person, are forgotten after this time. */
const forgotten_ms = 7 * day_ms

/** Deletes failures that nothing has tried again for a week. Those that are set aside stay until staff retry them. */
export async function forgetOldFailures({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db
    .deleteFrom('failed_work')
    .where('next_try_at', '<', new Date(clock().getTime() - forgotten_ms))
    .execute()
}
