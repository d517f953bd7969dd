import { sql } from 'kysely'
import type { Db, Tx } from './connect.ts'
import { codeOf, constraintOf, isTransient } from './errors.ts'

/** How a transaction differs from the usual one. What is said of retries is beside the transient errors. */
export interface Manner {
  /** Constraints that are violated when another transaction took first what this one had read: it reads again. */
  taken?: ReadonlySet<string>
  /** How often the work is tried again where it does not get a lock within the time that it allows. */
  lock_retries?: number
  /** All reads see the same moment. */
  is_snapshot?: boolean
}

const retries = 3

/**
 * Runs `work` in a transaction, and again, up to three times each, after a transient error and after a constraint of
 * `taken`. Nothing of a failed try stays in the database, so that `work` must change nothing else.
 */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>, manner: Manner = {}): Promise<T> {
  const { taken, lock_retries = 0, is_snapshot = false } = manner
  const left = { transient: retries, taken: retries, locked: lock_retries }
  return repeat(
    () => {
      const transaction = db.transaction()
      return (is_snapshot ? transaction.setIsolationLevel('repeatable read') : transaction).execute(work)
    },
    (error) => {
      if (isTransient(error)) return left.transient-- > 0
      if (codeOf(error) === '55P03') return left.locked-- > 0
      return taken?.has(constraintOf(error) ?? '') === true && left.taken-- > 0
    },
  )
}

/**
 * Runs a part of a transaction so that its failure undoes this part alone, and the transaction can go on. With
 * `isRepeated` it runs again, up to three times, after a violated constraint.
 */
export function runInSavepoint<T>(tx: Tx, work: () => Promise<T>, isRepeated = false): Promise<T> {
  let left = isRepeated ? retries : 0
  return repeat(
    async () => {
      await sql`savepoint part`.execute(tx)
      try {
        const result = await work()
        await sql`release savepoint part`.execute(tx)
        return result
      } catch (error) {
        await sql`rollback to savepoint part`.execute(tx)
        throw error
      }
    },
    (error) => !isTransient(error) && constraintOf(error) !== undefined && left-- > 0,
  )
}

async function repeat<T>(attempt: () => Promise<T>, isRetried: (error: unknown) => boolean): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRetried(error)) throw error
    }
  }
}
