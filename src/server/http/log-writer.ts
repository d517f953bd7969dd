import { fstatSync, write, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { format, inspect } from 'node:util'
import type { Log } from '#server/deps.ts'
import { describeTrace } from '#server/trace.ts'
import { version } from '#server/version.ts'

/** At most so much waits for a place that takes nothing; later lines are lost and counted. */
const most_waiting = 1_000_000
const retry_ms = 1_000

type Send = (text: Buffer, done: (error: Error | null, written: number) => void) => void

/** Pipes and sockets take what they can without blocking a thread, even when nobody reads them. */
function toPipe(fd: number): Send {
  const pipe = new Socket({ fd, readable: false, writable: true })
  pipe.on('error', () => undefined)
  pipe.unref()
  return (text, done) => pipe.write(text, (error) => done(error ?? null, error ? 0 : text.length))
}

const toFile =
  (fd: number): Send =>
  (text, done) =>
    write(fd, text, (error, written) => done(error, written ?? 0))

/**
 * Writes lines of the log to a file descriptor, never waiting and never throwing: requests go on when the disk is full, the
 * reader has gone or a pipe is not read. Lines wait for room up to a limit; how many were lost stands in the log afterwards.
 */
export class LogWriter {
  readonly #fd: number
  readonly #most: number
  #send: Send | undefined
  #waiting: Buffer[] = []
  #size = 0
  #isSending = false
  #lost = 0
  #failure: string | undefined

  constructor(fd: number, most = most_waiting) {
    this.#fd = fd
    this.#most = most
  }

  write(line: string): void {
    const text = Buffer.from(line)
    if (this.#size + text.length > this.#most) {
      this.#lost += 1
      this.#failure ??= 'it is not read'
      return
    }
    this.#waiting.push(text)
    this.#size += text.length
    this.#pump()
  }

  /** Why lines cannot be written now, with how many were lost since; undefined while they are. */
  get failure(): { reason: string; lost: number } | undefined {
    return this.#failure === undefined ? undefined : { reason: this.#failure, lost: this.#lost }
  }

  /** Writes what still waits when the process ends, as far as a file takes it. */
  flush(): void {
    if (this.#isSending || this.#size === 0) return
    try {
      if (!isPipe(this.#fd)) writeSync(this.#fd, Buffer.concat(this.#waiting))
    } catch {
      // There is no room, and nowhere to say so.
    }
  }

  #pump(): void {
    if (this.#isSending || this.#size === 0) return
    this.#isSending = true
    const text = Buffer.concat(this.#waiting)
    this.#waiting = [text]
    this.#send ??= isPipe(this.#fd) ? toPipe(this.#fd) : toFile(this.#fd)
    this.#send(text, (error, written) => {
      // What was added meanwhile stands behind the text.
      this.#waiting[0] = text.subarray(written)
      this.#size -= written
      if (error !== null) {
        this.#failure = ('code' in error && String(error.code)) || error.message
        setTimeout(() => this.#again(), retry_ms).unref()
      } else {
        if (written === text.length) this.#recover()
        this.#again()
      }
    })
  }

  #again(): void {
    this.#isSending = false
    this.#pump()
  }

  #recover(): void {
    if (this.#failure === undefined) return
    const { reason, lost } = this.failure!
    this.#failure = undefined
    this.#lost = 0
    const msg = `the log could not be written (${reason}), ${lost} lines were lost`
    const line = Buffer.from(`${JSON.stringify({ level: 40, time: Date.now(), msg })}\n`)
    this.#waiting.push(line)
    this.#size += line.length
  }
}

function isPipe(fd: number): boolean {
  const file = fstatSync(fd)
  return file.isFIFO() || file.isSocket()
}

export const standardOutput = new LogWriter(1)
const standardError = new LogWriter(2)

const toLine = (parts: readonly unknown[]): string => `${format(...parts)}\n`

/** The log of the server's own work, as the console writes it. */
export const consoleLog: Log = {
  info: (...parts: unknown[]) => standardOutput.write(toLine(parts)),
  warn: (...parts: unknown[]) => standardError.write(toLine(parts)),
  error: (...parts: unknown[]) => standardError.write(toLine(parts)),
}

const levels = { info: 30, warn: 40, error: 50 } as const

/** One line of JSON, in the format of the log of requests (pino): errors with their stack, codes and causes. */
function toJsonLine(level: keyof typeof levels, parts: readonly unknown[]): string {
  const error = parts.find((part) => part instanceof Error)
  const words = parts.filter((part) => part !== error)
  const msg = words.length === 0 ? error?.message : format(...words)
  const err = error === undefined ? {} : { err: { type: error.name, message: error.message, stack: inspect(error) } }
  return `${JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, version, ...describeTrace(), msg, ...err })}\n`
}

/** The log of the server's own work for programs that read logs. */
export const jsonLog: Log = {
  info: (...parts: unknown[]) => standardOutput.write(toJsonLine('info', parts)),
  warn: (...parts: unknown[]) => standardOutput.write(toJsonLine('warn', parts)),
  error: (...parts: unknown[]) => standardOutput.write(toJsonLine('error', parts)),
}

/** Keeps the process alive when the reader of its output goes, and writes what waits when it ends. */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  process.on('exit', () => {
    standardOutput.flush()
    standardError.flush()
  })
}

/** Why a log of this process cannot be written; undefined while it is. */
export const findLogFailure = (): { reason: string; lost: number } | undefined =>
  standardOutput.failure ?? standardError.failure
