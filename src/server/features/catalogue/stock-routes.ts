import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/catalogue/desk/stock.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { mountCommand } from '#server/features/access/command.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import { mount, type Call } from '#server/http/mount.ts'
import { getStock, moveStock, receiveStock, recountStock, wasteStock } from './stock.ts'

/** What staff does with stock. */
export function stockRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getStock, ({ scope, params, language }) => getStock(deps.db, scope, params.id, language === 'fr'))
  mountCommand(app, deps, contract.receiveStock, (tx, call, now) =>
    runOnce(tx, call, now, () => receiveStock(tx, call.scope, call.params.id, call.body, by(call, now))),
  )
  mountCommand(app, deps, contract.wasteStock, (tx, call, now) =>
    runOnce(tx, call, now, () => wasteStock(tx, call.scope, call.params.id, call.body, by(call, now))),
  )
  mountCommand(app, deps, contract.recountStock, (tx, call, now) =>
    runOnce(tx, call, now, () => recountStock(tx, call.scope, call.params.id, call.body, by(call, now))),
  )
  mountCommand(app, deps, contract.moveStock, (tx, call, now) =>
    runOnce(tx, call, now, () => moveStock(tx, call.scope, call.params.id, call.body, by(call, now))),
  )
}

const by = ({ user }: { user: { user_id: string } }, now: Date) => ({ user_id: user.user_id, now })

/** A repeated request answers as the first one did, in the reader's language, and is recorded once. */
async function runOnce(
  tx: Tx,
  { user, retry, scope, language }: Pick<Call<typeof contract.receiveStock>, 'user' | 'retry' | 'scope' | 'language'>,
  now: Date,
  work: () => Promise<{ answer: contract.Stock; changes: AuditedChange[] }>,
): Promise<{ answer: contract.Stock; changes: AuditedChange[] }> {
  let changes: AuditedChange[] = []
  const answer = await runIdempotently(tx, user.user_id, retry, now, async () => {
    const done = await work()
    changes = done.changes
    return language === 'fr' ? getStock(tx, scope, done.answer.id, true) : done.answer
  })
  return { answer, changes }
}
