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

/** Returns the operator at which alone a person may do something; null for everybody else. */
export async function findOperator(db: Db | Tx, access: Access): Promise<{ id: string; name: string } | null> {
  const scopes = [...access.values()]
  const isElsewhere = scopes.some(
    ({ everywhere, country_ids, branch_ids }) => everywhere || country_ids.length > 0 || branch_ids.length > 0,
  )
  const [id, ...others] = new Set(scopes.flatMap(({ partner_ids }) => partner_ids))
  if (isElsewhere || id === undefined || others.length > 0) return null
  return (await db.selectFrom('partners').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null
}
