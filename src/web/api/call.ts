import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { EndpointKey, Endpoints } from '#contract/endpoints.ts'
import type { Problem } from '#contract/errors.ts'
import { localeOf } from '#contract/formats.ts'
import { readLanguage } from '#web/page/language.ts'
import { readChosenCountry } from '#web/storage/country.ts'
import { followReadOnly } from './readOnly.ts'
import { endSession, readToken } from './session.ts'

/** What answers may also be a proxy or another server, which knows fewer members. */
export type ReceivedProblem = Partial<Problem>

/** A request that the server refused (`problem` is its JSON) or that got no response (`status` is 0). */
export class CallError extends Error {
  readonly status: number
  readonly problem: ReceivedProblem | undefined
  constructor(status: number, problem: ReceivedProblem | undefined) {
    super(problem?.message ?? 'network')
    this.status = status
    this.problem = problem
  }
  /** The server's error code; `network` without a response, `unknown` if the response has none. */
  get code(): string {
    return this.problem?.code ?? (this.status === 0 ? 'network' : 'unknown')
  }
}

type CallInput<E> = (ParamsOf<E> extends undefined ? { params?: undefined } : { params: ParamsOf<E> }) & {
  query?: QueryOf<E> extends undefined
    ? undefined
    : Partial<Record<keyof QueryOf<E> & string, string | number | boolean | undefined>>
} & (BodyOf<E> extends undefined ? { body?: undefined } : { body: BodyOf<E> }) & {
    /** Idempotency key: use the same one for every attempt at one operation. */
    retryKey?: string
    /** The version that the page has: `send` gives 304 if it is still the same. */
    etag?: string | undefined
    /** Names a visitor's cart. */
    cartToken?: string | undefined
    /** Sent instead of `body` when uploading a file. */
    form?: FormData
    signal?: AbortSignal
    /** Whether the request goes on when the page is left meanwhile. */
    keepalive?: boolean
  }

const timeout_ms = 30_000

/** Gives the status and the body of a call, which is a problem if the status is one of an error. */
export type AnswerWithin = (
  endpoint: EndpointKey,
  input: { params?: unknown; query?: Record<string, string> },
) => Promise<{ status: number; body: unknown }>
type MaybeAnswer = (...call: Parameters<AnswerWithin>) => ReturnType<AnswerWithin> | undefined
let answerWithin: MaybeAnswer | undefined

/** On the server, calls of the pages that it renders are answered within its process; others get `undefined`. */
export const setAnswerWithin = (answer: MaybeAnswer): void => {
  answerWithin = answer
}

export type InputOf<Key extends EndpointKey> = CallInput<Endpoints[Key]>
type ResponseOf<Key extends EndpointKey> = AnswerOf<Endpoints[Key]>

/**
 * Calls an endpoint of the contract by its method and path. Throws CallError if the server refuses or cannot be reached.
 */
export async function call<Key extends EndpointKey>(endpoint: Key, input: InputOf<Key>): Promise<ResponseOf<Key>> {
  const within = answerWithin?.(endpoint, {
    params: input.params ?? {},
    query: Object.fromEntries(queryEntries(input.query)),
  })
  if (within !== undefined) {
    const { status, body } = await within
    if (status >= 400) throw new CallError(status, body as Problem)
    return body as ResponseOf<Key>
  }
  const response = await send(endpoint, input, 'application/json')
  if (response.status === 204) return undefined as ResponseOf<Key>
  return (await readJson(response)) as ResponseOf<Key>
}

/** The JSON of a response. Throws CallError if it does not arrive as a whole. */
export const readJson = (response: Response): Promise<unknown> =>
  response.json().catch(() => {
    throw new CallError(0, undefined)
  })

/** Like `call`, but returns the raw response, for files. `most_ms` is the time until its last byte. */
export async function send<Key extends EndpointKey>(
  endpoint: Key,
  input: InputOf<Key>,
  accept: string,
  most_ms = timeout_ms,
): Promise<Response> {
  const { body, retryKey, etag, cartToken, form, signal, keepalive } = input as {
    body?: unknown
    etag?: string
    cartToken?: string
    retryKey?: string
    form?: FormData
    signal?: AbortSignal
    keepalive?: boolean
  }
  const token = readToken()
  const deadline = AbortSignal.timeout(most_ms)
  let response: Response
  try {
    response = await fetch(addressOf(endpoint, input), {
      method: endpoint.slice(0, endpoint.indexOf(' ')),
      headers: {
        accept,
        'accept-language': localeOf(readLanguage(), readChosenCountry()),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(retryKey === undefined ? {} : { 'idempotency-key': retryKey }),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
        ...(cartToken === undefined ? {} : { 'cart-token': cartToken }),
      },
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      keepalive: keepalive ?? false,
      ...(body === undefined ? { body: form ?? null } : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new CallError(0, undefined)
  }
  followReadOnly(response.headers)
  if (!response.ok && response.status !== 304) {
    const problem = await readProblem(response)
    // The token is no longer valid: end the session, so that the page offers to log in.
    if (response.status === 401 && token !== null && problem?.code === 'unauthorized') endSession()
    throw new CallError(response.status, problem)
  }
  return response
}

/** The path of a request with its parameters and query. */
function addressOf(endpoint: EndpointKey, input: object): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const pattern = endpoint.slice(endpoint.indexOf(' ') + 1)
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams(queryEntries(query)).toString()
  return search === '' ? path : `${path}?${search}`
}

const queryEntries = (query: Record<string, unknown> | undefined): [string, string][] =>
  Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )

async function readProblem(response: Response): Promise<ReceivedProblem | undefined> {
  if (response.headers.get('content-type')?.includes('json') !== true) return undefined
  const body: unknown = await response.json().catch(() => undefined)
  return typeof body === 'object' && body !== null ? body : undefined
}
