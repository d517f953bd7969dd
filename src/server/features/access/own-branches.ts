import { sql } from 'kysely'
import { isForScope } from '#contract/permissions.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Access } from '#server/http/caller.ts'
import { withinBranches } from './scope-condition.ts'

export interface OwnBranch {
  id: string
  name: string
  city: string
}

/** The branches at which a person may do something, by city and name. */
export async function findOwnBranches(db: Db | Tx, access: Access): Promise<OwnBranch[]> {
  const scopes = [...access].filter(([permission]) => isForScope(permission, 'branch')).map(([, scope]) => scope)
  if (scopes.length === 0) return []
  const conditions = scopes.map((scope) => withinBranches(sql<string>`b.id`, scope))
  const { rows } = await sql<OwnBranch>`
    select b.id, b.name, b.city from branches b where ${sql.join(conditions, sql` or `)}
    order by b.city, b.name, b.id`.execute(db)
  return rows
}
