import { fetchTraced } from '#server/trace.ts'
import { SmsError, type SmsProviderName } from './provider.ts'

export const answerWithin_ms = 10_000
const largestAnswer_characters = 64 * 1024

export interface SmsCall {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  form?: Record<string, string>
  timeout_ms: number
}

/** `body` is undefined when the answer isn't JSON. */
export interface SmsAnswer {
  status: number
  body: unknown
}

/** Errors of a connection that was never made: the request cannot have arrived. */
const neverConnected = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/**
 * Calls a provider. Answers below 500 are returned, whatever they say; the others and lost connections throw SmsError.
 * Redirects are not followed, because the key must not be sent on.
 */
export async function callProvider(provider: SmsProviderName, call: SmsCall): Promise<SmsAnswer> {
  let response: Response
  let text: string
  try {
    const init = {
      method: call.method,
      redirect: 'error',
      signal: AbortSignal.timeout(call.timeout_ms),
      headers: {
        accept: 'application/json',
        ...(call.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...call.headers,
      },
      ...(call.form === undefined ? {} : { body: new URLSearchParams(call.form).toString() }),
    } as const
    response = await fetchTraced(call.url, init, false)
    text = await response.text()
  } catch (error) {
    const code = (error as { cause?: { code?: unknown } }).cause?.code
    const wasSent = !neverConnected.test(String(code))
    const late = error instanceof Error && error.name === 'TimeoutError'
    throw new SmsError(wasSent ? 'lost' : 'unavailable', provider, late ? 'timeout' : 'connection', error)
  }
  if (response.status === 429) throw new SmsError('unavailable', provider, 'http_429')
  // The provider may have sent it before it failed.
  if (response.status >= 500)
    throw new SmsError(response.status === 503 ? 'unavailable' : 'lost', provider, `http_${response.status}`)
  return { status: response.status, body: parseJson(text.slice(0, largestAnswer_characters)) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
