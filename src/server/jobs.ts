import type { Deps } from './deps.ts'

/** Something done again and again in the background. It must be safe to run in several processes at once. */
export type Job = { name: string; every_s: number; run: (deps: Deps) => Promise<unknown> }

/**
 * Runs each job in its own rhythm, never twice at a time in this process. A failing job is logged and tried again.
 * The returned function stops the clocks and waits for what is running.
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
