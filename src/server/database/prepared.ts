import type { PoolClient } from 'pg'
import { codeOf, PoolerFound } from './errors.ts'

/** A statement is prepared at its third execution. */
const minExecutions = 3
/** Each connection keeps all prepared statements in memory. */
const maxStatements = 400

/** Names for frequently executed statements, shared by all connections of a pool. */
export class PreparedStatementNames {
  readonly #counts = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** Undefined until the statement has been executed `minExecutions` times with the same text. */
  nameOf(text: string): string | undefined {
    const existing = this.#names.get(text)
    if (existing !== undefined) return existing
    if (this.#names.size >= maxStatements) return undefined
    const counts = this.#counts
    // Bounds the memory for statements that were executed only once or twice.
    if (counts.size > 5_000) counts.clear()
    const count = (counts.get(text) ?? 0) + 1
    counts.set(text, count)
    if (count < minExecutions) return undefined
    counts.delete(text)
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }

  rename(text: string, name: string): void {
    this.#names.set(text, name)
  }
}

/** A statement's name is unknown, or known already: the connection is another one than before. */
const poolerCodes = new Set(['26000', '42P05'])

/** feature_not_supported: "cached plan must not change result type" */
const stalePlanCode = '0A000'
/** Whether a prepared statement failed, without effect, because its tables have changed since. */
const isStalePlan = (error: unknown): boolean => codeOf(error) === stalePlanCode

/**
 * Prepares frequently executed statements, because planning a booking’s statements takes longer than running them. After a
 * migration, a stale statement is prepared again under another name; in a transaction, which the error has aborted,
 * `transact` repeats the work. `onPooler` gets the error that shows that the connection belongs to a pooler.
 */
export function prepareRepeatedStatements(
  client: PoolClient,
  statements: PreparedStatementNames,
  onPooler?: (found: PoolerFound) => void,
): void {
  const plain = client.query.bind(client) as (...query: unknown[]) => Promise<unknown>
  const query = (...args: unknown[]): unknown => {
    const [text, values] = args
    // The pool’s own calls pass a callback and are not prepared.
    const name =
      args.length === 2 && typeof text === 'string' && Array.isArray(values) ? statements.nameOf(text) : undefined
    if (name === undefined) return plain(...args)
    return plain({ name, text, values }).catch(async (error: unknown) => {
      if (poolerCodes.has(codeOf(error) ?? '')) onPooler?.(new PoolerFound(error))
      if (!isStalePlan(error)) throw error
      const renewed = `${name}_`
      statements.rename(text as string, renewed)
      return plain({ name: renewed, text, values }).catch(() => Promise.reject(error))
    })
  }
  client.query = query as typeof client.query
}
