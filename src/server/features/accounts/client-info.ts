import type { FastifyRequest } from 'fastify'
import type { ClientInfo } from '#server/features/accounts/login/sessions.ts'

export const readClientInfo = (request: FastifyRequest): ClientInfo => ({
  ip: request.ip,
  user_agent: request.headers['user-agent'],
})
