import type { Deps } from './deps.ts'
import type { Job } from './jobs.ts'

interface Run {
  every_s: number
  finished_at: Date
  duration_ms: number
  last_error: string | null
}

/**
 * When the jobs of this process last ran, as the desk's system health shows it. Failures are stored at once, all other runs
 * together, when `store` is called: some jobs run every second.
 */
export class JobRuns {
  readonly #deps: Deps
  readonly #unstored = new Map<Job, Run>()
  readonly #durations_ms = new Map<Job, number>()
  readonly #failing = new Set<Job>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async add(job: Job, duration_ms: number, failure: string | undefined): Promise<void> {
    const run = this.#toRun(job, duration_ms, failure)
    this.#durations_ms.set(job, duration_ms)
    this.#unstored.set(job, run)
    const wasFailing = this.#failing.has(job)
    if (failure === undefined) this.#failing.delete(job)
    else this.#failing.add(job)
    // A job that works again is as good news as one that fails is bad.
    if (failure !== undefined || wasFailing) await this.#store()
  }

  /** `idle` jobs that found nothing to do since count as run: they were looked after. */
  async store(idle: readonly Job[]): Promise<void> {
    for (const job of idle)
      if (!this.#unstored.has(job) && !this.#failing.has(job))
        this.#unstored.set(job, this.#toRun(job, this.#durations_ms.get(job) ?? 0, undefined))
    await this.#store()
  }

  #toRun({ every_s }: Job, duration_ms: number, failure: string | undefined): Run {
    return { every_s, finished_at: this.#deps.clock(), duration_ms, last_error: failure ?? null }
  }

  async #store(): Promise<void> {
    const { db, log, read_only } = this.#deps
    if (read_only.isOn || this.#unstored.size === 0) return
    // In the order of names, so that two processes cannot deadlock.
    const rows = [...this.#unstored]
      .map(([{ name }, run]) => ({ name, ...run, failed_at: run.last_error === null ? null : run.finished_at }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    this.#unstored.clear()
    try {
      await db
        .insertInto('job_runs')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet(({ ref, fn }) => ({
            every_s: ref('excluded.every_s'),
            finished_at: ref('excluded.finished_at'),
            duration_ms: ref('excluded.duration_ms'),
            last_error: ref('excluded.last_error'),
            failed_at: fn.coalesce('excluded.failed_at', 'job_runs.failed_at'),
          })),
        )
        .execute()
    } catch (error) {
      log.error('the runs of jobs could not be stored', error)
    }
  }
}
