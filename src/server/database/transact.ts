import type { Db, Tx } from './connect.ts'

/**
 * A deadlock, a serialization failure where somebody has set that isolation, and a prepared statement that outlived a
 * migration: the same work may well succeed now.
 */
const transientCodes = new Set(['40P01', '40001', '0A000'])
const retries = 3

/** Runs `work` in one transaction, and again, up to three times, when it lost against another one. It must be safe to repeat. */
export async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let left = retries; ; left -= 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (left === 0 || !isTransient(error)) throw error
    }
  }
}

const isTransient = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && transientCodes.has(String(error.code))
