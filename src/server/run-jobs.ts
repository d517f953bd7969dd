import { setTimeout as wait } from 'node:timers/promises'
import { minute_ms } from '#contract/time.ts'
import type { Deps } from './deps.ts'
import { JobRuns } from './job-runs.ts'
import type { Job, RunJob } from './jobs.ts'
import { runInSpan } from './trace.ts'
import { WaitingWork } from './waiting-work.ts'

/**
 * Runs each job at its interval, or when something waits for it, never twice at the same time in this process. A failing job is logged and runs again.
 * The returned function stops the timers and waits for running jobs.
 */
export function startJobs(deps: Deps, jobs: Job[]): () => Promise<void> {
  const stopping = new AbortController()
  const runs = new JobRuns(deps)
  const run: RunJob = async (job) => {
    if (deps.read_only.isOn && job.only_reads !== true) return false
    const started_ms = performance.now()
    let failure: string | undefined
    let found: unknown
    try {
      found = await runInSpan({ name: `job ${job.name}`, kind: 'internal' }, () => job.run(deps))
    } catch (error) {
      deps.log.error(`job ${job.name} failed`, error)
      failure = (error instanceof Error ? error.message : String(error)).replaceAll('\0', '').slice(0, 500)
    }
    await runs.add(job, Math.round(performance.now() - started_ms), failure)
    return found !== 0
  }
  const { woken = [], timed = [] } = Object.groupBy(jobs, ({ due }) => (due === undefined ? 'timed' : 'woken'))
  const { signal } = stopping
  const endings = timed.map((job) =>
    repeat(() => run(job), { first_ms: look_ms, every_ms: job.every_s * 1_000, signal }),
  )
  if (woken.length > 0) {
    const work = new WaitingWork(deps, woken, run)
    const looks = repeat(() => work.look(), { first_ms: look_ms, every_ms: look_ms, signal })
    endings.push(looks.then(() => work.ended()))
  }
  endings.push(repeat(() => runs.store(woken), { first_ms: firstStore_ms, every_ms: minute_ms, signal }))
  return async () => {
    stopping.abort()
    await Promise.all(endings)
  }
}

/** How often the database is asked for changes. */
const look_ms = 500
/** After a start, staff soon see what runs. */
const firstStore_ms = 5_000

/** Works again and again, each time so long after the last has ended, until the signal. */
async function repeat(
  work: () => Promise<unknown>,
  { first_ms, every_ms, signal }: { first_ms: number; every_ms: number; signal: AbortSignal },
): Promise<void> {
  for (let pause_ms = first_ms; await pause(pause_ms, signal); pause_ms = every_ms) await work()
}

/** Whether to go on afterwards. A process that ends does not wait for it. */
const pause = (pause_ms: number, signal: AbortSignal): Promise<boolean> =>
  wait(pause_ms, true, { signal, ref: false }).catch(() => false)
