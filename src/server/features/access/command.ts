import type { FastifyInstance } from 'fastify'
import type { AnswerOf, Endpoint } from '#contract/endpoint.ts'
import { isPermission } from '#contract/permissions.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { mount, type Call } from '#server/http.ts'
import { recordAudit, type AuditedChange } from './audit.ts'

/** `changes` is what was changed: one entry of the audit log each. An empty list: nothing was. */
export type CommandResult<E extends Endpoint> = {
  answer: AnswerOf<E> extends undefined ? undefined : AnswerOf<E>
  changes: readonly AuditedChange[]
}

/**
 * Registers an endpoint with which staff changes something. `run` works in a transaction, into which the audit log's entries
 * are written as well: a change without its entry cannot be stored, nor an entry of a call that failed. `run` is repeated
 * after a deadlock.
 */
export function mountCommand<const E extends Endpoint>(
  app: FastifyInstance,
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  endpoint: E,
  run: (tx: Tx, call: Call<E>, now: Date) => Promise<CommandResult<E>>,
): void {
  const { auth, name } = endpoint
  if (!isPermission(auth)) throw new Error(`${name} changes something for staff and must name a permission`)
  const runAudited = async (call: Call<E>) => {
    const now = clock()
    return transact(db, async (tx) => {
      const { answer, changes } = await run(tx, call, now)
      const { request } = call
      const audited = {
        user: request.signedIn!,
        permission: auth,
        action: name,
        request_id: request.id,
        ip: request.ip,
      }
      for (const change of changes) await recordAudit(tx, audited, change, now)
      return answer
    })
  }
  mount(app, endpoint, runAudited as never)
  app.mounted.get(`${endpoint.method} ${endpoint.path}`)!.is_audited = true
}
