import { sql } from 'kysely'
import { isCountOf, sumCount, type CashCount } from '#contract/cash/cash.ts'
import type {
  closeShift as closeEndpoint,
  getOwnShift as ownEndpoint,
  moveCash as moveEndpoint,
  openShift as openEndpoint,
  OwnShift,
} from '#contract/cash/desk/own-shift.ts'
import type { receiptWidths } from '#contract/cash/desk/registers.ts'
import type { closeShiftOfAnother as closeAnotherEndpoint, ShiftRecord } from '#contract/cash/desk/shifts.ts'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { getOwnPin } from '#server/features/accounts/counter-pins.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findCashStep, isShiftOf, writeEntries, type Seller } from './entries.ts'
import { listTaxes, sumShift, toFigures, type FigureSums } from './figures.ts'
import { findDiscountLimit } from './manager-codes.ts'
import { toClosed, toMoved } from './postings.ts'
import { registerOpen } from './registers.ts'
import { getShift } from './shift-records.ts'

/** Who works at a register, and when: the scope is that of selling. */
export interface Operator extends Seller {
  scope: Scope
  access: Access
  now: Date
}

const registerRows = (db: Db | Tx) =>
  db
    .selectFrom('registers as r')
    .innerJoin('branches as b', 'b.id', 'r.branch_id')
    .innerJoin('branch_setup as e', 'e.branch_id', 'b.id')
    .innerJoin('currency_settings as c', 'c.code', 'b.currency')
    .select([
      'r.id',
      'r.name',
      'r.takes_terminal',
      'r.takes_mobile_money',
      'r.receipt_width',
      'b.name as branch',
      'b.slug as branch_slug',
    ])
    .select([
      'b.timezone',
      'b.currency',
      'c.cash_step_minor',
      'e.cash_discrepancy_limit_minor',
      'e.counter_lock_minutes',
      'b.id as branch_id',
    ])

type RegisterRow = Awaited<ReturnType<ReturnType<typeof registerRows>['executeTakeFirstOrThrow']>>

const toRegister = (row: RegisterRow): OwnShift['register'] => {
  const {
    cash_step_minor,
    cash_discrepancy_limit_minor: _limit,
    branch_id: _branch,
    counter_lock_minutes: _minutes,
    ...register
  } = row
  const currency = row.currency as Currency
  return {
    ...register,
    currency,
    cash_step: { amount: toMajor(cash_step_minor, currency), currency },
    receipt_width: row.receipt_width as (typeof receiptWidths)[number],
  }
}

/** Returns the open shift of a person, or the registers of their branches at which they can open one. */
export async function findOwnShift(
  db: Db | Tx,
  { scope, access, ...seller }: Omit<Operator, 'now'>,
): Promise<AnswerOf<typeof ownEndpoint>> {
  const own = await db
    .selectFrom('shifts as s')
    .select('s.id')
    .where(isShiftOf(seller))
    .where('s.closed_at', 'is', null)
    .executeTakeFirst()
  if (own !== undefined) return { shift: await describeOwn(db, own.id, seller.user_id, access), registers: [] }
  const rows = await registerRows(db)
    .leftJoin('shifts as s', (join) => join.onRef('s.register_id', '=', 'r.id').on('s.closed_at', 'is', null))
    .leftJoin('users as u', 'u.id', 's.opened_by')
    .select(sql<string | null>`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`.as('operator'))
    .where('r.status', '=', 'active')
    .where('b.status', '=', 'active')
    .where(withinBranches(sql.ref('b.id'), scope))
    .orderBy('b.name')
    .orderBy('r.name')
    .execute()
  return { shift: null, registers: rows.map(({ operator, ...row }) => ({ ...toRegister(row), operator })) }
}

async function describeOwn(db: Db | Tx, id: string, user_id: string, access: Access): Promise<OwnShift> {
  const shift = await db.selectFrom('shifts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const row = await registerRows(db).where('r.id', '=', shift.register_id).executeTakeFirstOrThrow()
  const currency = shift.currency as Currency
  return {
    ...toFigures(await sumShift(db, id), shift.opening_minor, currency),
    id,
    number: shift.number,
    opened_at: shift.opened_at.toISOString(),
    register: toRegister(row),
    discrepancy_limit: { amount: toMajor(row.cash_discrepancy_limit_minor, currency), currency },
    parked: await countParked(db, shift.register_id),
    waiting: await countWaiting(db, id),
    is_own: shift.opened_by === user_id,
    lock_minutes: row.counter_lock_minutes,
    has_pin: (await getOwnPin(db, user_id)).set_at !== null,
    discount_percent: await findDiscountLimit(db, row.branch_id, access),
  }
}

/** How many sales are set aside at a register: whoever opens it next goes on with them. */
async function countParked(db: Db | Tx, register_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from parked_sales where register_id = ${register_id}::uuid`.execute(db)
  return rows[0]!.count
}

/** How many sales of a shift wait for a wallet. */
async function countWaiting(db: Db | Tx, shift_id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from counter_payments c join orders o on o.id = c.order_id
    where c.shift_id = ${shift_id}::uuid and o.status = 'pending'`.execute(db)
  return rows[0]!.count
}

/** What a count amounts to. Throws 422 for what is no coin or note of the currency. */
function readCount(count: CashCount, currency: Currency): bigint {
  if (!isCountOf(count, currency)) throw fieldError('count', 'invalid')
  return sumCount(count)
}

/**
 * Opens a shift with the cash that was counted. Throws `not_found`, `register_inactive`, `register_open` where somebody has a
 * shift there, `shift_open` for a person who has one, and 422 for a wrong count.
 */
export async function openShift(
  tx: Tx,
  { user_id, shift_id, scope, access, now }: Operator,
  { register_id, count }: ParsedBody<typeof openEndpoint>,
): Promise<Audited<OwnShift>> {
  if (shift_id !== undefined) throw new AppError('counter_only')
  const register = await tx
    .selectFrom('registers as r')
    .innerJoin('branches as b', 'b.id', 'r.branch_id')
    .select(['r.id', 'r.branch_id', 'r.status', 'r.is_example', 'b.currency'])
    .where('r.id', '=', register_id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .forUpdate('r')
    .executeTakeFirst()
  if (register === undefined) throw new AppError('not_found')
  if (register.status !== 'active') throw new AppError('register_inactive')
  const currency = register.currency as Currency
  const opening_minor = readCount(count, currency)
  const open = await tx
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.opened_by')
    .select(['s.opened_by', sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as('operator')])
    .where('s.closed_at', 'is', null)
    .where((where) => where.or([where('s.register_id', '=', register_id), where('s.opened_by', '=', user_id)]))
    .execute()
  if (open.some(({ opened_by }) => opened_by === user_id)) throw new AppError('shift_open')
  if (open[0] !== undefined) throw registerOpen(open[0].operator)
  const { number } = await tx
    .selectFrom('shifts')
    .select(sql<number>`coalesce(max(number), 0) + 1`.as('number'))
    .where('register_id', '=', register_id)
    .executeTakeFirstOrThrow()
  const { branch_id, is_example } = register
  const id = newId(now.getTime())
  await tx
    .insertInto('shifts')
    .values({
      id,
      register_id,
      branch_id,
      number,
      currency,
      opened_by: user_id,
      opened_at: now,
      opening_count: JSON.stringify(count),
      opening_minor,
      is_example,
    })
    .execute()
  const answer = await describeOwn(tx, id, user_id, access)
  const after = { register: answer.register.name, number, opening_cash: answer.opening_cash }
  return { answer, changes: [{ kind: 'shift', id, branch_id, after }] }
}

/**
 * Puts the branch's cash into the drawer of the caller's shift, or takes some out. Throws `shift_needed`, and 422 for more than
 * the drawer should hold.
 */
export async function moveCash(
  tx: Tx,
  { access, now, ...seller }: Operator,
  { kind, amount, reason }: ParsedBody<typeof moveEndpoint>,
): Promise<Audited<OwnShift>> {
  const { user_id } = seller
  const shift = await lockOwnShift(tx, seller)
  const { id, branch_id } = shift
  const currency = shift.currency as Currency
  const amount_minor = parseAmount('amount', amount, currency)
  if (amount_minor === 0n) throw fieldError('amount', 'too_small')
  if (amount_minor % (await findCashStep(tx, currency)) !== 0n) throw fieldError('amount', 'fraction')
  const held_minor = shift.opening_minor + (await sumShift(tx, id)).drawer_minor
  if (kind === 'cash_out' && amount_minor > held_minor) {
    const most = { amount: toMajor(held_minor, currency), currency }
    throw fieldError('amount', 'cash_held', { most })
  }
  const gained_minor = kind === 'cash_in' ? amount_minor : -amount_minor
  const entry_id = newId(now.getTime())
  const { transfer_id } = await postTransfer(tx, {
    kind: 'cash',
    reference: entry_id,
    description: `shift:${shift.number}`,
    currency,
    at: now,
    postings: toMoved({ shift_id: id, branch_id }, gained_minor),
  })
  const posted = { shift_id: id, transfer_id, actor_id: user_id, at: now }
  await writeEntries(tx, posted, [{ kind, method: 'cash', amount_minor: gained_minor, reason }])
  const after = { [kind]: { amount, currency }, reason }
  return { answer: await describeOwn(tx, id, user_id, access), changes: [{ kind: 'shift', id, branch_id, after }] }
}

/**
 * The open shift of the person who opened it and is responsible for its cash, which waits for its sales and keeps new ones
 * waiting. Throws `shift_needed`, and `shift_of_another` for somebody else who has unlocked its counter.
 */
async function lockOwnShift(tx: Tx, seller: Seller) {
  const row = await tx
    .selectFrom('shifts as s')
    .selectAll('s')
    .where('s.opened_by', '=', seller.user_id)
    .where(isShiftOf(seller))
    .where('s.closed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError(seller.shift_id === undefined ? 'shift_needed' : 'shift_of_another')
  return row
}

const toStored = ({ sales, refund_count, parking_count = 0, ...amounts }: FigureSums) => ({
  sales,
  refund_count,
  parking_count,
  ...Object.fromEntries(Object.entries(amounts).map(([name, minor]) => [name, String(minor)])),
})

/**
 * Closes the caller's shift: the branch has its cash, and what the count differs by is a discrepancy, which a manager approves
 * above the branch's limit. Sales that wait for a wallet are given up and parked. Throws `shift_needed`, and 422 for a wrong
 * count or a discrepancy without a reason.
 */
export async function closeShift(
  tx: Tx,
  deps: Deps,
  { now, ...seller }: Operator,
  { count, reason = '' }: ParsedBody<typeof closeEndpoint>,
): Promise<Audited<AnswerOf<typeof closeEndpoint>>> {
  const shift = await lockOwnShift(tx, seller)
  const counted_minor = readCount(count, shift.currency as Currency)
  const closing = { count, counted_minor, reason, closed_by: seller.user_id }
  return finishShift(tx, deps, shift, closing, now)
}

type ShiftRow = Awaited<ReturnType<typeof lockOwnShift>>

/**
 * Closes a shift in place of the person who opened it and left, with the sum that its drawer holds. Throws `not_found`,
 * `shift_state` for one that is closed, and `own_shift` for one's own.
 */
export async function closeShiftOfAnother(
  tx: Tx,
  deps: Deps,
  id: string,
  { counted, reason }: ParsedBody<typeof closeAnotherEndpoint>,
  { user_id, scope, access, now }: Operator,
): Promise<Audited<ShiftRecord>> {
  await sql`select from shifts where id = ${id}::uuid for update`.execute(tx)
  const before = await getShift(tx, id, { scope, access, user_id })
  if (before.status !== 'open') throw new AppError('shift_state')
  const shift = await tx.selectFrom('shifts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (shift.opened_by === user_id) throw new AppError('own_shift')
  const counted_minor = parseAmount('counted', counted, shift.currency as Currency)
  const closing = { count: {}, counted_minor, reason, closed_by: user_id }
  const { changes } = await finishShift(tx, deps, shift, closing, now)
  return { answer: await getShift(tx, id, { scope, access, user_id }), changes }
}

interface Closing {
  count: CashCount
  counted_minor: bigint
  reason: string
  closed_by: string
}

async function finishShift(
  tx: Tx,
  deps: Deps,
  shift: ShiftRow,
  { count, counted_minor, reason, closed_by }: Closing,
  now: Date,
): Promise<Audited<AnswerOf<typeof closeEndpoint>>> {
  const { id, branch_id, opening_minor, number } = shift
  await deps.hooks.handOverSales(tx, deps, { id, register_id: shift.register_id, branch_id, closed_by }, now)
  const currency = shift.currency as Currency
  const sums = await sumShift(tx, id)
  const expected_minor = opening_minor + sums.drawer_minor
  const discrepancy_minor = counted_minor - expected_minor
  if (discrepancy_minor !== 0n && reason === '') throw fieldError('reason', 'required')
  const { limit } = await tx
    .selectFrom('branch_setup')
    .select('cash_discrepancy_limit_minor as limit')
    .where('branch_id', '=', branch_id)
    .executeTakeFirstOrThrow()
  const needs_approval = (discrepancy_minor < 0n ? -discrepancy_minor : discrepancy_minor) > limit
  const postings = toClosed({ shift_id: id, branch_id }, sums.drawer_minor, counted_minor - opening_minor)
  if (postings.some(({ amount_minor }) => amount_minor !== 0n))
    await postTransfer(tx, { kind: 'cash', reference: id, description: `shift:${number}`, currency, at: now, postings })
  await tx
    .updateTable('shifts')
    .set({
      closed_at: now,
      closed_by: closed_by === shift.opened_by ? null : closed_by,
      closing_count: JSON.stringify(count),
      expected_minor,
      counted_minor,
      discrepancy_reason: reason === '' ? null : reason,
      needs_approval,
      figures: JSON.stringify({ ...toStored(sums), taxes: await listTaxes(tx, id) }),
    })
    .where('id', '=', id)
    .execute()
  // Whoever opens the next one logs in.
  await sql`delete from sessions where id in (select session_id from counter_sessions where shift_id = ${id}::uuid)`.execute(
    tx,
  )
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const answer = {
    ...toFigures(sums, opening_minor, currency),
    id,
    number,
    status: needs_approval ? ('to_approve' as const) : ('closed' as const),
    counted: money(counted_minor),
    discrepancy: money(discrepancy_minor),
    parked: await countParked(tx, shift.register_id),
  }
  const { expected, counted, discrepancy } = answer
  return {
    answer,
    changes: [{ kind: 'shift', id, branch_id, after: { number, expected, counted, discrepancy, reason } }],
  }
}
