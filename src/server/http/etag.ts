import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Weak, because compression changes the bytes. */
export const calculateEtag = (content: string | Uint8Array): string =>
  `W/"${createHash('sha1').update(content).digest('base64url')}"`

/** Whether the browser has this version already. */
export const isUnchanged = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((part) => part.trim() === etag) === true

/** Answers with an ETag, and with 304 instead of what the caller has already. */
export function answerIfChanged<A>({ request, reply }: { request: FastifyRequest; reply: FastifyReply }, answer: A): A {
  const etag = calculateEtag(JSON.stringify(answer))
  reply.header('etag', etag)
  if (!isUnchanged(request.headers['if-none-match'], etag)) return answer
  reply.code(304)
  return undefined as never
}
