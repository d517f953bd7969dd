import type { Server } from 'node:http'
import type { FastifyServerOptions } from 'fastify'
import type { Config } from '#server/config.ts'
import { toNetwork } from './network.ts'

/** Time for the head of a request, or for the first one of a connection. */
const headers_ms = 15_000
/** Without any traffic; longer than any provider is waited for. */
const idle_ms = 120_000

/**
 * A request must have arrived within REQUEST_SECONDS, whatever its pace. Node looks for late ones ten times in that time,
 * so the last one is closed a tenth later.
 */
export function timeLimits({ REQUEST_SECONDS }: Config): Pick<
  FastifyServerOptions,
  'requestTimeout' | 'connectionTimeout'
> & {
  http: { headersTimeout: number; connectionsCheckingInterval: number }
} {
  const requestTimeout = REQUEST_SECONDS * 1_000
  return {
    requestTimeout,
    connectionTimeout: idle_ms,
    http: { headersTimeout: Math.min(headers_ms, requestTimeout), connectionsCheckingInterval: requestTimeout / 10 },
  }
}

/** Closes connections beyond the limits. Behind a proxy all of them have its address, so only their sum counts. */
export function limitConnections(
  server: Server,
  { MAX_CONNECTIONS, MAX_CONNECTIONS_ADDRESS, TRUST_PROXY }: Config,
): void {
  server.maxConnections = MAX_CONNECTIONS
  if (TRUST_PROXY !== false) return
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = toNetwork(socket.remoteAddress ?? '')
    const count = (open.get(network) ?? 0) + 1
    if (count > MAX_CONNECTIONS_ADDRESS) return void socket.destroy()
    open.set(network, count)
    socket.once('close', () => {
      const left = open.get(network)! - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
