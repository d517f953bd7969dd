import type { FastifyInstance, FastifyRequest } from 'fastify'
import { most_lag_ms } from '#server/database/replica.ts'
import type { Deps } from '#server/deps.ts'
import { addFigures } from './metrics.ts'
import { isCall } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Reads what may lack the changes of others in the last seconds: at the replica, unless its caller has changed something. */
    readLagging: <T>(request: FastifyRequest, read: () => Promise<T> | T) => Promise<T> | T
  }
}

/** Set by each call that changes something: while a browser has it, nothing of its reader's is read at the replica. */
const cookie = 'changed'

/**
 * Sends what handlers read by `readLagging` to the replica. Readers find what they have changed themselves: their browser then
 * has a cookie for longer than the replica may be behind. Clients with a token that keep no cookies are never sent there.
 */
export function useReplica(app: FastifyInstance, { replica }: Pick<Deps, 'replica'>): void {
  app.decorate('readLagging', (request, read) =>
    replica !== undefined && mayLag(request) ? replica.read(read) : read(),
  )
  if (replica === undefined) return
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && isCall(request))
      reply.setCookie(cookie, '1', {
        path: '/',
        maxAge: (2 * most_lag_ms) / 1_000,
        sameSite: 'lax',
        httpOnly: true,
      })
  })
}

function mayLag({ headers, cookies }: FastifyRequest): boolean {
  if (cookies[cookie] !== undefined) return false
  return headers.authorization === undefined || cookies['signed_in'] !== undefined
}

/** What is measured of the replica. */
export function addReplicaFigures(app: FastifyInstance, { replica }: Pick<Deps, 'replica'>): void {
  if (replica === undefined) return
  addFigures(app.metrics, [
    {
      name: 'parkwell_replica_lag_seconds',
      help: 'For how long the replica may lack what was committed; missing while nobody knows',
      read: () => {
        if (replica.lag_ms === undefined) throw new Error('unknown')
        return replica.lag_ms / 1_000
      },
    },
    {
      name: 'parkwell_replica_reads',
      help: 'Reads sent to the replica since the start, by outcome: answered, or repeated at the database',
      label: 'outcome',
      read: async () => Object.entries(replica.counts).map(([of, value]) => ({ of, value })),
    },
  ])
}
