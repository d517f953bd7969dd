import type { FastifyInstance } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { isPermission, type Permission } from '#contract/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact, type Manner } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { withMinimumDuration } from '#server/http/minimum-duration.ts'
import { mount, type Answer, type Call } from '#server/http/mount.ts'
import { recordAudits, type AuditedChange } from './audit.ts'

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

export interface Around<E extends Endpoint, Stored, Prepared> extends Manner {
  /**
   * Before the transaction, which must not wait for it or undo it: an attempt that counts, the hash of a password, a photo.
   * A repeated key runs it again.
   */
  prepare?: (call: Call<E>) => Promise<Prepared>
  /** In the transaction, before the retry key is read: what a repeated call must pass as well. */
  check?: (tx: Tx, call: Change<E>) => Promise<void>
  /** After the transaction, also of a repeated call: what asks a provider, or refuses what had to be stored first. */
  finish?: (stored: Stored, call: Change<E>, prepared: Prepared) => Promise<Answer<E>> | Answer<E>
  /** Follows once it is stored, whatever becomes of it: what this process keeps in memory is read again. */
  afterwards?: () => Promise<void>
  /** The transaction takes no less, so that the time of the answer does not reveal whether an address has an account. */
  least_ms?: number
  /** The command applies the retry key itself, where visitors have keys too. */
  has_own_keys?: boolean
}

/**
 * Registers an endpoint that changes something: `run` works in one transaction, with the retry key and, for staff, the
 * audit log's entries, so that none of them is stored without the others. A repeated key returns what `run` returned first
 * (plain JSON) and is not audited again. `run` is repeated after a deadlock, and must change nothing but the database.
 */
export function mountChange<const E extends Endpoint, Stored = Plain<E>, Prepared = undefined>(
  app: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: E,
  run: (tx: Tx, call: Change<E>, prepared: Prepared) => Promise<Done<E, Stored>>,
  around: Around<E, Stored, Prepared> = {},
): void {
  const { prepare, check, finish, afterwards, least_ms, has_own_keys = false, ...manner } = around
  const permission = isPermission(endpoint.auth) ? endpoint.auth : undefined
  const work = async (tx: Tx, plain: Call<E>, prepared: Prepared) => {
    const now = clock()
    const call: Change<E> = Object.assign(plain, { now })
    await check?.(tx, call)
    let refusal: Error | undefined
    const runAudited = async () => {
      const done = await run(tx, call, prepared)
      if (permission === undefined) return done as Stored
      const audited = done as Audited<Stored>
      await recordChanges(tx, { endpoint, permission, call }, audited.changes)
      refusal = audited.refusal
      return audited.answer
    }
    const stored = has_own_keys ? await runAudited() : await once(tx, call, runAudited)
    return { stored, call, refusal }
  }
  const change = async (plain: Call<E>) => {
    const prepared = (await prepare?.(plain)) as Prepared
    const hasKey = has_own_keys || (plain as unknown as AnyChange).user !== undefined
    const is_keyed = plain.retry !== undefined && hasKey
    const changing = transact(db, (tx) => work(tx, plain, prepared), { is_keyed, ...manner })
    const done = await (least_ms === undefined ? changing : withMinimumDuration(changing, least_ms))
    return { ...done, prepared }
  }
  mount(app, endpoint, (async (plain: Call<E>) => {
    const { stored, call, refusal, prepared } = await change(plain)
    if (refusal !== undefined) throw refusal
    await afterwards?.().catch((error: unknown) => (call as AnyChange).request.log.error(error))
    return finish === undefined ? stored : finish(stored, call, prepared)
  }) as never)
  app.mounted.get(`${endpoint.method} ${endpoint.path}`)!.is_change = true
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
  await recordAudits(tx, audited, changes, now)
}
