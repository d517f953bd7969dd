import { on } from 'node:events'
import type { KyselyPlugin } from 'kysely'
import { withDeps } from '#server/commands/with-deps.ts'
import { readConfig } from '#server/config.ts'
import { openServer } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { placeOrder } from '#server/features/orders/create/place.ts'
import type { OrderRequest } from '#server/features/orders/create/request.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { runIdempotently } from '#server/http/idempotency.ts'
import type { Retry } from '#server/http/mount.ts'

/** What the process places. */
export interface Placing {
  user: SignedIn
  request: OrderRequest
  retry: Retry
  now: Date
  /** Databases in which it also begins to place, and stops after so many statements. */
  stops_in: { url: string; after: number }[]
  /** Whether it is killed once it has placed the order, before it says so. */
  dies: boolean
}
/** What the process says: that it waits, that it has stopped everywhere, or what it has placed with how many statements. */
export type PlacingMessage = 'ready' | 'stopped' | { order_number: string; statements: number }

/*
 * A process that places orders and is killed by the system in the middle of them, as on a power cut: no handler runs and no
 * connection is closed. Says `ready` and answers each `Placing`, until it is sent `end`.
 */

/** Counts the statements that were answered; after `last` of them nothing goes on. */
class StopAfter implements KyselyPlugin {
  readonly #last: number
  readonly #stopped: () => void
  count = 0
  constructor(last: number, stopped: () => void) {
    this.#last = last
    this.#stopped = stopped
  }
  transformQuery = ({ node }: Parameters<KyselyPlugin['transformQuery']>[0]) => node
  transformResult = async ({ result }: Parameters<KyselyPlugin['transformResult']>[0]) => {
    this.count += 1
    if (this.count < this.#last) return result
    this.#stopped()
    return new Promise<typeof result>(() => undefined)
  }
}

const sendMessage = (what: PlacingMessage) => new Promise((resolve) => process.send!(what, resolve))

const command = { readWords: () => undefined, run: () => Promise.reject(new Error('places orders only')) }
await withDeps(readConfig(process.env), command, async (deps) => {
  const sent = on(process, 'message')
  await sendMessage('ready')
  for await (const [placing] of sent as AsyncIterable<[Placing | 'end']>) {
    if (placing === 'end') return
    await answer(deps, placing)
  }
})
process.disconnect()

async function answer(deps: Deps, { user, request, retry, now, stops_in, dies }: Placing): Promise<void> {
  const place = (plain: typeof deps.db, plugin: StopAfter) => {
    const db = plain.withPlugin(plugin)
    return transact(db, (tx) =>
      runIdempotently(tx, user.user_id, retry, now, () =>
        placeOrder(tx, { ...deps, db, clock: () => now }, { user, locale: 'en-CA', now }, request),
      ),
    )
  }
  for (const { url, after } of stops_in) {
    const { db } = await openServer(url, 1)
    await new Promise<void>((resolve, reject) => {
      place(db, new StopAfter(after, resolve)).then(() => reject(new Error(`placed in ${after}`)), reject)
    })
  }
  // The parent kills it now.
  if (stops_in.length > 0) return void (await sendMessage('stopped'))
  const plugin = new StopAfter(Infinity, () => undefined)
  const { order_number } = await place(deps.db, plugin)
  if (dies) process.kill(process.pid, 'SIGKILL')
  await sendMessage({ order_number, statements: plugin.count })
}
