import type { Insertable } from 'kysely'

/**
 * The columns of a new row that a request fills, nullable ones included, so that the compiler reports a column that is
 * forgotten. `Set` names the columns that the command itself sets.
 */
export type RequestedColumns<Table, Set extends keyof Table> = Required<Omit<Insertable<Table>, Set>>

/** What must be left of a request once its fields are mapped to columns: nothing. */
export type NothingLeft = Record<string, never>
