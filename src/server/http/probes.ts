import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { version } from '#server/version.ts'
import { AppError } from './errors.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Fails readiness from now on, and closes each connection after its next answer, so that balancers and clients go
     * elsewhere while everything is still served.
     */
    startDraining: () => void
    /** Throws `unavailable` while the server is being stopped or does not reach its database. */
    checkReadiness: () => Promise<void>
  }
}

const paths = { live: '/health/live', ready: '/health/ready' } as const

/** Whether a request line asks how the server is. */
export const isProbePath = (url: string): boolean => url.startsWith('/health/')

/** Whether a request asks how the server is: asked at any load. */
export const isProbe = ({ routeOptions: { url } }: FastifyRequest): boolean => url === paths.live || url === paths.ready

/**
 * Serves `/health/live` (the process answers) and `/health/ready` (send it requests), without limits on their rate and
 * without the pool of connections. Readiness fails first when the server is stopped.
 */
export function serveProbes(app: FastifyInstance, { probe }: Pick<Deps, 'probe'>): void {
  let isDraining = false
  app.decorate('startDraining', () => {
    isDraining = true
  })
  app.decorate('checkReadiness', async () => {
    if (isDraining) throw new AppError('unavailable', { retry_after: 1 })
    await probe().catch(() => {
      throw new AppError('unavailable', { retry_after: 2 })
    })
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining) reply.header('connection', 'close')
    done(null, payload)
  })
  app.get(paths.live, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version }))
  app.get(paths.ready, async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    await app.checkReadiness()
    return { status: 'ok', version }
  })
}
