import type { Db, Tx } from './connect.ts'
import { isGivenUp, OutcomeUnknown } from './errors.ts'

export interface BatchOptions<Item> {
  /** Most items in one batch. */
  maxSize?: number
  /** Most batches at the same time. */
  maxConcurrent?: number
  /** While a batch runs, another one starts once so many items wait. */
  concurrentFrom?: number
  /** The same once the latest batch has run for so long, so that a hanging batch does not block the others. */
  concurrentAfter_ms?: number
  /** Items of the same key never share a batch. */
  keyOf?: (item: Item) => string | undefined
  /** Whether an item may be run again where it is not known whether its batch was stored: it finds what it stored. */
  isRepeatable?: (item: Item) => boolean
}

/** Results by item; an item without an entry gets undefined. */
export type BatchRun<Item, Result> = (items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>

interface Pending<Item, Result> {
  item: Item
  resolve: (result: Result | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Combines calls into batches. Calls made in one turn of the event loop form a batch; while batches run, later calls wait
 * for the next one, as the options say. Without load, a call is a batch of one and starts in the same turn. Every batch
 * starts after its calls were made, so no result is older than its call.
 *
 * When a batch fails, each of its items is run again alone, so that one bad item fails only its own call; not where the
 * database gave it up, since each would wait as long. Where it is not
 * known whether the batch was stored, only those that find what they stored are.
 */
export function createBatcher<Item, Result>(
  run: BatchRun<Item, Result>,
  options: BatchOptions<Item> = {},
): (item: Item) => Promise<Result | undefined> {
  const { maxSize = 64, maxConcurrent = Infinity, concurrentFrom = Infinity, concurrentAfter_ms = Infinity } = options
  let waiting: Pending<Item, Result>[] = []
  let running = 0
  let latestStart_ms = 0
  let isScheduled = false

  function canStart(): boolean {
    if (waiting.length === 0 || running >= maxConcurrent) return false
    if (running === 0 || waiting.length >= concurrentFrom) return true
    return performance.now() - latestStart_ms > concurrentAfter_ms
  }

  function startBatches(): void {
    while (canStart()) {
      running += 1
      latestStart_ms = performance.now()
      void settle(takeBatch()).finally(() => {
        running -= 1
        if (!isScheduled) startBatches()
      })
    }
  }

  /** The longest waiting calls; those whose key is in the batch already stay, in their order. */
  function takeBatch(): Pending<Item, Result>[] {
    const keys = new Set<string>()
    const batch: Pending<Item, Result>[] = []
    const rest: Pending<Item, Result>[] = []
    for (const pending of waiting) {
      const key = options.keyOf?.(pending.item)
      if (batch.length >= maxSize || (key !== undefined && keys.has(key))) rest.push(pending)
      else batch.push(pending)
      if (key !== undefined) keys.add(key)
    }
    waiting = rest
    return batch
  }

  async function settle(batch: readonly Pending<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ item }) => item))
      for (const { item, resolve } of batch) resolve(results.get(item))
    } catch (error) {
      if (batch.length === 1) batch[0]!.reject(error)
      else
        for (const pending of batch)
          if (isGivenUp(error) || (error instanceof OutcomeUnknown && options.isRepeatable?.(pending.item) !== true))
            pending.reject(error)
          else await settle([pending])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isScheduled) return
      isScheduled = true
      setImmediate(() => {
        isScheduled = false
        startBatches()
      })
    })
}

/** A batcher for each owner: calls for different owners never share a batch. */
export function createBatcherPerOwner<Owner extends object, Item, Result>(
  run: (owner: Owner, items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>,
  options: BatchOptions<Item> = {},
): (owner: Owner, item: Item) => Promise<Result | undefined> {
  const batchers = new WeakMap<Owner, (item: Item) => Promise<Result | undefined>>()
  return (owner, item) => {
    const batcher = batchers.get(owner) ?? createBatcher((items: readonly Item[]) => run(owner, items), options)
    batchers.set(owner, batcher)
    return batcher(item)
  }
}

/** Once a batch of queries has run for this long, the next batch starts beside it. */
export const slowQuery_ms = 100

/** Combines queries of one database into batches; within a transaction a query is a batch of one. */
export function batchQueries<Item, Result>(
  run: (db: Db | Tx, items: readonly Item[]) => Promise<ReadonlyMap<Item, Result>>,
): (db: Db | Tx, item: Item) => Promise<Result | undefined> {
  const runInBatch = createBatcherPerOwner(run, { concurrentAfter_ms: slowQuery_ms })
  return async (db, item) => (db.isTransaction ? (await run(db, [item])).get(item) : runInBatch(db, item))
}
