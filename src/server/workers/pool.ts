import { fork, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { getCompileCacheDir } from 'node:module'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { changedFormats } from '#contract/money.ts'
import { settings } from '#contract/settings/settings.ts'
import { minute_ms } from '#contract/time.ts'
import { AppError } from '#server/http/errors.ts'
import { brandLogo } from '#server/output/brand-logo.ts'
import type { Job, JobAnswer, JobRequest } from './run-jobs.ts'

type AnyFunction = (...args: never[]) => unknown

export interface PoolLimits {
  processes: number
  /** Jobs that wait for a process. One more is refused. */
  waiting: number
  /**
   * Of the processor, which a job takes on a busy machine too. By the clock, from the moment it is sent, it may take
   * `patience` times as long, which is ten unless given.
   */
  time_ms: number
  patience?: number
  /** V8’s heap; what is outside of it (buffers, pixels) has limits in the jobs. */
  memory_mb: number
  output_bytes: number
  /** As for `nice`: 0 is as urgent as the server itself, 19 least. */
  niceness?: number
}

/** A job that was ended at a limit, or whose process crashed: `details` says with what, for the log. */
export class JobEnded extends Error {
  override readonly cause: 'time' | 'memory' | 'output' | 'crash'
  constructor(cause: 'time' | 'memory' | 'output' | 'crash', details?: string) {
    super(details === undefined ? `a job was ended: ${cause}` : `a job was ended: ${cause} (${details})`)
    this.cause = cause
  }
}

const idle_ms = minute_ms

/** Of what a process wrote before it crashed, this much of its end is logged. */
const last_words_length = 2_000

/** A job may take this many times its limit by the clock: on a busy machine it gets a small part of the processor. */
const usualPatience = 10

/** How often the processor time of a job is looked at. */
const look_ms = 250

/** The processor time that a process has used so far, in ms; undefined on systems other than Linux. */
function readProcessorTime(pid: number): number | undefined {
  try {
    // proc(5): the name of the program, in brackets, may have spaces; the times are in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

/**
 * Processes for work that would block the event loop. A thread is not enough: V8 ends the whole process when a thread
 * runs out of memory within one built-in function. They start when needed, hold nothing of the environment and no secrets, get what the desk has set with each job, end after a
 * minute without work, and are replaced when a job exceeds a limit. Arguments and results are copied.
 */
export class WorkerPool {
  readonly #limits: PoolLimits
  readonly #all = new Set<ChildProcess>()
  readonly #idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = []
  readonly #waiting: (() => void)[] = []
  readonly #lastWords = new WeakMap<ChildProcess, string>()
  #running = 0

  constructor(limits: PoolLimits) {
    this.#limits = limits
  }

  /**
   * Throws `overloaded` when the queue is full or the machine too busy, JobEnded at a limit, and what the job throws, as a
   * plain Error.
   */
  async run<Run extends AnyFunction>(job: Job, ...args: Parameters<Run>): Promise<Awaited<ReturnType<Run>>> {
    await this.#takeTurn()
    try {
      const child = this.#takeProcess()
      const answer = await this.#send(child, {
        ...job,
        args,
        output_bytes: this.#limits.output_bytes,
        settings: settings(),
        currencies: changedFormats(),
        logo: brandLogo(),
      })
      this.#keep(child)
      if (answer.kind === 'failed') throw new Error(`a job failed: ${answer.message}`)
      if (answer.kind === 'too_large') throw new JobEnded('output')
      return answer.result as Awaited<ReturnType<Run>>
    } finally {
      this.#passTurn()
    }
  }

  /** Ends the processes; jobs that run are rejected. */
  async close(): Promise<void> {
    for (const { timer } of this.#idle) clearTimeout(timer)
    const ended = [...this.#all].map((child) => new Promise((resolve) => child.once('exit', resolve)))
    for (const child of this.#all) {
      child.ref()
      child.kill('SIGKILL')
    }
    await Promise.all(ended)
  }

  async #takeTurn(): Promise<void> {
    if (this.#running < this.#limits.processes) this.#running += 1
    else if (this.#waiting.length >= this.#limits.waiting) throw new AppError('overloaded', { retry_after: 5 })
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #passTurn(): void {
    const next = this.#waiting.shift()
    if (next === undefined) this.#running -= 1
    else next()
  }

  #takeProcess(): ChildProcess {
    const idle = this.#idle.pop()
    if (idle !== undefined) {
      clearTimeout(idle.timer)
      return idle.child
    }
    const { memory_mb, niceness = 0 } = this.#limits
    const cache = getCompileCacheDir()
    const child = fork(fileURLToPath(new URL('./run-jobs.ts', import.meta.url)), {
      execArgv: [`--max-old-space-size=${memory_mb}`, '--max-semi-space-size=16'],
      env: { TZ: 'UTC', ...(cache === undefined ? {} : { NODE_COMPILE_CACHE: dirname(cache) }) },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#all.add(child)
    const errors = child.stderr as Socket | null
    errors?.unref()
    errors?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords.set(child, ((this.#lastWords.get(child) ?? '') + text).slice(-last_words_length))
    })
    child.once('exit', () => {
      this.#all.delete(child)
      this.#forget(child)
    })
    // Reported by the job that was sent to it. A process that could not be started has no exit.
    child.on('error', () => {
      if (child.pid === undefined) this.#all.delete(child)
    })
    if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness)
    return child
  }

  async #send(child: ChildProcess, request: JobRequest): Promise<JobAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<JobAnswer>()
    const tooBusy = () => new AppError('overloaded', { retry_after: 5 })
    let ended: Error | undefined
    const handleExit = (code: number | null, signal: string | null) => {
      if (ended !== undefined) reject(ended)
      else if (signal === 'SIGABRT' || code === 134) reject(new JobEnded('memory'))
      else reject(new JobEnded('crash', `${signal ?? `exit code ${code}`} ${this.#lastWords.get(child) ?? ''}`.trim()))
    }
    const handleError = () => {
      if (child.pid === undefined) reject(tooBusy())
    }
    child.ref()
    child.channel?.ref()
    child.once('message', resolve)
    child.once('close', handleExit)
    child.once('error', handleError)
    child.send(request, (error) => {
      // A process that has just ended is reported with its signal.
      if (error !== null && child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    })
    const { time_ms, patience = usualPatience } = this.#limits
    const sent_ms = performance.now()
    const readTaken = () => (child.pid === undefined ? undefined : readProcessorTime(child.pid))
    const before_ms = readTaken() ?? 0
    const timer = setInterval(() => {
      const waited_ms = performance.now() - sent_ms
      if ((readTaken() ?? before_ms + waited_ms) - before_ms > time_ms) ended = new JobEnded('time')
      else if (waited_ms > time_ms * patience) ended = tooBusy()
      if (ended !== undefined) child.kill('SIGKILL')
    }, look_ms)
    return promise.finally(() => {
      clearInterval(timer)
      child.off('message', resolve)
      child.off('close', handleExit)
      child.off('error', handleError)
    })
  }

  /** Neither an idle process nor its timer keeps the server running. */
  #keep(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const timer = setTimeout(() => {
      // Before its exit is reported, a job that is sent to it would be lost.
      this.#forget(child)
      child.kill('SIGKILL')
    }, idle_ms)
    timer.unref()
    this.#idle.push({ child, timer })
  }

  #forget(child: ChildProcess): void {
    const at = this.#idle.findIndex((idle) => idle.child === child)
    if (at !== -1) this.#idle.splice(at, 1)
  }
}
