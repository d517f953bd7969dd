import type { Db, Tx } from '#server/database/connect.ts'

export interface Person {
  user_id: string
  email: string
}

/** A kind of personal data: how it is exported and how it is erased. */
export interface Holding {
  /** The key in the export. */
  name: string
  tables: readonly string[]
  copy: (db: Db, person: Person) => Promise<object[]>
  /** Missing if the law requires the data to be kept and nothing in it identifies the person. */
  erase?: (tx: Tx, person: Person) => Promise<unknown>
}
