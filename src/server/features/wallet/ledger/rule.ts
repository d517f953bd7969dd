import type { sql } from 'kysely'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'

/** An invariant of the ledger. `find` returns a sentence for each row that violates it. */
export interface Rule {
  name: string
  find: (db: Db | Tx) => Promise<string[]>
}

export const rule = <Row>(name: string, query: ReturnType<typeof sql<Row>>, describe: (row: Row) => string): Rule => ({
  name,
  find: async (db) => (await query.execute(db)).rows.map(describe),
})

/** Checks rules in one snapshot of the database. Returns one sentence for each violation, none if all hold. */
export async function checkRules(db: Db, rules: readonly Rule[]): Promise<string[]> {
  const check = async (tx: Tx) => {
    const violations: string[] = []
    for (const { find } of rules) violations.push(...(await find(tx)))
    return violations
  }
  return transact(db, check, { is_snapshot: true })
}
