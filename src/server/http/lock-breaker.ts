import { isGivenUp } from '#server/database/errors.ts'
import { AppError } from './errors.ts'

/** How long work of a kind is refused after one of it was given up. */
const pause_ms = 2_000
const retry_s = 5

/**
 * Keeps work that waits for a lock from taking all connections: once a call of a kind was given up by the database, others
 * of the kind are refused (`overloaded`), except one at a time of all kinds, which finds out whether the lock is gone.
 */
export class LockBreaker {
  readonly #stuck = new Map<string, number>()
  #isTrying = false

  async run<Result>(kind: string, work: () => Promise<Result> | Result): Promise<Result> {
    const refusedUntil_ms = this.#stuck.get(kind)
    if (refusedUntil_ms === undefined) return this.#watch(kind, work)
    if (this.#isTrying || performance.now() < refusedUntil_ms)
      throw new AppError('overloaded', { retry_after: retry_s })
    this.#isTrying = true
    try {
      return await this.#watch(kind, work)
    } finally {
      this.#isTrying = false
    }
  }

  async #watch<Result>(kind: string, work: () => Promise<Result> | Result): Promise<Result> {
    try {
      const result = await work()
      this.#stuck.delete(kind)
      return result
    } catch (error) {
      if (isGivenUp(error)) this.#stuck.set(kind, performance.now() + pause_ms)
      throw error
    }
  }
}
