import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The client's IP address, its user agent and the cookie of its device. */
export interface ClientInfo {
  ip: string
  user_agent: string | undefined
  device?: string | undefined
}

const cookieName = 'device'
const year_s = 365 * 86_400

/**
 * Reads who calls. A browser without the cookie of its device gets one: it means nothing until an account is registered or
 * entered with it (login/known-sources.ts).
 */
export function readClientInfo(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): ClientInfo {
  const sent = request.cookies[cookieName]
  const device = sent !== undefined && /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url')
  reply.setCookie(cookieName, device, {
    path: '/api/v1/',
    maxAge: year_s,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure,
  })
  return { ip: request.ip, user_agent: request.headers['user-agent'], device }
}
