import type { KyselyPlugin } from 'kysely'
import { withDeps } from '#server/commands/with-deps.ts'
import { readConfig } from '#server/config.ts'
import { transact } from '#server/database/transact.ts'
import { placeOrder } from '#server/features/orders/create/place.ts'
import type { OrderRequest } from '#server/features/orders/create/request.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Retry } from '#server/http/mount.ts'

/** What the process places, and after which statement of its transaction it is killed: 0 once it has placed everything. */
export interface Placing {
  user: SignedIn
  request: OrderRequest
  retry: Retry
  now: Date
  dies_after: number
}

/*
 * A process that places one order and is killed by the system in the middle of it, as on a power cut: no handler runs and no
 * connection is closed. Says `ready`, waits for a `Placing`, and sends the order number if it was never killed.
 */

const die = () => process.kill(process.pid, 'SIGKILL')

class KillAfter implements KyselyPlugin {
  #left: number
  constructor(statements: number) {
    this.#left = statements
  }
  transformQuery = ({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) => node
  transformResult = async ({ result }: Parameters<KyselyPlugin['transformResult']>[0]) => {
    this.#left -= 1
    if (this.#left === 0) die()
    return result
  }
}

const command = { readWords: () => undefined, run: () => Promise.reject(new Error('places orders only')) }
await withDeps(readConfig(process.env), command, async (deps) => {
  const placing = new Promise<Placing>((resolve) => process.once('message', (sent) => resolve(sent as Placing)))
  process.send!('ready')
  const { user, request, retry, now, dies_after } = await placing
  const db = deps.db.withPlugin(new KillAfter(dies_after))
  const order = await transact(db, (tx) =>
    runIdempotently(tx, user.user_id, retry, now, () =>
      placeOrder(tx, { ...deps, db, clock: () => now }, { user, locale: 'en-CA', now }, request),
    ),
  )
  if (dies_after === 0) die()
  await new Promise((resolve) => process.send!({ order_number: order.order_number }, resolve))
})
process.disconnect()
