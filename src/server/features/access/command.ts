import type { FastifyInstance } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { isPermission, type Permission } from '#contract/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { recordAudit, type AuditedChange } from './audit.ts'

/** `changes` is what was changed: one entry of the audit log each. An empty list: nothing was. */
export interface CommandResult<E extends Endpoint> {
  answer: AnswerOf<E> extends undefined ? undefined : AnswerOf<E>
  changes: readonly AuditedChange[]
  /** Thrown once what was written is stored, such as an attempt that counts: the call is refused all the same. */
  refusal?: Error | undefined
}

/**
 * Registers an endpoint with which staff changes something. `run` works in a transaction, into which the audit log's entries
 * are written as well: a change without its entry cannot be stored, nor an entry of a call that failed. `run` is repeated
 * after a deadlock. `afterwards` follows once it is stored: what this process keeps in memory is read again.
 */
export function mountCommand<const E extends Endpoint>(
  app: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: E,
  run: (tx: Tx, call: Call<E>, now: Date) => Promise<CommandResult<E>>,
  afterwards?: () => Promise<void>,
): void {
  mountAudited(app, endpoint, async (call, permission) => {
    const now = clock()
    const stored = await transact(db, async (tx) => {
      const { answer, changes, refusal } = await run(tx, call, now)
      await recordChanges(tx, endpoint, permission, call, changes, now)
      return { answer, refusal }
    })
    if (stored.refusal !== undefined) throw stored.refusal
    // It is stored, whatever becomes of this.
    await afterwards?.().catch((error: unknown) => (call as Call<Endpoint>).request.log.error(error))
    return stored.answer
  })
}

/**
 * As `mountCommand`, for what asks a payment provider, which must not be done within a transaction: `prepare` checks the
 * call and says what the log records; once that is stored, `ask` does the work, which is safe to repeat.
 */
export function mountAskingCommand<const E extends Endpoint>(
  app: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: E,
  prepare: (tx: Tx, call: Call<E>, now: Date) => Promise<readonly AuditedChange[]>,
  ask: (call: Call<E>) => Promise<CommandResult<E>['answer']>,
): void {
  mountAudited(app, endpoint, async (call, permission) => {
    const now = clock()
    await transact(db, async (tx) => recordChanges(tx, endpoint, permission, call, await prepare(tx, call, now), now))
    return ask(call)
  })
}

function mountAudited<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>, permission: Permission) => Promise<unknown>,
): void {
  const { auth, name } = endpoint
  if (!isPermission(auth)) throw new Error(`${name} changes something for staff and must name a permission`)
  mount(app, endpoint, ((call: Call<E>) => handle(call, auth)) as never)
  app.mounted.get(`${endpoint.method} ${endpoint.path}`)!.is_audited = true
}

async function recordChanges(
  tx: Tx,
  { name }: Endpoint,
  permission: Permission,
  { request }: Pick<Call<Endpoint>, 'request'>,
  changes: readonly AuditedChange[],
  now: Date,
): Promise<void> {
  const audited = { user: request.signedIn!, permission, action: name, request_id: request.id, ip: request.ip }
  for (const change of changes) await recordAudit(tx, audited, change, now)
}
