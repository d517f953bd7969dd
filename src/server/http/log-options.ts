import type { FastifyRequest } from 'fastify'
import { findPage } from '#contract/pages.ts'
import type { Log } from '#server/deps.ts'
import { version } from '#server/version.ts'

/** Fields of database errors that quote rows and parameters: personal data, chassis and engine numbers are in no log. */
const quoted = ['detail', 'where', 'query', 'params', 'parameters', 'internalQuery', 'hint'] as const
const mask = '•••'

const emails = /[^\s<>"'@]+@[^\s<>"'@]+\.[^\s<>"'@,;:)]+/g
const phones = /\+\d[\d ]{6,16}\d/g

/** A text without email addresses and phone numbers, such as those that a mail server repeats. */
const maskText = (text: string): string => text.replaceAll(emails, mask).replaceAll(phones, mask)

/** Errors of data (SQLSTATE 22) and of parsers quote what was sent. */
const quotesInput = (error: Error): boolean =>
  error instanceof SyntaxError || ('code' in error && String(error.code).startsWith('22'))

const maskMessage = (error: Error, text: string): string =>
  maskText(quotesInput(error) ? text.replaceAll(/"[^"]*"?/g, `"${mask}"`) : text)

/**
 * What a request asks, without what it names: the pattern of its address and the names of its query. Addresses hold tokens,
 * codes, references and what people search for.
 */
function describeAddress({ url, routeOptions }: FastifyRequest): string {
  const [path = '', query = ''] = url.split('?', 2)
  const pattern = routeOptions?.url ?? '/*'
  const route = pattern.includes('*') ? (findPage(path)?.route.path ?? pattern) : pattern
  const names = [...new URLSearchParams(query).keys()].filter((name) => /^[a-z_]{1,30}$/.test(name))
  return names.length === 0 ? route : `${route}?${names.join('&')}`
}

interface DescribedError {
  type: string
  message: string
  stack: string
  [more: string]: unknown
}

/** What of an error is logged. */
function describeError(error: Error): DescribedError {
  const { code, constraint, cause } = error as { code?: unknown; constraint?: unknown; cause?: unknown }
  return {
    type: error.name,
    message: maskMessage(error, error.message),
    stack: maskMessage(error, error.stack ?? ''),
    ...(code !== undefined && { code: String(code) }),
    ...(constraint !== undefined && { constraint: String(constraint) }),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

/** What each line of the log of requests names: no address of a reader, and nothing that a request holds. */
export const logOptions = {
  base: { pid: process.pid, version },
  serializers: {
    req: (request: FastifyRequest) => ({
      method: request.method,
      url: describeAddress(request),
      host: request.host,
    }),
    err: describeError,
  },
} as const

/** A log of the server's own work that leaves out the same. */
export const maskingLog = (log: Log): Log => ({
  info: (...parts: unknown[]) => log.info(...parts.map(maskPart)),
  warn: (...parts: unknown[]) => log.warn(...parts.map(maskPart)),
  error: (...parts: unknown[]) => log.error(...parts.map(maskPart)),
})

function maskPart(part: unknown): unknown {
  if (part instanceof Error) return maskError(part)
  return typeof part === 'string' ? maskText(part) : part
}

/** Copies an error without what it quotes. */
function maskError(error: Error): Error {
  const masked = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as Error
  const set = (name: string, value: unknown, enumerable: boolean) =>
    Object.defineProperty(masked, name, { value, enumerable, configurable: true, writable: true })
  set('message', maskMessage(error, error.message), false)
  set('stack', maskMessage(error, error.stack ?? ''), false)
  for (const name of quoted) if (name in error) set(name, mask, true)
  if (error.cause instanceof Error) set('cause', maskError(error.cause), false)
  return masked
}
