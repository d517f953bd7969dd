import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { mount } from '#server/http.ts'
import type { ClientInfo } from '#server/features/accounts/login/sessions.ts'

export const readClientInfo = (request: FastifyRequest): ClientInfo => ({
  ip: request.ip,
  user_agent: request.headers['user-agent'],
})

/** Like `mount`, but forbids caching, because the responses contain personal data. */
export function mountPrivate<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Parameters<typeof mount<E>>[2],
): void {
  mount(app, endpoint, (call) => {
    call.reply.header('cache-control', 'no-store')
    return handler(call)
  })
}
