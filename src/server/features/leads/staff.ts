import { sql } from 'kysely'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { leadMoves, leadStates, type LeadKind, type LeadState } from '#contract/leads.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Language } from '#contract/places.ts'
import type { Lead, listLeads } from '#contract/staff-leads.ts'
import type { Db } from '#server/database/connect.ts'
import { anywhere } from '#server/database/like.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'

/** One page of what people sent, the newest first, with how many stand in each state. */
export async function findLeads(
  db: Db,
  { page, size, kind, state, search }: ParsedQuery<typeof listLeads>,
): Promise<Page<Lead> & { counts: Record<LeadState, number> }> {
  const found = db
    .selectFrom('leads')
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
    .$if(search !== undefined, (query) => {
      const like = anywhere(search!)
      return query.where(
        sql<boolean>`(reference ilike ${like} or name ilike ${like} or email ilike ${like} or message ilike ${like} or details::text ilike ${like})`,
      )
    })
  const { total } = await found.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const ids = await found
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const items = await findWhole(
    db,
    ids.map(({ id }) => id),
  )
  const counted = await db
    .selectFrom('leads')
    .select(['state', sql<number>`count(*)::int`.as('count')])
    .groupBy('state')
    .execute()
  const counts = Object.fromEntries(
    leadStates.map((one) => [one, counted.find((row) => row.state === one)?.count ?? 0]),
  ) as Record<LeadState, number>
  return { ...toPage(items, total, page, size), counts }
}

/** Leads with their notes, in the order of `ids`. */
async function findWhole(db: Db, ids: readonly string[]): Promise<Lead[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('leads')
    .leftJoin('lead_files', 'lead_files.lead_id', 'leads.id')
    .leftJoin('demo_slots', 'demo_slots.lead_id', 'leads.id')
    .select([
      'leads.id',
      'reference',
      'kind',
      'state',
      'name',
      'leads.email',
      'phone',
      'message',
      'details',
      'language',
    ])
    .select(['user_id', 'leads.created_at', 'changed_at', 'demo_slots.starts_at'])
    .select(sql<number | null>`octet_length(lead_files.content)`.as('file_bytes'))
    .where('leads.id', 'in', ids)
    .execute()
  const notes = await db
    .selectFrom('lead_notes')
    .leftJoin('users', 'users.id', 'lead_notes.user_id')
    .select(['lead_notes.id', 'lead_id', 'users.email as author', 'state', 'body', 'lead_notes.created_at'])
    .where('lead_id', 'in', ids)
    .orderBy('lead_notes.created_at')
    .orderBy('lead_notes.id')
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id): Lead => {
    const { user_id, starts_at, ...row } = byId.get(id)!
    return {
      ...row,
      kind: row.kind as LeadKind,
      state: row.state as LeadState,
      language: row.language as Language,
      details: row.details as Lead['details'],
      has_account: user_id !== null,
      demo_at: starts_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      changed_at: row.changed_at.toISOString(),
      notes: notes
        .filter(({ lead_id }) => lead_id === id)
        .map(({ lead_id: _of, ...note }) => ({
          ...note,
          state: note.state as LeadState | null,
          created_at: note.created_at.toISOString(),
        })),
    }
  })
}

/** Moves a lead on, keeps a note, or both, with who and when. Throws `lead_not_found`, and `lead_state` for a move that there is not. */
export async function changeLead(
  { db, clock }: Deps,
  user_id: string,
  id: string,
  { state, note }: { state?: LeadState | undefined; note?: string | undefined },
): Promise<Lead> {
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const lead = await tx.selectFrom('leads').select('state').where('id', '=', id).forUpdate().executeTakeFirst()
    if (lead === undefined) throw new AppError('lead_not_found')
    // Two who move it to the same state at once are one.
    const next = state === undefined || state === lead.state ? undefined : state
    if (next !== undefined && !leadMoves[lead.state as LeadState].includes(next)) throw new AppError('lead_state')
    if (next === undefined && note === undefined) return
    await tx
      .updateTable('leads')
      .set({ changed_at: now, ...(next === undefined ? {} : { state: next }) })
      .where('id', '=', id)
      .execute()
    await tx
      .insertInto('lead_notes')
      .values({
        id: newId(now.getTime()),
        lead_id: id,
        user_id,
        state: next ?? null,
        body: note ?? null,
        created_at: now,
      })
      .execute()
  })
  return (await findWhole(db, [id]))[0]!
}

/** The PDF of an application, and what it is to be called. Throws `not_found`. */
export async function getFile(db: Db, id: string): Promise<{ content: Buffer; name: string }> {
  const row = await db
    .selectFrom('lead_files')
    .innerJoin('leads', 'leads.id', 'lead_files.lead_id')
    .select(['content', 'reference'])
    .where('lead_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return { content: Buffer.from(row.content), name: `${row.reference}.pdf` }
}
