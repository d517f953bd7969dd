import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { AppError } from '#server/http/errors.ts'

/**
 * Throws `changed_meanwhile` if a record is no longer what its reader changed: `who` (the name of a
 * person) and `at` are those of its newest entry in the audit log.
 */
export async function requireVersion(
  tx: Tx,
  record: { kind: string; id: string; version: number },
  read: number,
): Promise<void> {
  if (record.version === read) return
  const last = await tx
    .selectFrom('audit_log as a')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'a.user_id').on('u.erased_at', 'is', null))
    .select('a.at')
    .select(sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('name'))
    .where('a.kind', '=', record.kind)
    .where('a.record_id', '=', record.id)
    .orderBy('a.at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  throw new AppError('changed_meanwhile', {
    who: last?.name ?? null,
    at: last?.at.toISOString() ?? null,
    version: record.version,
  })
}
