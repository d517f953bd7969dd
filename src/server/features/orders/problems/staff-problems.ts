import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { ProblemRecord } from '#contract/orders/desk/order-problems.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { isVisibleCustomer, nameOf, onlyIf } from '#server/features/access/contacts.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { AppError } from '#server/http/errors.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderAuthor } from '../lifecycle/end-order.ts'
import { sumRefund } from '../lifecycle/refund-order.ts'
import type { Staff } from '../staff/staff-order.ts'
import { advanceProblems, planProblemRefund, refundProblem, refuseProblem } from './decide-problem.ts'

type Row = Omit<
  ProblemRecord,
  'title' | 'actions' | 'refundable' | 'refunded' | 'reported_at' | 'answer_by' | 'decided_at'
> & {
  line_id: string
  currency: Currency
  refunded_minor: bigint | null
  reported_at: Date
  answer_by: Date
  decided_at: Date | null
}

/** Returns what a customer reported to a branch of the caller. Throws `not_found`. */
export async function getProblemRecord(
  db: Db | Tx,
  { scope, access, language, now }: Staff,
  id: string,
): Promise<ProblemRecord> {
  const isVisible = isVisibleCustomer('u', access, now)
  const { rows } = await sql<Row>`
    select r.id, r.line_id, r.version, r.status, r.text, r.answer, r.photo_id, r.reported_at, r.answer_by, r.decided_at,
      o.id as order_id, o.order_number, o.branch_id, o.currency, b.name as branch, b.timezone, f.amount_minor as refunded_minor,
      ${onlyIf(isVisible, sql.ref('u.id'))} as customer_id, ${nameOf('u', isVisible)} as customer,
      l.quantity || ' × ' || ${sql.ref(language === 'fr' ? 'l.name_fr' : 'l.name')} as item
    from order_problems r join orders o on o.id = r.order_id join branches b on b.id = o.branch_id
      join order_lines l on l.id = r.line_id left join users u on u.id = o.user_id and u.erased_at is null
      left join order_refunds f on f.id = r.refund_id
    where r.id = ${id}::uuid and ${withinBranches(sql.ref('b.id'), scope)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { line_id, currency, refunded_minor, reported_at, answer_by, decided_at, ...facts } = row
  const isOpen = row.status === 'open'
  return {
    ...facts,
    title: `${row.order_number} · ${row.item}`,
    actions: isOpen ? ['refund', 'refuse'] : [],
    refundable: isOpen ? toMoney(await priceLine(db, row.order_id, line_id), currency) : null,
    refunded: refunded_minor === null ? null : toMoney(refunded_minor, currency),
    reported_at: reported_at.toISOString(),
    answer_by: answer_by.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
  }
}

async function priceLine(db: Db | Tx, order_id: string, line_id: string): Promise<bigint> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow()
  return sumRefund(await planProblemRefund(db, order as OrderRow, line_id))
}

/**
 * Decides on a report: refunds what is left of its line, or answers why not. Throws `not_found`, and `order_state` once it was
 * decided or the branch's time has passed.
 */
export async function decideProblem(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  id: string,
  decision: { refund: true } | { answer: string },
): Promise<{ answer: ProblemRecord; changes: AuditedChange[] }> {
  const { order_id } = await getProblemRecord(tx, staff, id)
  const order = await advanceProblems(
    tx,
    deps,
    await advanceOrder(tx, deps, await lockOrder(tx, order_id), staff.now),
    staff.now,
  )
  const problem = await tx.selectFrom('order_problems').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (problem.status !== 'open') throw new AppError('order_state')
  const author: OrderAuthor = { actor: 'manager', actor_id: staff.user_id, at: staff.now }
  if ('refund' in decision) await refundProblem(tx, deps, order, { problem, status: 'refunded' }, author)
  else await refuseProblem(tx, deps, order, { problem, answer: decision.answer }, author)
  const answer = await getProblemRecord(tx, staff, id)
  const after = { status: answer.status, answer: answer.answer, refunded: answer.refunded }
  const { branch_id } = answer
  return { answer, changes: [{ kind: 'order_problem', id, branch_id, before: { status: problem.status }, after }] }
}
