import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'

export type Auth = 'none' | 'optional' | 'customer' | 'desk' | Permission

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * An HTTP endpoint as data: the server mounts it (validation, authorization, OpenAPI), the web calls it. `path` is complete
 * (`/api/v1/...`) with `{name}` parameters. `auth`: `none` ignores tokens, `optional` accepts one, `customer` requires an
 * account, `desk` one with any permission at all, anything else is a permission that it requires.
 */
export interface Endpoint<
  P extends Schema | undefined = Schema | undefined,
  Q extends Schema | undefined = Schema | undefined,
  B extends Schema | undefined = Schema | undefined,
  A extends Schema | undefined = Schema | undefined,
  M extends Method = Method,
  Path extends string = string,
  Who extends Auth = Auth,
> {
  readonly name: string
  /** What stored entries of the audit log call it, where that is not its name. */
  readonly stored_as?: string
  readonly method: M
  readonly path: Path
  readonly summary: string
  readonly tag: string
  readonly auth: Who
  /** Whether the `Idempotency-Key` header is supported. */
  readonly idempotent?: boolean
  /**
   * Whether it is answered in read-only mode, where that differs from its method: true for one that changes nothing or keeps
   * it until later, false for a GET that writes, such as who has read what.
   */
  readonly in_read_only?: boolean
  /**
   * Whether somebody who has unlocked a counter, or stands in front of a locked one, may call it without a permission. Calls
   * that name a permission are theirs as far as the counter gives it.
   */
  readonly at_counter?: boolean
  readonly status: 200 | 201 | 202 | 204
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly answer?: A
}

export type Schema = z.ZodMiniType

/** Annotated so that bundles drop it: the page calls endpoints by method and path (`endpoints.ts`). */
/* @__NO_SIDE_EFFECTS__ */
export const endpoint = <
  M extends Method,
  const Path extends string,
  P extends Schema | undefined = undefined,
  Q extends Schema | undefined = undefined,
  B extends Schema | undefined = undefined,
  A extends Schema | undefined = undefined,
  const Who extends Auth = Auth,
>(
  description: Endpoint<P, Q, B, A, M, Path, Who>,
): Endpoint<P, Q, B, A, M, Path, Who> => description

type Input<S> = S extends Schema ? z.input<S> : undefined
type Output<S> = S extends Schema ? z.output<S> : undefined

/** What callers send, before defaults. */
export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Input<P> : never
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Input<Q> : never
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Input<B> : never
/** What callers receive. */
export type AnswerOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer A> ? Output<A> : never
/** What the server's handler receives, with defaults. */
export type ParsedParams<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _A> ? Output<P> : never
export type ParsedQuery<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _A> ? Output<Q> : never
export type ParsedBody<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _A> ? Output<B> : never
