import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { refuseChange } from '#server/read-only.ts'
import type { AppError } from './errors.ts'
import { isCall } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The refusal of calls that change something, in read-only mode; otherwise undefined. */
    findRefusal: () => AppError | undefined
  }
}

/** Says with each answer of the API that nothing can be changed now: `read-only: on`, or until when (RFC 3339). */
export function useReadOnly(app: FastifyInstance, { read_only, clock }: Pick<Deps, 'read_only' | 'clock'>): void {
  app.decorate('findRefusal', () => {
    const { state } = read_only
    return state === undefined ? undefined : refuseChange(state, clock())
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { state } = read_only
    if (state !== undefined && isCall(request)) reply.header('read-only', state.until?.toISOString() ?? 'on')
    done(null, payload)
  })
}
