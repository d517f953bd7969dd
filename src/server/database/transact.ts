import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { joinPools, requestPool, type Db, type Tx } from './connect.ts'
import { codeOf, constraintOf, isAway, isTransient, OutcomeUnknown } from './errors.ts'

/** How a transaction differs from the usual one. What is said of retries is beside the transient errors. */
export interface Manner {
  /** Constraints that are violated when another transaction took first what this one had read: it reads again. */
  taken?: ReadonlySet<string>
  /** How often the work is tried again where it does not get a lock within the time that it allows. */
  lock_retries?: number
  /** All reads see the same moment. */
  is_snapshot?: boolean
  /**
   * The work writes a key first by which a repetition finds what was stored, so it may also be repeated where the
   * connection was lost during the commit.
   */
  is_keyed?: boolean
}

const retries = 3
/** Pauses before the tries after the database went away: a restart or a failover mostly takes longer, a lost connection not. */
const pauses_ms = [50, 250, 1_000]

/**
 * Runs `work` in a transaction, and again, up to three times each, after a transient error, after a constraint of `taken`
 * and when the database went away. Nothing of a failed try stays in the database, so that `work` must change nothing else.
 * Throws OutcomeUnknown where the connection was lost during the commit of work that has no key.
 */
export function transact<T>(db: Db, work: (tx: Tx) => Promise<T>, manner: Manner = {}): Promise<T> {
  const { taken, lock_retries = 0, is_snapshot = false, is_keyed = false } = manner
  const left = { transient: retries, taken: retries, locked: lock_retries }
  let lost = 0
  return repeat(
    async () => {
      const transaction = db.transaction()
      let isCommitting = false
      try {
        return await (is_snapshot ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
          async (tx) => {
            joinPools(tx, requestPool(db))
            const result = await work(tx)
            isCommitting = true
            return result
          },
        )
      } catch (error) {
        throw isCommitting && isAway(error) ? new OutcomeUnknown(error) : error
      }
    },
    async (error) => {
      if (isTransient(error)) return left.transient-- > 0
      if (isAway(error)) {
        const pause_ms = pauses_ms[lost++]
        if (pause_ms === undefined || (error instanceof OutcomeUnknown && !is_keyed)) return false
        await wait(pause_ms)
        return true
      }
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
    async (error) => !isTransient(error) && constraintOf(error) !== undefined && left-- > 0,
  )
}

async function repeat<T>(attempt: () => Promise<T>, isRetried: (error: unknown) => Promise<boolean>): Promise<T> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(await isRetried(error))) throw error
    }
  }
}
