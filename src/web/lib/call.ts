import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import type { Problem } from '#contract/errors.ts'
import { readLanguage } from './language.ts'
import { endSession, readToken } from './session.ts'
import { type Language } from '#contract/places.ts'

/** A call that the server refused (with its problem) or that never arrived (`problem` undefined). */
export class CallError extends Error {
  readonly status: number
  readonly problem: Problem | undefined
  constructor(status: number, problem: Problem | undefined) {
    super(problem?.message ?? 'network')
    this.status = status
    this.problem = problem
  }
  get code(): string {
    return this.problem?.code ?? 'network'
  }
}

export type CallInput<E> = (ParamsOf<E> extends undefined ? { params?: undefined } : { params: ParamsOf<E> }) & {
  query?: QueryOf<E> extends undefined
    ? undefined
    : Partial<Record<keyof QueryOf<E> & string, string | number | boolean | undefined>>
} & (BodyOf<E> extends undefined ? { body?: undefined } : { body: BodyOf<E> }) & {
    /** Makes a second sending of the same thing harmless; give the same key for every try of one intent. */
    retryKey?: string
    /** Instead of a body, where a file is sent. */
    form?: FormData
    signal?: AbortSignal
  }

const timeout_ms = 30_000

/** Calls an endpoint of the contract. Throws CallError for every refusal and when the network is gone. */
export async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<AnswerOf<E>> {
  const answer = takeEmbeddedResponse(endpoint, input)
  if (answer !== undefined) return answer
  const response = await send(endpoint, input, 'application/json')
  if (response.status === 204) return undefined as AnswerOf<E>
  return (await response.json().catch(() => {
    throw new CallError(0, undefined)
  })) as AnswerOf<E>
}

/**
 * What came with the page as the answer to this call, where something did; taken but once. What a query begins with, so
 * that the page is drawn once and not first without it.
 */
export const takeEmbeddedResponse = <E extends Endpoint>(endpoint: E, input: CallInput<E>): AnswerOf<E> | undefined =>
  endpoint.method === 'GET' && isAnonymous(endpoint)
    ? (takeServed(addressOf(endpoint, input), readLanguage()) as AnswerOf<E> | undefined)
    : undefined

/** As `call`, but gives the answer as it came: for files. */
export async function send<E extends Endpoint>(endpoint: E, input: CallInput<E>, accept: string): Promise<Response> {
  const { body, retryKey, form, signal } = input as {
    body?: unknown
    retryKey?: string
    form?: FormData
    signal?: AbortSignal
  }
  const token = endpoint.auth === 'none' ? null : readToken()
  const deadline = AbortSignal.timeout(timeout_ms)
  let response: Response
  try {
    response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        accept,
        'accept-language': readLanguage(),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(retryKey === undefined ? {} : { 'idempotency-key': retryKey }),
      },
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      ...(body === undefined ? { body: form ?? null } : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    if (signal?.aborted === true) throw error
    throw new CallError(0, undefined)
  }
  if (!response.ok) {
    const problem = await readProblem(response)
    // A token that no longer counts is forgotten, so that the page offers to log in instead of failing again.
    if (response.status === 401 && token !== null && problem?.code === 'unauthorized') endSession()
    throw new CallError(response.status, problem)
  }
  return response
}

/** Whether the answer is the same for everybody. */
const isAnonymous = ({ auth }: Endpoint): boolean => auth === 'none' || (auth === 'optional' && readToken() === null)

/** The path of a call with its parameters, and what is told of its query. */
function addressOf<E extends Endpoint>({ path: pattern }: E, input: CallInput<E>): string {
  const { params, query } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> }
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(params?.[name])))
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString()
  return search === '' ? path : `${path}?${search}`
}

async function readProblem(response: Response): Promise<Problem | undefined> {
  if (response.headers.get('content-type')?.includes('json') !== true) return undefined
  return (await response.json().catch(() => undefined)) as Problem | undefined
}

/** What the server has answered in the page itself, by the address of each call; each counts once. */
let answers: Map<string, unknown> | undefined

function readAnswers(): Map<string, unknown> {
  const block = typeof document === 'undefined' ? null : document.getElementById('page-answers')
  if (block === null) return new Map()
  try {
    return new Map(Object.entries(JSON.parse(block.textContent) as Record<string, unknown>))
  } catch {
    return new Map()
  }
}

/** So long after the page was made its prices and spaces are no longer of this moment. */
const fresh_ms = 20_000

/** The answer that came with the page, for the first call of this address in the page's language; undefined when none did. */
function takeServed(address: string, language: Language): unknown {
  if (performance.now() > fresh_ms) return undefined
  answers ??= readAnswers()
  if (document.documentElement.lang !== language) return undefined
  const answer = answers.get(address)
  answers.delete(address)
  return answer
}
