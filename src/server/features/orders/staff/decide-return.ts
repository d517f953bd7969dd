import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { stockChoices } from '#contract/orders/desk/order-record.ts'
import type { ReturnRecord } from '#contract/orders/desk/order-returns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { isVisibleCustomer, nameOf, onlyIf } from '#server/features/access/contacts.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { changeOrderStatus, lockOrder, recordOrderChange, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderAuthor } from '../lifecycle/end-order.ts'
import {
  loadOrderParts,
  planReturnRefund,
  findNewestRefund,
  refundOrder,
  sumRefund,
} from '../lifecycle/refund-order.ts'
import { restock } from '../lifecycle/return-stock.ts'
import { notifyCustomer } from '../order-mails.ts'
import type { Staff } from './staff-order.ts'

type Row = Omit<
  ReturnRecord,
  'title' | 'actions' | 'refundable' | 'refunded' | 'requested_at' | 'decided_at' | 'received_at'
> & {
  number: number
  currency: Currency
  refunded_minor: bigint | null
  requested_at: Date
  decided_at: Date | null
  received_at: Date | null
}

const actionsOf: Record<ReturnRecord['status'], string[]> = {
  requested: ['approve', 'refuse'],
  approved: ['receive', 'refuse'],
  received: ['refund'],
  refused: [],
  refunded: [],
}

/** Returns what a customer sends back to a branch of the caller. Throws `not_found`. */
export async function getReturnRecord(
  db: Db | Tx,
  { scope, access, language, now }: Staff,
  id: string,
): Promise<ReturnRecord> {
  const isVisible = isVisibleCustomer('u', access, now)
  const name = language === 'fr' ? sql.ref('l.name_fr') : sql.ref('l.name')
  const { rows } = await sql<Row>`
    select r.id, r.number, r.version, r.status, r.reason, r.note, r.answer, r.photo_id, r.stock, r.requested_at, r.decided_at, r.received_at,
      o.id as order_id, o.order_number, o.branch_id, o.currency, b.name as branch, b.timezone, f.amount_minor as refunded_minor,
      ${onlyIf(isVisible, sql.ref('u.id'))} as customer_id, ${nameOf('u', isVisible)} as customer,
      coalesce((select string_agg(n.quantity || ' × ' || ${name}, ', ' order by l.position)
        from order_return_lines n join order_lines l on l.id = n.line_id where n.return_id = r.id), '') as items
    from order_returns r join orders o on o.id = r.order_id join branches b on b.id = o.branch_id
      left join users u on u.id = o.user_id and u.erased_at is null left join order_refunds f on f.id = r.refund_id
    where r.id = ${id}::uuid and ${withinBranches(sql.ref('b.id'), scope)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { number, currency, refunded_minor, requested_at, decided_at, received_at, ...facts } = row
  const isOpen = row.status !== 'refused' && row.status !== 'refunded'
  return {
    ...facts,
    title: `${row.order_number}/${number}`,
    actions: actionsOf[row.status],
    refundable: isOpen ? toMoney(await priceReturn(db, row, id), currency) : null,
    refunded: refunded_minor === null ? null : toMoney(refunded_minor, currency),
    requested_at: requested_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    received_at: received_at?.toISOString() ?? null,
  }
}

const findLines = (db: Db | Tx, return_id: string) =>
  db.selectFrom('order_return_lines').select(['line_id as id', 'quantity']).where('return_id', '=', return_id).execute()

/** What its lines would pay back now, less what was refunded otherwise meanwhile. */
async function priceReturn(db: Db | Tx, { order_id, currency }: Row, id: string): Promise<bigint> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow()
  const parts = await loadOrderParts(db, order as OrderRow)
  return sumRefund(planReturnRefund(parts, await findLines(db, id), currency))
}

interface ReturnCommand {
  answer: ReturnRecord
  changes: AuditedChange[]
}
type Stock = (typeof stockChoices)[number]

/** Locks the order, and with it its returns. Throws `not_found`, and `order_state` for what the return's state does not allow. */
async function lockReturn(tx: Tx, deps: Deps, staff: Staff, id: string, action: string) {
  const { order_id } = await getReturnRecord(tx, staff, id)
  const order = await advanceOrder(tx, deps, await lockOrder(tx, order_id), staff.now)
  const before = await getReturnRecord(tx, staff, id)
  if (!before.actions.includes(action)) throw new AppError('order_state')
  return { order, before }
}

async function finish(tx: Tx, staff: Staff, before: ReturnRecord): Promise<ReturnCommand> {
  const answer = await getReturnRecord(tx, staff, before.id)
  const { id, branch_id } = answer
  const after = { status: answer.status, answer: answer.answer, stock: answer.stock, refunded: answer.refunded }
  return { answer, changes: [{ kind: 'order_return', id, branch_id, before: { status: before.status }, after }] }
}

const store = (tx: Tx, id: string, columns: Record<string, unknown>) =>
  tx
    .updateTable('order_returns')
    .set((of) => ({ ...columns, version: of('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** Agrees to a return, or refuses it with words that the customer reads. */
export async function decideReturn(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  id: string,
  decision: { status: 'approved' } | { status: 'refused'; answer: string },
): Promise<ReturnCommand> {
  const action = decision.status === 'approved' ? 'approve' : 'refuse'
  const { order, before } = await lockReturn(tx, deps, staff, id, action)
  await store(tx, id, { ...decision, decided_at: staff.now, decided_by: staff.user_id })
  const cause = decision.status === 'approved' ? 'return_approved' : 'return_refused'
  const text = decision.status === 'refused' ? decision.answer : ''
  const detail = { reason: text, reason_fr: text }
  const author = { actor: 'manager', actor_id: staff.user_id, at: staff.now } as const
  await recordOrderChange(tx, order, { order_id: order.id, cause, ...author, detail })
  await notifyCustomer(tx, deps, order, { topic: cause, at: staff.now, detail })
  return finish(tx, staff, before)
}

/** Takes back what was approved; it is refunded once it was looked at. */
export async function receiveReturn(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  id: string,
  stock: Stock,
): Promise<ReturnCommand> {
  const { order, before } = await lockReturn(tx, deps, staff, id, 'receive')
  await store(tx, id, { status: 'received', stock, received_at: staff.now })
  const author: OrderAuthor = { actor: 'manager', actor_id: staff.user_id, at: staff.now }
  await recordOrderChange(tx, order, { order_id: order.id, cause: 'return_received', ...author })
  return finish(tx, staff, before)
}

/**
 * Pays for what is back to the wallet, and puts goods into stock or writes them off. What was refunded otherwise meanwhile is
 * neither paid nor counted again. An order of which everything is back is returned.
 */
export async function refundReturn(tx: Tx, deps: Deps, staff: Staff, id: string): Promise<ReturnCommand> {
  const { order, before } = await lockReturn(tx, deps, staff, id, 'refund')
  const stock: Stock = before.stock!
  const currency = order.currency as Currency
  const author: OrderAuthor = { actor: 'manager', actor_id: staff.user_id, at: staff.now }
  const parts = await loadOrderParts(tx, order)
  const planned = planReturnRefund(parts, await findLines(tx, id), currency)
  const amount_minor = sumRefund(planned)
  const record = { cause: 'returned', reason: null, actor_id: staff.user_id, at: staff.now }
  const refunded = await refundOrder(tx, order, parts, planned, record)
  const refund_id = amount_minor > 0n ? await findNewestRefund(tx, order.id) : null
  await store(tx, id, { status: 'refunded', refund_id })
  if (amount_minor > 0n) await notifyCustomer(tx, deps, refunded, { topic: 'refunded', at: staff.now, amount_minor })
  const unitsOf = (line_id: string) => planned.find((part) => part.line_id === line_id)?.quantity ?? 0
  const isBack = parts.lines.every((line) => line.refunded_quantity + unitsOf(line.id) === line.quantity)
  const isPaidBack = refunded.refunded_minor === refunded.total_minor && refunded.total_minor > 0n
  if (isBack && isPaidBack && order.status !== 'returned') {
    await changeOrderStatus(tx, { order_id: order.id, to: 'returned', cause: 'returned', ...author })
    await tx.updateTable('orders').set({ next_step_at: null }).where('id', '=', order.id).execute()
  }
  const units = parts.lines.map((line) => ({ ...line, quantity: unitsOf(line.id) }))
  await restock(tx, order, units, { choice: stock, actor_id: staff.user_id, at: staff.now })
  return finish(tx, staff, before)
}
