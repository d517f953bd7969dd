import { sql } from 'kysely'
import type { DeskMessages, Thread } from '#contract/orders/desk/messages.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { colleagueName, isVisibleCustomer, nameOf, onlyIf } from '#server/features/access/contacts.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { AppError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { lockOrder } from '../lifecycle/change-status.ts'
import { promisedAt } from '../order-mails.ts'
import { findOrderId, type Staff } from '../staff/staff-order.ts'
import { findPreparedReplies } from './prepared-replies.ts'
import { findMessages, sendMessage } from './threads.ts'

type Row = Omit<Thread, 'title' | 'actions' | 'status' | 'promised_at' | 'last_at'> & {
  claimer: string | null
  unread: number
  slot_starts_at: Date
  delay_minutes: number
  last_at: Date
}

/** Returns a thread of the caller's branches with its order. Throws `not_found`. */
export async function getThread(db: Db | Tx, staff: Staff, id: string): Promise<Thread> {
  const { access } = staff
  const isVisible = isVisibleCustomer('u', access, staff.now)
  const name = sql.ref(staff.language === 'fr' ? 'l.name_fr' : 'l.name')
  const { rows } = await sql<Row>`
    select t.id, o.id as order_id, o.order_number, o.status as order_status, t.branch_id, b.name as branch, b.timezone,
      ${onlyIf(isVisible, sql.ref('u.id'))} as customer_id, ${nameOf('u', isVisible)} as customer, t.claimed_by as claimer,
      ${colleagueName('c', access)} as claimed_by,
      t.unread_by_branch as unread, o.slot_starts_at, o.delay_minutes, t.last_at,
      coalesce((select string_agg(l.quantity || ' × ' || ${name}, ', ' order by l.position) from order_lines l where l.order_id = o.id), '') as items
    from threads t join orders o on o.id = t.order_id join branches b on b.id = t.branch_id
      left join users u on u.id = o.user_id and u.erased_at is null left join users c on c.id = t.claimed_by
    where t.id = ${id}::uuid and ${withinBranches(sql.ref('t.branch_id'), staff.scope)}`.execute(db)
  const row = rows[0]
  if (row === undefined) throw new AppError('not_found')
  const { claimer, unread, slot_starts_at, delay_minutes, last_at, ...thread } = row
  const isMine = claimer === staff.user_id
  const mayRelease = claimer !== null && (isMine || mayChange(staff, row.branch_id))
  return {
    ...thread,
    title: thread.order_number,
    status: unread > 0 ? 'unread' : 'read',
    promised_at: promisedAt({ slot_starts_at, delay_minutes }).toISOString(),
    last_at: last_at.toISOString(),
    actions: [...(claimer === null ? ['claim'] : []), ...(mayRelease ? ['release'] : [])],
  }
}

/** Whether the caller may also give back what a colleague answers. */
function mayChange({ access }: Staff, branch_id: string): boolean {
  const scope = access.get('messages.update')
  return scope !== undefined && includesBranch(scope, branch_id)
}

/** Who answers a thread; without a name for those who may not see the address that would stand for it. */
async function findClaimer(
  db: Db | Tx,
  { access }: Staff,
  order_id: string,
): Promise<{ id: string; name: string | null } | undefined> {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select c.id, ${colleagueName('c', access)} as name from threads t join users c on c.id = t.claimed_by
    where t.order_id = ${order_id}::uuid`.execute(db)
  return rows[0]
}

/** Returns the messages of an order of the caller's branches. Throws `not_found`. */
export async function findDeskMessages(db: Db | Tx, staff: Staff, handle: string): Promise<DeskMessages> {
  const order_id = await findOrderId(db, handle, staff.scope)
  const messages = await findMessages(db, order_id, 'branch', staff.now)
  const claimer = await findClaimer(db, staff, order_id)
  const { branch_id } = await db
    .selectFrom('orders')
    .select('branch_id')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  const replies = staff.access.get('messages.create')
  const mayReply = replies !== undefined && includesBranch(replies, branch_id)
  return {
    ...messages,
    claimed_by: claimer === undefined ? null : (claimer.name ?? translate(staff.language, 'accounts.colleague')),
    prepared: await findPreparedReplies(db, order_id),
    can_reply: messages.is_open && mayReply && (claimer === undefined || claimer.id === staff.user_id),
  }
}

interface ThreadCommand {
  answer: Thread
  changes: AuditedChange[]
}

/** Throws `thread_claimed` for a thread that a colleague answers. */
async function requireUnclaimed(tx: Tx, staff: Staff, order_id: string): Promise<void> {
  const claimer = await findClaimer(tx, staff, order_id)
  if (claimer !== undefined && claimer.id !== staff.user_id)
    throw new AppError('thread_claimed', { who: claimer.name ?? translate(staff.language, 'accounts.colleague') })
}

/** Takes a thread, or gives it back. Throws `not_found`, and `thread_claimed` where a colleague has it. */
export async function claimThread(tx: Tx, staff: Staff, id: string, isClaimed: boolean): Promise<ThreadCommand> {
  const { order_id } = await getThread(tx, staff, id)
  await lockOrder(tx, order_id)
  const before = await getThread(tx, staff, id)
  if (isClaimed || !before.actions.includes('release')) await requireUnclaimed(tx, staff, order_id)
  const claimed_by = isClaimed ? staff.user_id : null
  await tx.updateTable('threads').set({ claimed_by }).where('id', '=', id).execute()
  const answer = await getThread(tx, staff, id)
  const { branch_id } = answer
  const [was, is] = [before, answer].map((thread) => ({ claimed_by: thread.claimed_by }))
  return { answer, changes: [{ kind: 'thread', id, branch_id, before: was, after: is }] }
}

/** Answers the customer of an order and takes the thread. Throws `not_found`, `thread_closed`, `thread_claimed`. */
export async function replyToCustomer(
  tx: Tx,
  staff: Staff,
  handle: string,
  body: { text: string; photo_id?: string | undefined },
): Promise<{ answer: DeskMessages; changes: AuditedChange[] }> {
  const { user_id } = staff
  const order_id = await findOrderId(tx, handle, staff.scope)
  const { branch_id } = await lockOrder(tx, order_id)
  await requireUnclaimed(tx, staff, order_id)
  const id = await sendMessage(tx, { order_id, side: 'branch', user_id }, body, staff.now)
  await tx.updateTable('threads').set({ claimed_by: user_id }).where('id', '=', id).execute()
  const answer = await findDeskMessages(tx, staff, order_id)
  // What was written stays between the two sides.
  return { answer, changes: [{ kind: 'thread', id, branch_id, after: { replied: true } }] }
}
