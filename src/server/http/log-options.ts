import type { FastifyRequest } from 'fastify'
import type { Log } from '#server/deps.ts'
import { version } from '#server/version.ts'

/** Fields of database errors that quote rows and parameters: personal data, chassis and engine numbers are in no log. */
const quoted = ['detail', 'where', 'query', 'params', 'parameters', 'internalQuery', 'hint'] as const
const mask = '•••'

/** Query parameters that grant access or name a person: a camera's key, a token, an emailed code, an address. */
const secrets = /([?&](?:key|token|code|email)=)[^&]+/gi

/** What each line of the log of requests names, and what it leaves out. */
export const logOptions = {
  base: { pid: process.pid, version },
  redact: { paths: quoted.map((name) => `err.${name}`), censor: mask },
  serializers: {
    req: ({ method, url, host, ip }: FastifyRequest) => ({
      method,
      url: url.replaceAll(secrets, `$1${mask}`),
      host,
      remoteAddress: ip,
    }),
  },
} as const

/** A log of the server's own work that leaves out the same. */
export const maskingLog = (log: Log): Log => ({
  info: (...parts: unknown[]) => log.info(...parts.map(maskQuoted)),
  warn: (...parts: unknown[]) => log.warn(...parts.map(maskQuoted)),
  error: (...parts: unknown[]) => log.error(...parts.map(maskQuoted)),
})

/** Copies an error without what it quotes; its message and stack stay. */
function maskQuoted(part: unknown): unknown {
  if (!(part instanceof Error) || !quoted.some((name) => name in part)) return part
  const masked = Object.create(Object.getPrototypeOf(part) as object, Object.getOwnPropertyDescriptors(part)) as Error
  for (const name of quoted) if (name in part) Object.defineProperty(masked, name, { value: mask, enumerable: true })
  return masked
}
