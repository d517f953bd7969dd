import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import type {
  createPreparedReply as createPreparedReplyEndpoint,
  PreparedReply,
  updatePreparedReply as updatePreparedReplyEndpoint,
} from '#contract/orders/desk/prepared-replies.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import { type Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

/* What branches often answer customers. */

/** Returns a prepared reply of a branch in scope. Throws `not_found`. */
export async function getPreparedReply(db: Db | Tx, scope: Scope, id: string): Promise<PreparedReply> {
  const row = await db
    .selectFrom('prepared_replies as r')
    .innerJoin('branches as b', 'b.id', 'r.branch_id')
    .select(['r.id', 'r.branch_id', 'r.name', 'r.text', 'r.text_fr', 'r.version', 'b.name as branch'])
    .where('r.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { ...row, title: row.name, actions: ['update', 'remove'] }
}

const replies: VersionedRecord<PreparedReply> = {
  kind: 'prepared_reply',
  table: 'prepared_replies',
  get: getPreparedReply,
  branchOf: ({ branch_id }) => branch_id,
}

/** Throws 422 at `name` where the branch has another reply of this name. */
async function requireNewName(tx: Tx, branch_id: string, name: string, id: string): Promise<void> {
  const { rows } = await sql`select from prepared_replies
    where branch_id = ${branch_id}::uuid and lower(name) = lower(${name}) and id <> ${id}::uuid`.execute(tx)
  if (rows.length > 0) throw fieldError('name', 'reply_name_taken')
}

/** Prepares a reply. Throws 422 for a branch out of scope, and a name that it has already. */
export async function createPreparedReply(tx: Tx, scope: Scope, input: ParsedBody<typeof createPreparedReplyEndpoint>) {
  const { branch_id, name } = input
  const branch = await tx.selectFrom('branches').select('id').where('id', '=', branch_id).forUpdate().executeTakeFirst()
  if (branch === undefined || !includesBranch(scope, branch_id)) throw fieldError('branch_id', 'invalid')
  const id = newId()
  await requireNewName(tx, branch_id, name, id)
  return insertRecord(tx, replies, scope, { ...input, id })
}

/** Changes a prepared reply. Throws `not_found`, `changed_meanwhile`, and 422 as `createPreparedReply`. */
export async function updatePreparedReply(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...input }: ParsedBody<typeof updatePreparedReplyEndpoint>,
) {
  const before = await lockRecord(tx, replies, scope, id, version)
  await requireNewName(tx, before.branch_id, input.name, id)
  return storeRecord(tx, replies, scope, before, input)
}

/** Deletes a prepared reply. Throws `not_found`, `changed_meanwhile`. */
export const deletePreparedReply = async (tx: Tx, scope: Scope, id: string, version: number) =>
  deleteRecord(tx, replies, await lockRecord(tx, replies, scope, id, version))

/** Returns what the branch of an order may answer with one press, in the language of the customer. */
export async function findPreparedReplies(
  db: Db | Tx,
  order_id: string,
): Promise<{ language: Language; items: { id: string; name: string; text: string }[] }> {
  const { rows } = await sql<{ language: Language; id: string | null; name: string; text: string; text_fr: string }>`
    select coalesce(u.language, o.language) as language, r.id, r.name, r.text, r.text_fr
    from orders o left join users u on u.id = o.user_id and u.erased_at is null
      left join prepared_replies r on r.branch_id = o.branch_id
    where o.id = ${order_id}::uuid order by lower(r.name)`.execute(db)
  const { language } = rows[0]!
  return {
    language,
    items: rows.flatMap(({ id, name, text, text_fr }) =>
      id === null ? [] : [{ id, name, text: language === 'fr' ? text_fr : text }],
    ),
  }
}
