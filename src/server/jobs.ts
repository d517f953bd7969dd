import type { JobName } from '#contract/desk/health.ts'
import { minute_ms } from '#contract/time.ts'
import type { Deps } from './deps.ts'
import { runInSpan } from './trace.ts'

/** A recurring background job. `run` must be safe to execute in several processes at the same time. */
export interface Job {
  name: JobName
  every_s: number
  /** It changes nothing, and goes on in read-only mode. */
  only_reads?: true
  run: (deps: Deps) => Promise<unknown>
}

/**
 * Runs each job at its interval, never twice at the same time in this process. A failing job is logged and runs again.
 * The returned function stops the timers and waits for running jobs.
 */
export function startJobs(deps: Deps, jobs: Job[]): () => Promise<void> {
  let stopped = false
  const running = new Set<Promise<void>>()
  const timers = new Map<string, NodeJS.Timeout>()
  const schedule = (job: Job, delay_ms: number) => {
    if (stopped) return
    const timer = setTimeout(() => {
      const run = runOnce(deps, job).finally(() => {
        running.delete(run)
        schedule(job, job.every_s * 1_000)
      })
      running.add(run)
    }, delay_ms)
    timer.unref()
    timers.set(job.name, timer)
  }
  for (const job of jobs) schedule(job, 500)
  return async () => {
    stopped = true
    for (const timer of timers.values()) clearTimeout(timer)
    await Promise.all(running)
  }
}

/** A run without a failure is noted at most this often: some jobs run every second. */
const reportInterval_ms = minute_ms
const reported = new WeakMap<Job, number>()

async function runOnce(deps: Deps, job: Job): Promise<void> {
  if (deps.read_only.isOn && job.only_reads !== true) return
  const started_ms = performance.now()
  let failure: string | undefined
  try {
    await runInSpan({ name: `job ${job.name}`, kind: 'internal' }, () => job.run(deps))
  } catch (error) {
    deps.log.error(`job ${job.name} failed`, error)
    failure = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 500)
  }
  const ended_ms = performance.now()
  if (failure === undefined && ended_ms - (reported.get(job) ?? -reportInterval_ms) < reportInterval_ms) return
  if (deps.read_only.isOn) return
  reported.set(job, ended_ms)
  try {
    await storeRun(deps, job, Math.round(ended_ms - started_ms), failure)
  } catch (error) {
    deps.log.error(`the run of job ${job.name} could not be noted`, error)
  }
}

async function storeRun({ db, clock }: Deps, job: Job, duration_ms: number, failure?: string): Promise<void> {
  const run = { every_s: job.every_s, finished_at: clock(), duration_ms, last_error: failure ?? null }
  const failed = failure === undefined ? {} : { failed_at: run.finished_at }
  await db
    .insertInto('job_runs')
    .values({ name: job.name, ...run, ...failed })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ ...run, ...failed }))
    .execute()
}
