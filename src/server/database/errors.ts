/**
 * Errors after which the same work may succeed: deadlock, serialization failure and a prepared statement that is stale
 * after a migration.
 */
const transientCodes = new Set(['40P01', '40001', '0A000'])

export const isTransient = (error: unknown): boolean => transientCodes.has(codeOf(error) ?? '')

/** The SQLSTATE of a database error, on either engine. */
export const codeOf = (error: unknown): string | undefined => readText(error, 'code')

/** The name of the violated constraint in a database error, on either engine. */
export const constraintOf = (error: unknown): string | undefined => readText(error, 'constraint')

function readText(error: unknown, name: 'code' | 'constraint'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value = (error as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
