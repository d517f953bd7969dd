import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'
import { isProbe } from './probes.ts'

/** How often the event loop is measured: a timer that is late by so much has waited for other work. */
const look_ms = 250

/**
 * Answers with 503 `overloaded` while the event loop is behind by more than `most_ms` on average of its last four looks, so that
 * a balancer sends requests elsewhere and those under way come to an end. Probes are answered. 0 turns it off.
 *
 * (`@fastify/under-pressure` measures with a timer of 10 ms, which alone took 0.4 s of processor time a minute on a loaded machine.)
 */
export function refuseOverload(app: FastifyInstance, most_ms: number): void {
  if (most_ms === 0) return
  let delays_ms = [0, 0, 0, 0]
  let expected_ms = performance.now() + look_ms
  const timer = setTimeout(() => {
    const now_ms = performance.now()
    delays_ms = [...delays_ms.slice(1), Math.max(0, now_ms - expected_ms)]
    expected_ms = now_ms + look_ms
    timer.refresh()
  }, look_ms)
  timer.unref()
  app.addHook('onClose', () => clearTimeout(timer))
  app.addHook('onRequest', async (request) => {
    const mean_ms = delays_ms.reduce((sum, delay_ms) => sum + delay_ms, 0) / delays_ms.length
    if (mean_ms > most_ms && !isProbe(request)) throw new AppError('overloaded', { retry_after: 10 })
  })
}
