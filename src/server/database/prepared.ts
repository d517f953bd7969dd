import type { PoolClient } from 'pg'

/** A statement is prepared once it has come so often, and so many at most: each connection keeps them all. */
const often = 3
const most = 400

/** The names of the statements that come again and again, on all connections of a pool. */
export class PreparedStatementNames {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** Undefined for one that has not come often; one whose text changes with every call never gets a name. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= most) return undefined
    const counts = this.#counts
    // Texts seen once or twice are forgotten in time.
    if (counts.size > 5_000) counts.clear()
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count < often) return undefined
    counts.delete(text)
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  rename(text: string, name: string): void {
    this.#names.set(text, name)
  }
}

const changed = '0A000'
/** Whether a prepared statement has outlived a change of its tables: it did nothing. */
const isStalePlan = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === changed

/**
 * Makes a connection prepare what it is asked again and again: PostgreSQL plans a booking's statements for longer than it
 * runs them. A statement that outlived a migration is prepared anew under another name; in a transaction, which it has
 * ended, the work is to be done again (`transact`).
 */
export function prepareRepeatedStatements(client: PoolClient, statements: PreparedStatementNames): void {
  const plain = client.query.bind(client) as (...query: unknown[]) => Promise<unknown>
  const query = (...asked: unknown[]): unknown => {
    const [text, values] = asked
    // The pool's own calls come with a callback, and are left as they are.
    const name =
      asked.length === 2 && typeof text === 'string' && Array.isArray(values) ? statements.nameOf(text) : undefined
    if (name === undefined) return plain(...asked)
    return plain({ name, text, values }).catch(async (error: unknown) => {
      if (!isStalePlan(error)) throw error
      const renewed = `${name}_`
      statements.rename(text as string, renewed)
      return plain({ name: renewed, text, values }).catch(() => Promise.reject(error))
    })
  }
  client.query = query as typeof client.query
}
