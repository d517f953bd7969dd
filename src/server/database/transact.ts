import { sql } from 'kysely'
import type { Db, Tx } from './connect.ts'

/**
 * Errors after which the same work may succeed: deadlock, serialization failure and a prepared statement that is stale
 * after a migration.
 */
const transientCodes = new Set(['40P01', '40001', '0A000'])
const retries = 3

/** Runs `work` in a transaction and retries it up to three times after a transient error. `work` must be safe to repeat. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = retries; ; left -= 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (left === 0 || !isTransient(error)) throw error
    }
  }
}

export const isTransient = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && transientCodes.has(String(error.code))

/** Runs a part of a transaction so that its failure undoes this part alone, and the transaction can go on. */
export async function runInSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx)
  try {
    const result = await work()
    await sql`release savepoint part`.execute(tx)
    return result
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    throw error
  }
}
