import { sql } from 'kysely'
import { leadActions, type DeskLead, type Lead } from '#contract/leads/desk.ts'
import { leadMoves, type LeadState } from '#contract/leads/leads.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { changeItem, findNotes, type ItemsWithNotes } from '#server/features/lists/items-with-notes.ts'
import { findOrderId } from '#server/features/orders/staff/staff-order.ts'
import { noScope, type SignedIn } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'

const leadsWithNotes: ItemsWithNotes<LeadState> = {
  table: 'leads',
  state: sql<LeadState>`i.state`,
  notes: { table: 'lead_notes', itemId: 'lead_id' },
  notFound: 'lead_not_found',
}

async function findLeads(db: Db | Tx, ids: readonly string[]): Promise<Lead[]> {
  const rows = await db
    .selectFrom('leads')
    .leftJoin('lead_files', 'lead_files.lead_id', 'leads.id')
    .leftJoin('demo_slots', 'demo_slots.lead_id', 'leads.id')
    .leftJoin('document_requests as request', 'request.lead_id', 'leads.id')
    .leftJoin('lead_orders as made', 'made.lead_id', 'leads.id')
    .leftJoin('orders', 'orders.id', 'made.order_id')
    .select('orders.order_number')
    .select(['request.id as request_id', 'request.number as request_number'])
    .select(['leads.id', 'reference', 'kind', 'leads.state', 'name', 'leads.email', 'phone', 'message', 'details'])
    .select(['leads.language', 'leads.user_id', 'leads.created_at', 'changed_at', 'demo_slots.starts_at'])
    .select(sql<number | null>`octet_length(lead_files.content)`.as('file_bytes'))
    .where('leads.id', 'in', ids)
    .execute()
  const notes = await findNotes(db, leadsWithNotes, ids)
  return rows.map(({ user_id, starts_at, ...row }) => ({
    ...row,
    kind: row.kind as Lead['kind'],
    state: row.state as LeadState,
    language: row.language as Lead['language'],
    details: row.details as Lead['details'],
    has_account: user_id !== null,
    demo_at: starts_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    notes: notes.get(row.id) ?? [],
  }))
}

/**
 * Moves a lead to another state, adds a note, or both. Throws `lead_not_found`, and `lead_state` for a move not
 * allowed.
 */
export async function changeLead(
  tx: Tx,
  user_id: string,
  id: string,
  { state, note }: { state?: LeadState | undefined; note?: string | undefined },
  now: Date,
): Promise<{ answer: Lead; changes: AuditedChange[] }> {
  const change = {
    state,
    note,
    check: (current: LeadState, next: LeadState | undefined) => {
      if (next !== undefined && !leadMoves[current].includes(next)) throw new AppError('lead_state')
    },
    update: (next: LeadState | undefined) =>
      tx
        .updateTable('leads')
        .set({ changed_at: now, ...(next === undefined ? {} : { state: next }) })
        .where('id', '=', id)
        .execute(),
  }
  const changes = await changeItem(tx, leadsWithNotes, { user_id, now }, id, change)
  return { answer: (await findLeads(tx, [id]))[0]!, changes }
}

/** Returns the PDF of a job application and its file name. Throws `not_found`. */
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

/** The actions that a lead's state allows. */
const listActions = ({ state, kind, request_id, order_number }: Lead): string[] => [
  ...(kind === 'documents' && request_id === null ? ['make_request'] : []),
  ...(kind === 'marketplace' && order_number === null ? ['link_order'] : []),
  ...Object.entries(leadActions).flatMap(([name, next]) => (leadMoves[state].includes(next) ? [name] : [])),
  'note',
]

const toDeskLead = (lead: Lead): DeskLead => ({ ...lead, title: lead.name, actions: listActions(lead) })

/** Returns a lead for its screen. Throws `lead_not_found`. */
export async function getDeskLead(db: Db | Tx, id: string): Promise<DeskLead> {
  const [lead] = await findLeads(db, [id])
  if (lead === undefined) throw new AppError('lead_not_found')
  return toDeskLead(lead)
}

/**
 * Links a message of the marketplace with the order of its sender, which the caller must be able to see, and takes it in hand. A
 * message that has its order keeps it. Throws `lead_not_found`, `lead_state` for one of another kind, and 422 for an order of
 * somebody else's branch.
 */
export async function linkOrder(
  tx: Tx,
  { user_id, access }: Pick<SignedIn, 'user_id' | 'access'>,
  id: string,
  number: string,
  now: Date,
): Promise<{ answer: DeskLead; changes: AuditedChange[] }> {
  const locked = await tx.selectFrom('leads').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (locked === undefined) throw new AppError('lead_not_found')
  const lead = await getDeskLead(tx, id)
  if (lead.order_number !== null) return { answer: lead, changes: [] }
  if (lead.kind !== 'marketplace') throw new AppError('lead_state')
  const order_id = await findOrderId(tx, number, access.get('orders.view') ?? noScope).catch((error: unknown) => {
    throw error instanceof AppError ? fieldError('order_number', 'unknown_order') : error
  })
  await tx.insertInto('lead_orders').values({ lead_id: id, order_id, linked_at: now }).execute()
  const moved = lead.state === 'new' ? await changeLead(tx, user_id, id, { state: 'in_hand' }, now) : undefined
  const answer = await getDeskLead(tx, id)
  const change = { kind: 'leads', id, after: { order_number: answer.order_number } }
  return { answer, changes: [...(moved?.changes ?? []), change] }
}

/** Runs an action on a lead, or adds a note alone. Throws like `changeLead`. */
export async function runLeadAction(
  tx: Tx,
  user_id: string,
  id: string,
  { action, note }: { action: keyof typeof leadActions | 'note'; note: string | undefined },
  now: Date,
): Promise<{ answer: DeskLead; changes: AuditedChange[] }> {
  const state = action === 'note' ? undefined : leadActions[action]
  const { answer, changes } = await changeLead(tx, user_id, id, { state, note }, now)
  return { answer: toDeskLead(answer), changes }
}
