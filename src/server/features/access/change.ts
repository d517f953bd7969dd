import type { FastifyInstance } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { isPermission, type Permission } from '#contract/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact, type Manner } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { mount, type Answer, type Call } from '#server/http/mount.ts'
import { recordAudit, type AuditedChange } from './audit.ts'

/** A call that changes something, with the time of its transaction. */
export type Change<E extends Endpoint> = Call<E> & { now: Date }

/** What staff changed. */
export interface Audited<T> {
  answer: T
  /** What was changed: one entry of the audit log each. An empty list: nothing was. */
  changes: readonly AuditedChange[]
  /** Thrown once what was written is stored, such as an attempt that counts: the call is refused all the same. */
  refusal?: Error | undefined
}

/** What is stored under a retry key: plain JSON. */
type Plain<E extends Endpoint> = AnswerOf<E> extends undefined ? undefined | void : AnswerOf<E>

/** Calls of staff say what they changed; the compiler demands it of every endpoint that names a permission. */
type Done<E extends Endpoint, Stored> = E['auth'] extends Permission ? Audited<Stored> : Stored

export interface Around<E extends Endpoint, Stored> extends Manner {
  /** In the transaction, before the retry key is read: what a repeated call must pass as well. */
  check?: (tx: Tx, call: Change<E>) => Promise<void>
  /** After the transaction, also of a repeated call: what asks a provider, or refuses what had to be stored first. */
  finish?: (stored: Stored, call: Change<E>) => Promise<Answer<E>> | Answer<E>
  /** Follows once it is stored, whatever becomes of it: what this process keeps in memory is read again. */
  afterwards?: () => Promise<void>
}

/**
 * Registers an endpoint that changes something: `run` works in one transaction, with the retry key and, for staff, the
 * audit log's entries, so that none of them is stored without the others. A repeated key returns what `run` returned first
 * (plain JSON) and is not audited again. `run` is repeated after a deadlock, and must change nothing but the database.
 */
export function mountChange<const E extends Endpoint, Stored = Plain<E>>(
  app: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: E,
  run: (tx: Tx, call: Change<E>) => Promise<Done<E, Stored>>,
  { check, finish, afterwards, ...manner }: Around<E, Stored> = {},
): void {
  const permission = isPermission(endpoint.auth) ? endpoint.auth : undefined
  const work = async (tx: Tx, plain: Call<E>) => {
    const now = clock()
    const call: Change<E> = Object.assign(plain, { now })
    await check?.(tx, call)
    let refusal: Error | undefined
    const stored = await once(tx, call, async () => {
      const done = await run(tx, call)
      if (permission === undefined) return done as Stored
      const audited = done as Audited<Stored>
      await recordChanges(tx, { endpoint, permission, call }, audited.changes)
      refusal = audited.refusal
      return audited.answer
    })
    return { stored, call, refusal }
  }
  mount(app, endpoint, (async (plain: Call<E>) => {
    const is_keyed = plain.retry !== undefined && (plain as unknown as AnyChange).user !== undefined
    const { stored, call, refusal } = await transact(db, (tx) => work(tx, plain), { is_keyed, ...manner })
    if (refusal !== undefined) throw refusal
    await afterwards?.().catch((error: unknown) => (call as AnyChange).request.log.error(error))
    return finish === undefined ? stored : finish(stored, call)
  }) as never)
  if (permission !== undefined) app.mounted.get(`${endpoint.method} ${endpoint.path}`)!.is_audited = true
}

type AnyChange = Pick<Change<Endpoint>, 'retry' | 'request' | 'now'> & { user: SignedIn | undefined }

/** Keys belong to an account; the calls of visitors have none. */
function once<T>(tx: Tx, { user, retry, now }: AnyChange, work: () => Promise<T>): Promise<T> {
  return user === undefined ? work() : runIdempotently(tx, user.user_id, retry, now, work)
}

async function recordChanges(
  tx: Tx,
  { endpoint, permission, call }: { endpoint: Endpoint; permission: Permission; call: AnyChange },
  changes: readonly AuditedChange[],
): Promise<void> {
  const { user, request, now } = call
  const audited = {
    user: user!,
    permission,
    action: endpoint.stored_as ?? endpoint.name,
    request_id: request.id,
    ip: request.ip,
  }
  for (const change of changes) await recordAudit(tx, audited, change, now)
}
