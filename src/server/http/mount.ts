import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { AnswerOf, Endpoint, ParsedBody, ParsedParams, ParsedQuery } from '#contract/endpoint.ts'
import { readDevice } from '#contract/figures/devices.ts'
import type { Locale } from '#contract/formats.ts'
import { isPermission, type Permission } from '#contract/permissions.ts'
import type { Language } from '#contract/places/places.ts'
import { repeatRead } from '#server/database/errors.ts'
import { languageOf, localeIn } from '#server/output/translate.ts'
import { toAnswerSchema } from './answer-schema.ts'
import { noScope, type Scope, type SignedIn } from './caller.ts'
import { AppError } from './errors.ts'
import { LockBreaker } from './lock-breaker.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Finds the user of a bearer token. Set in `app.ts`. */
    identify: (token: string) => Promise<SignedIn | undefined>
    /** The mounted endpoints by method and path, for calls within the process. Set by `useContract`. */
    mounted: Map<string, MountedEndpoint>
    /** Refuses calls whose kind waits for a lock. Set by `useContract`. */
    breaker: LockBreaker
  }
  interface FastifyRequest {
    signedIn: SignedIn | undefined
    /** Whether the session is that of a counter, which may not call this. */
    isBarred: boolean
  }
  interface FastifyContextConfig {
    /** True for endpoints without authorization: callers send their token with every request. */
    ignores_token?: boolean
    /** True for endpoints that answer with JSON. */
    is_json?: boolean
    /** True for endpoints that a session of a counter may call. */
    at_counter?: boolean
  }
}

/** The arguments of a handler: parsed input, the caller and the response language. */
export interface Call<E extends Endpoint> {
  params: ParsedParams<E>
  query: ParsedQuery<E>
  body: ParsedBody<E>
  user: E['auth'] extends 'none' | 'optional' ? SignedIn | undefined : SignedIn
  /** Where the caller has the permission that the endpoint names; nowhere for endpoints without one. */
  scope: Scope
  language: Language
  /** The language with the country that the request names, or that of the account, for amounts and times. */
  locale: Locale
  /** The `Idempotency-Key` header with the call and the hash of the request; undefined without the header. */
  retry: Retry | undefined
  request: FastifyRequest
  reply: FastifyReply
}

export interface Retry {
  key: string
  call: string
  body_hash: Buffer
}

/**
 * Endpoints without a schema (204, files) may return undefined, a Buffer, text or a stream. With a schema, a Buffer is
 * JSON that is already serialized.
 */
export type Answer<E> =
  AnswerOf<E> extends undefined ? Buffer | Readable | string | undefined | void : AnswerOf<E> | Buffer

export interface MountedEndpoint {
  endpoint: Endpoint
  handler: (call: Call<Endpoint>) => unknown
  /** Whether each call is a transaction with its retry key and, for staff, the audit log's entries. Set by `mountChange`. */
  is_change?: boolean
}

/** Registers an endpoint of the contract with its authorization, validation, handler and status. */
export function mount<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
): void {
  const repeated = (call: Call<E>) => (endpoint.method === 'GET' ? repeatRead(() => handler(call)) : handler(call))
  const guarded = (call: Call<E>) => app.breaker.run(endpoint.name, () => repeated(call))
  const route: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    config: {
      ignores_token: endpoint.auth === 'none',
      is_json: endpoint.answer !== undefined,
      at_counter: endpoint.at_counter === true || endpoint.auth === 'desk' || isPermission(endpoint.auth),
    },
    schema: {
      operationId: endpoint.name,
      summary: endpoint.summary,
      tags: [endpoint.tag],
      ...(endpoint.params === undefined ? {} : { params: endpoint.params }),
      ...(endpoint.query === undefined ? {} : { querystring: endpoint.query }),
      ...(endpoint.body === undefined ? {} : { body: endpoint.body }),
      response: endpoint.answer === undefined ? {} : { [endpoint.status]: toAnswerSchema(endpoint.answer) },
    },
    onRequest: changes(endpoint) ? [forbidCaching(endpoint), refuseInReadOnly(app)] : forbidCaching(endpoint),
    ...(endpoint.auth === 'none' || endpoint.auth === 'optional' ? {} : { preValidation: authorize(endpoint.auth) }),
    handler: async (request, reply) => {
      reply.code(endpoint.status)
      const call = {
        params: request.params,
        query: request.query,
        body: request.body,
        user: request.signedIn,
        scope: (isPermission(endpoint.auth) ? request.signedIn?.access.get(endpoint.auth) : undefined) ?? noScope,
        language: languageOf(request.headers['accept-language']),
        // Only a few read it.
        get locale() {
          return localeIn(request.headers['accept-language'], request.signedIn?.country_code)
        },
        retry: endpoint.idempotent === true ? readIdempotencyKey(endpoint, request) : undefined,
        request,
        reply,
      } as Call<E>
      const answer = await guarded(call)
      if (endpoint.answer !== undefined && Buffer.isBuffer(answer)) reply.type('application/json; charset=utf-8')
      return reply.sent ? reply : (answer ?? reply.send())
    },
  }
  app.route(route)
  app.mounted.set(`${endpoint.method} ${endpoint.path}`, { endpoint, handler: guarded as MountedEndpoint['handler'] })
}

/** Whether it is refused in read-only mode. */
export const changes = ({ method, in_read_only = method === 'GET' }: Endpoint): boolean => !in_read_only

const refuseInReadOnly =
  (app: FastifyInstance): onRequestHookHandler =>
  (_request, _reply, done) =>
    done(app.findRefusal())

/** Only reads without a session may be cached. Errors keep the header too. */
const forbidCaching =
  ({ method, auth }: Endpoint): onRequestHookHandler =>
  ({ signedIn }, reply, done) => {
    const isPublic = method === 'GET' && (auth === 'none' || (auth === 'optional' && signedIn === undefined))
    if (!isPublic) reply.header('cache-control', 'private, no-store')
    done()
  }

/** Requires an account, and the permission unless any account, or any permission, is enough. */
function authorize(required: 'customer' | 'desk' | Permission): preValidationHookHandler {
  return ({ signedIn, isBarred }, _reply, done) => {
    if (signedIn === undefined) done(new AppError(isBarred ? 'counter_only' : 'unauthorized'))
    else if (
      required === 'desk' ? signedIn.access.size === 0 : required !== 'customer' && !signedIn.access.has(required)
    )
      done(new AppError('forbidden'))
    else done()
  }
}

/** What the header `Idempotency-Key` may hold. */
export const idempotencyKeyPattern = /^[\w.:-]{1,200}$/

function readIdempotencyKey(endpoint: Endpoint, request: FastifyRequest): Retry | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) {
    throw new AppError('validation_failed', {}, [{ field: 'Idempotency-Key', key: 'characters' }])
  }
  const body_hash = createHash('sha256')
    .update(JSON.stringify([request.params ?? null, request.query ?? null, request.body ?? null]))
    .digest()
  return { key, call: endpoint.name, body_hash }
}

/** Identifies the caller by the bearer token, for rate limits and authorization. An invalid token means signed out. */
export async function readCaller(request: FastifyRequest): Promise<void> {
  const header = request.headers.authorization
  const token = header === undefined ? undefined : /^Bearer ([\w.~+/=-]{1,512})$/i.exec(header)?.[1]
  const found =
    token === undefined
      ? undefined
      : await request.server.breaker.run('session', () => repeatRead(() => request.server.identify(token)))
  // A counter sells and nothing else: elsewhere nobody is signed in on its device.
  request.isBarred = found?.counter !== undefined && request.routeOptions.config.at_counter !== true
  request.signedIn =
    found === undefined || request.isBarred
      ? undefined
      : { ...found, device: readDevice(request.headers['user-agent']) }
}

/** Validates and serializes with the contract’s schemas; fields that are not in the contract are removed from responses. */
export function useContract(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('signedIn', undefined)
  app.decorateRequest('isBarred', false)
  app.decorate('mounted', new Map())
  app.decorate('breaker', new LockBreaker())
}
