import { existsSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { TimerOptions } from 'node:timers'
import timers from 'node:timers/promises'

/*
 * Loaded before the server of a journey that takes days: its clock is ahead by the milliseconds in the file `clock` of its
 * folder, and its jobs run each second, so that nobody waits for what is due by then.
 */

const file = join(process.env['DATA_DIR']!, 'clock')
const plainNow = Date.now
let ahead_ms = 0
let read_ms = 0

function now(): number {
  const time = plainNow()
  if (time - read_ms > 200) {
    read_ms = time
    if (existsSync(file)) ahead_ms = Number(readFileSync(file, 'utf8'))
  }
  return time + ahead_ms
}

const PlainDate = Date
globalThis.Date = new Proxy(PlainDate, {
  construct: (target, values: unknown[], made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made) as object,
  apply: (target) => new target(now()).toString(),
  get: (target, name, made) => (name === 'now' ? now : Reflect.get(target, name, made)),
})

const plainWait = timers.setTimeout
const isOfJob = () => /\/src\/server\/run-jobs\.ts/.test(new Error('stack').stack ?? '')
timers.setTimeout = Object.assign(
  <T>(delay_ms?: number, value?: T, options?: TimerOptions) =>
    plainWait(delay_ms !== undefined && delay_ms > 1_000 && isOfJob() ? 1_000 : delay_ms, value, options),
  plainWait,
)
syncBuiltinESMExports()
