import { sql } from 'kysely'
import { minute_ms } from '#contract/time.ts'
import type { Deps } from './deps.ts'
import type { Job, RunJob } from './jobs.ts'

interface Watched {
  job: Job
  running: Promise<void> | undefined
  /** By `performance.now()`. */
  ended_ms: number
  /** For jobs of `change`: whether something has changed since their last run began. */
  isBehind: boolean
  /** From when something waits for the job. */
  due_at: Date | null
  /** Runs in a row that found nothing they could do. */
  vain: number
}

/** A job of `change` runs so often without one, and any other one so often although its SQL finds nothing for it. */
const longest_ms = { change: minute_ms / 2, due: 5 * minute_ms }
/** The longest pause of a job for which something waits that it cannot do. */
const longestVain_ms = 10_000

/**
 * Runs jobs when there is something for them: where nothing has changed, the database gets one short question instead of
 * one for each job. Its answer, the transactions that are visible, differs after each change that anybody has made, whatever
 * the engine and whatever pooler is before it. (LISTEN would need a connection of its own, which a pooler does not give; and
 * a transaction with NOTIFY holds up the commits of all others that have it.) Then one statement reads from when something
 * waits for which job.
 */
export class WaitingWork {
  readonly #deps: Deps
  readonly #watched: Watched[]
  readonly #run: RunJob
  #visible: string | undefined
  #isAway = false

  constructor(deps: Deps, jobs: readonly Job[], run: RunJob) {
    this.#deps = deps
    this.#run = run
    this.#watched = jobs.map((job) => ({
      job,
      running: undefined,
      ended_ms: -Infinity,
      isBehind: true,
      due_at: null,
      vain: 0,
    }))
  }

  /** Asks what has changed, and starts the jobs that have something to do. Does not wait for them. */
  async look(): Promise<void> {
    try {
      const visible = await this.#readVisible()
      if (visible === undefined || visible !== this.#visible) {
        for (const watched of this.#watched) watched.isBehind = true
        await this.#readDue()
      }
      this.#visible = visible
      this.#isAway = false
    } catch (error) {
      if (!this.#isAway) this.#deps.log.error('could not find out from the database what waits for the jobs', error)
      this.#isAway = true
      this.#visible = undefined
      return
    }
    for (const watched of this.#watched) if (this.#isTime(watched)) this.#start(watched)
  }

  /** Resolves when the running jobs have ended. */
  async ended(): Promise<void> {
    await Promise.all(this.#watched.flatMap(({ running }) => running ?? []))
  }

  /** Undefined for a distributed database, each node of which numbers its transactions itself: there, anything may have changed. */
  async #readVisible(): Promise<string | undefined> {
    const { rows } = await sql<{ visible: string | null }>`
      select case when not exists (select from pg_extension where extname = 'citus') then pg_current_snapshot()::text end
        as visible`.execute(this.#deps.db)
    return rows[0]!.visible ?? undefined
  }

  async #readDue(): Promise<void> {
    const now = this.#deps.clock()
    const questions = this.#watched.flatMap((watched) => {
      const { due } = watched.job
      const moment = typeof due === 'function' ? due(this.#deps, now) : undefined
      return moment === undefined ? [] : [{ watched, column: sql`${moment} as ${sql.ref(watched.job.name)}` }]
    })
    if (questions.length === 0) return
    const { rows } = await sql<Record<string, Date | null>>`
      select ${sql.join(questions.map(({ column }) => column))}`.execute(this.#deps.db)
    for (const { watched } of questions) {
      const due_at = rows[0]![watched.job.name]!
      if (due_at?.getTime() !== watched.due_at?.getTime()) watched.vain = 0
      watched.due_at = due_at
    }
  }

  #isTime({ job, running, ended_ms, isBehind, due_at, vain }: Watched): boolean {
    if (running !== undefined) return false
    const passed_ms = performance.now() - ended_ms
    const every_ms = job.every_s * 1_000
    if (job.due === 'change') return passed_ms >= Math.max(every_ms, isBehind ? 0 : longest_ms.change)
    if (due_at === null || due_at > this.#deps.clock()) return passed_ms >= longest_ms.due
    return passed_ms >= Math.max(every_ms, Math.min(longestVain_ms, every_ms * 2 ** vain))
  }

  #start(watched: Watched): void {
    watched.isBehind = false
    watched.running = this.#run(watched.job).then((hasFound) => {
      watched.vain = hasFound ? 0 : watched.vain + 1
      watched.running = undefined
      watched.ended_ms = performance.now()
    })
  }
}
