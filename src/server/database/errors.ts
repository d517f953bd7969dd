/**
 * Errors after which the same work may succeed: deadlock, serialization failure and a prepared statement that is stale
 * after a migration.
 */
const transientCodes = new Set(['40P01', '40001', '0A000'])

export const isTransient = (error: unknown): boolean => transientCodes.has(codeOf(error) ?? '')

/** What a pooler that hands connections on answers to the limits of a connection, with the code of a broken protocol (PgBouncer 1.18). */
const refusedLimits = /^unsupported startup parameter/

/** The connections to the database belong to a pooler, which gives each transaction another one. */
export class PoolerFound extends Error {
  constructor(cause: unknown) {
    super('DATABASE_PREPARED=off is needed: the connections to the database belong to a pooler', { cause })
  }
}

/** The database serves countries that this process does not: a cell has a database or schema of its own. */
export class CountriesMismatch extends Error {}

/** Whether a pooler has refused the limits that a connection of our own would have. */
export const isLimitsRefusal = (error: unknown): boolean => error instanceof Error && refusedLimits.test(error.message)

/** Whether the server knows no such role or password. */
export const isPasswordRefused = (error: unknown): boolean => /^28(000|P01)$/.test(codeOf(error) ?? '')

/** SQLSTATEs of a server that shuts down, starts or has no connection left. */
const awayCodes = /^(57P0[1-5]|08\w{3}|53300)$/

/** A server that takes no changes, because another one was promoted, or it is not promoted yet. */
export class StandbyFound extends Error {
  constructor() {
    super('the database server is a standby')
  }
}

/** Whether the server that answered is a standby: it refuses changes, and to say what it writes, in any language. */
export const isStandby = (error: unknown): boolean =>
  error instanceof StandbyFound ||
  codeOf(error) === '25006' ||
  (codeOf(error) === '55000' && readText(error, 'routine') === 'pg_current_wal_insert_lsn')

/** System calls whose failure says that it is out of reach. */
const networkCalls = new Set(['connect', 'read', 'write', 'getaddrinfo'])
/** What pg says of a connection that has ended, without a code (8.22, client.js and pg-pool). */
const awayMessages =
  /^(Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|timeout exceeded when trying to connect|Query read timeout)/

/** Whether the database could not be reached or went away: the same work may succeed once it is back. */
export const isAway = (error: unknown): boolean => {
  if (error instanceof OutcomeUnknown || isStandby(error)) return true
  const code = codeOf(error)
  // A name that resolves to several addresses fails with all of their errors.
  if (error instanceof AggregateError && code === undefined) return error.errors.every(isAway)
  if (!(error instanceof Error) || error instanceof PoolerFound) return false
  if (code === undefined) return awayMessages.test(error.message)
  return awayCodes.test(code) || ('syscall' in error && networkCalls.has(String(error.syscall)))
}

/** Runs a read, and once more when the connection was lost meanwhile. */
export async function repeatRead<T>(read: () => Promise<T> | T): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isAway(error)) throw error
    return read()
  }
}

/** It waited too long for a lock, ran too long, or its transaction paused too long. */
const givenUpCodes = new Set(['55P03', '57014', '25P03'])

/** Whether the database gave a statement up at one of the limits of its connection. */
export const isGivenUp = (error: unknown): boolean => givenUpCodes.has(codeOf(error) ?? '')

/**
 * The connection was lost while the transaction was being committed: it is stored, or it is not. Only work that finds what
 * it stored, such as by a retry key, may be repeated.
 */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection was lost while the transaction was being committed', { cause })
  }
}

/** The SQLSTATE of a database error, on either engine. */
export const codeOf = (error: unknown): string | undefined => readText(error, 'code')

/** The name of the violated constraint in a database error, on either engine. */
export const constraintOf = (error: unknown): string | undefined => readText(error, 'constraint')

function readText(error: unknown, name: 'code' | 'constraint' | 'routine'): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const value = (error as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : undefined
}
