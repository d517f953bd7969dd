import type * as z from 'zod/mini'
import { fetchTraced } from '#server/trace.ts'
import { parseExactJson, toExactJson } from './exact-json.ts'
import { ProviderError, type ProviderName } from './provider.ts'

export const answerWithin_ms = 10_000
const largestAnswer_bytes = 1024 * 1024

export interface Question {
  method: 'GET' | 'POST'
  url: string
  bearer: string
  body?: unknown
  timeout_ms: number
  /** Returns headers for the bytes that are sent; for an empty text where there is no body. */
  sign?: ((body: string) => Record<string, string>) | undefined
}
/** `body` is undefined when the response isn't JSON. */
export interface Answer {
  status: number
  body: unknown
}

/**
 * Sends one request. Returns responses below 500, whatever they say. Timeouts, broken connections, 408, 429, 5xx,
 * redirects (the key must not be sent on) and oversized responses throw ProviderError('unavailable').
 */
export async function ask(provider: ProviderName, question: Question): Promise<Answer> {
  let response: Response
  let text: string
  const body = question.body === undefined ? undefined : toExactJson(question.body)
  try {
    const init = {
      method: question.method,
      redirect: 'error',
      signal: AbortSignal.timeout(question.timeout_ms),
      headers: {
        authorization: `Bearer ${question.bearer}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...question.sign?.(body ?? ''),
      },
      ...(body === undefined ? {} : { body }),
    } as const
    response = await fetchTraced(question.url, init, true)
    text = await readText(provider, response)
  } catch (error) {
    if (error instanceof ProviderError) throw error
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new ProviderError('unavailable', provider, late ? 'no answer in time' : 'the connection failed', {
      code: late ? 'timeout' : 'connection',
      cause: error,
    })
  }
  const { status } = response
  if (status >= 500 || status === 429 || status === 408) {
    throw new ProviderError('unavailable', provider, `answered ${status}`, { code: `http_${status}` })
  }
  return { status, body: parseJson(text) }
}

async function readText(provider: ProviderName, response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > largestAnswer_bytes) {
      throw new ProviderError('unavailable', provider, 'an answer without end', { code: 'bad_answer' })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Parses a provider's JSON with its numbers exact; undefined for any other text. */
export function parseJson(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    return undefined
  }
}

/** Returns a body that matches `schema`; throws ProviderError('unavailable') for any other. */
export function understood<Schema extends z.ZodMiniType>(
  provider: ProviderName,
  schema: Schema,
  body: unknown,
): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new ProviderError('unavailable', provider, 'an answer that makes no sense', {
    code: 'bad_answer',
    cause: result.error,
  })
}

/** Retries once after a broken connection or a 5xx. Only for requests that change nothing. */
export async function askTwice<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question()
  } catch (error) {
    if (!isUnavailable(error) || error.code === 'timeout' || error.code === 'http_429') throw error
    return await question()
  }
}

export const isUnavailable = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind === 'unavailable'

/**
 * Returns the payment page's address; throws unless it is https (or http, when the provider itself is reached over
 * http).
 */
export function payerAddress(provider: ProviderName, address: string, base_url: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && base_url.startsWith('http:'))) return address
  throw new ProviderError('unavailable', provider, 'an address that nobody should be sent to', { code: 'bad_answer' })
}

/** Returns an instant as RFC 3339 in UTC, or null when the text is not a date. */
export function instant(text: string | null | undefined): string | null {
  const time = text ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Shortens a provider's text for logs and records: one line, at most 200 characters. */
export const shortly = (words: string): string => words.replace(/\s+/g, ' ').trim().slice(0, 200)
