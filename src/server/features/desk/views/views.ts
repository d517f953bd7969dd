import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { mostViews, type listViews, type saveView as saveContract } from '#contract/lists/views.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

type Views = AnswerOf<typeof listViews>
interface ViewChange {
  answer: Views
  changes: AuditedChange[]
}

/** The views of a list that a person sees: their own first, then those shared with a role that they have, by name. */
export async function findViews(db: Db | Tx, user_id: string, list: string): Promise<Views> {
  const rows = await db
    .selectFrom('saved_views as v')
    .leftJoin('roles as r', 'r.id', 'v.role_id')
    .select(['v.id', 'v.name', 'v.query', 'v.user_id', 'r.name as role', 'r.name_fr as role_fr'])
    .where('v.list', '=', list)
    .where((row) =>
      row.or([
        row('v.user_id', '=', user_id),
        row('v.role_id', 'in', row.selectFrom('role_assignments').select('role_id').where('user_id', '=', user_id)),
      ]),
    )
    .orderBy((row) => row('v.user_id', '=', user_id), 'desc')
    .orderBy('v.name')
    .orderBy('v.id')
    .execute()
  return { items: rows.map(({ user_id: owner, ...view }) => ({ ...view, is_own: owner === user_id })) }
}

/** Saves a view. Throws `too_many_views`. */
export async function saveView(
  tx: Tx,
  user_id: string,
  { list, name, query }: ParsedBody<typeof saveContract>,
  now: Date,
): Promise<ViewChange> {
  await tx.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute()
  const { count } = await tx
    .selectFrom('saved_views')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  if (count >= mostViews) throw new AppError('too_many_views', { most: mostViews })
  const id = newId(now.getTime())
  await tx.insertInto('saved_views').values({ id, user_id, list, name, query, created_at: now }).execute()
  return { answer: await findViews(tx, user_id, list), changes: [{ kind: 'view', id, after: { list, name, query } }] }
}

/** Throws `not_found` for a view of somebody else. */
async function takeOwn(tx: Tx, user_id: string, id: string) {
  const view = await tx
    .selectFrom('saved_views')
    .select(['id', 'list', 'name', 'query', 'role_id'])
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirst()
  if (view === undefined) throw new AppError('not_found')
  return view
}

/** Shows a view to everybody with a role, or to its owner alone. Throws `not_found`, and 422 for an unknown role. */
export async function shareView(tx: Tx, user_id: string, id: string, role_id: string | null): Promise<ViewChange> {
  const { list, name, role_id: before } = await takeOwn(tx, user_id, id)
  if (role_id !== null) {
    const role = await tx.selectFrom('roles').select('code').where('id', '=', role_id).executeTakeFirst()
    if (role === undefined || role.code === 'customer') throw fieldError('role_id', 'invalid')
  }
  await tx.updateTable('saved_views').set({ role_id }).where('id', '=', id).execute()
  return {
    answer: await findViews(tx, user_id, list),
    changes: [{ kind: 'view', id, before: { name, role_id: before }, after: { name, role_id } }],
  }
}

/** Deletes a view. Throws `not_found` for one of somebody else. */
export async function deleteView(tx: Tx, user_id: string, id: string): Promise<AuditedChange[]> {
  const { list, name, query } = await takeOwn(tx, user_id, id)
  await tx.deleteFrom('saved_views').where('id', '=', id).execute()
  return [{ kind: 'view', id, before: { list, name, query } }]
}
