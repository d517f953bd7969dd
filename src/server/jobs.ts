import type { Deps } from './deps.ts'

/** A recurring background job. `run` must be safe to execute in several processes at the same time. */
export type Job = { name: string; every_s: number; run: (deps: Deps) => Promise<unknown> }

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
      const run = job
        .run(deps)
        .then(
          () => undefined,
          (error: unknown) => deps.log.error(`job ${job.name} failed`, error),
        )
        .finally(() => {
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
