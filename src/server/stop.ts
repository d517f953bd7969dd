import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from './deps.ts'

/** From the signal. Supervisors kill after 30 s (Kubernetes, and systemd as we set it up). */
const requestsEnd_ms = 17_000
const workEnds_ms = 20_000
const processEnds_ms = 24_000

interface Running {
  app: FastifyInstance
  /** How long requests are still served while readiness fails. */
  drain_ms: number
  /** Starts no more jobs and waits for those that run. */
  stopWork: () => Promise<void>
  /** What is closed afterwards, in this order. A failure is logged and keeps nothing else from being closed. */
  closings: readonly { name: string; close: () => Promise<unknown> | undefined }[]
  log: Log
}

/**
 * Ends the process at SIGTERM (after draining) or SIGINT (at once; so does a second signal): readiness fails first, what
 * was accepted is answered, jobs finish, memory is stored. Ends with 0 within 25 seconds, with 1 where something would
 * take longer; its rows are taken up by other servers, and its transactions are undone.
 */
export function stopAtSignals(running: Running): void {
  let signals = 0
  const hurry = new AbortController()
  const stop = (signal: NodeJS.Signals) => {
    signals += 1
    if (signal === 'SIGINT' || signals > 1) hurry.abort()
    if (signals === 1) void stopAll(running, hurry.signal).then((isWhole) => process.exit(isWhole ? 0 : 1))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

async function stopAll({ app, drain_ms, stopWork, closings, log }: Running, hurry: AbortSignal): Promise<boolean> {
  const started_ms = performance.now()
  /** Whether it was done by then, counted from the signal. */
  const isDoneBy = async (name: string, done: Promise<unknown>, end_ms: number): Promise<boolean> => {
    const late = new AbortController()
    const left_ms = Math.max(0, end_ms - (performance.now() - started_ms))
    const limit = wait(left_ms, 'late', { signal: late.signal }).catch(() => 'late')
    const result = await Promise.race([
      done.then(
        () => 'done',
        (error: unknown) => {
          log.error(`${name} could not be closed`, error)
          return 'failed'
        },
      ),
      limit,
    ]).finally(() => late.abort())
    if (result === 'late') log.error(`${name} took too long to close`)
    return result === 'done'
  }
  app.startDraining()
  const workDone = stopWork()
  await wait(drain_ms, undefined, { signal: hurry }).catch(() => undefined)
  const closed = app.close()
  let isWhole = await isDoneBy('requests', closed, requestsEnd_ms)
  if (!isWhole) app.server.closeAllConnections()
  isWhole = (await isDoneBy('jobs', workDone, workEnds_ms)) && isWhole
  for (const { name, close } of closings)
    isWhole = (await isDoneBy(name, Promise.resolve(close()), processEnds_ms)) && isWhole
  return isWhole
}
