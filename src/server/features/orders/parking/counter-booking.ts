import { sql } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import { toMajor } from '#contract/money.ts'
import type { CounterBooking, RefundTarget } from '#contract/orders/desk/counter-bookings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { includesBranch } from '#server/features/access/scopes.ts'
import { byHandle, findRows, requireRow, toBooking, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import { drawQrPath } from '#server/features/bookings/documents/jobs.ts'
import { hasValidPass, signPass } from '#server/features/bookings/documents/pass.ts'
import { findAllowedActions } from '#server/features/bookings/lifecycle/allowed-actions.ts'
import { labelLines } from '#server/features/bookings/line-labels.ts'
import { findRefundRules } from '#server/features/bookings/queries.ts'
import { calculateRefund, findRefundShare, toCancellationTerms } from '#server/features/bookings/refund-rules.ts'
import { findCashStep } from '#server/features/cash/entries.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import { isGuestAddress } from '#server/guest-address.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { readTaken } from '../pos/payment.ts'
import type { Staff } from '../staff/staff-order.ts'

/** A sold booking as the counter's own books have it. */
export interface SoldBooking {
  id: string
  booking_id: string
  branch_id: string
  branch: string
  amount_minor: bigint
  lines: unknown
  paid_out_minor: bigint
  prints: number
}

/** A booking that a counter within a scope sold, by its id or code. Throws `not_found`. */
export async function findSoldBooking(db: Db | Tx, handle: string, scope: Scope): Promise<SoldBooking> {
  const row = await db
    .selectFrom('counter_bookings as k')
    .innerJoin('bookings as b', 'b.id', 'k.booking_id')
    .innerJoin('branches as n', 'n.id', 'k.branch_id')
    .select(['k.id', 'k.booking_id', 'k.branch_id', 'n.name as branch', 'k.amount_minor', 'k.lines'])
    .select(['k.paid_out_minor', 'k.prints'])
    .where(isUuid(handle) ? sql<boolean>`b.id = ${handle}::uuid` : byHandle(handle))
    .where(withinBranches(sql.ref('k.branch_id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** Whether a person may give money back at a branch without a manager's code. */
export const mayRefund = (access: Access, branch_id: string): boolean => {
  const scope = access.get('orders.refund')
  return scope !== undefined && includesBranch(scope, branch_id)
}

/** What a refund at the counter would do now. */
export interface PlannedRefund {
  cancels: boolean
  /** What it refunds, and of this what can be paid in cash; minor units. */
  amount_minor: bigint
  cash_minor: bigint
  to: RefundTarget[]
}

/**
 * What a refund of a sold booking would do: a cancellation refunds what the policy gives, of which cash pays no more than was paid
 * at counters. Of a guest's booking that is over, what was refunded and not paid out yet can be paid out.
 */
export async function planCounterRefund(
  db: Db | Tx,
  row: BookingRow,
  { amount_minor: sold_minor, paid_out_minor }: Pick<SoldBooking, 'amount_minor' | 'paid_out_minor'>,
  now: Date,
): Promise<PlannedRefund> {
  const guest = isGuestAddress(row.email)
  const least = (a: bigint, b: bigint) => (a < b ? a : b)
  if (findAllowedActions(row, now).cancel) {
    const { percent } = findRefundShare(await findRefundRules(db, row), now)
    const amount_minor = calculateRefund(row.total_minor - row.refunded_minor, percent, row.currency)
    const owed_minor = guest ? row.refunded_minor + amount_minor : amount_minor
    const cash_minor = least(owed_minor, sold_minor) - (guest ? paid_out_minor : 0n)
    return { cancels: true, amount_minor, cash_minor, to: guest ? ['drawer'] : ['drawer', 'wallet'] }
  }
  const open_minor = guest ? least(row.refunded_minor, sold_minor) - paid_out_minor : 0n
  return { cancels: false, amount_minor: open_minor, cash_minor: open_minor, to: open_minor > 0n ? ['drawer'] : [] }
}

/** Describes a sold booking to a seller. Throws `not_found`. */
export async function describeCounterBooking(
  db: Db | Tx,
  { scope, access, language, now }: Pick<Staff, 'scope' | 'access' | 'language' | 'now'>,
  handle: string,
): Promise<CounterBooking> {
  const sold = await findSoldBooking(db, handle, scope)
  const row = requireRow(await findRows(db, byHandle(sold.booking_id)))
  const { id, booking_code, status, park, plate, start_time, end_time, created_at } = toBooking(row, language)
  const { currency } = row
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const { cash, terminal_minor, mobile_minor } = await readTaken(db, { booking_id: id })
  const planned = await planCounterRefund(db, row, sold, now)
  const names = new Map(
    Object.entries(row.fee_names ?? {}).map(([fee, [en, fr]]) => [Number(fee), language === 'fr' ? fr : en]),
  )
  return {
    id,
    booking_code,
    status,
    branch: sold.branch,
    park,
    plate,
    start_time,
    end_time,
    created_at,
    lines: labelLines(fromStoredLines(sold.lines), currency, names, language),
    total: money(sold.amount_minor),
    cash: cash && {
      due: money(cash.due_minor),
      tendered: money(cash.due_minor + cash.change_minor),
      change: money(cash.change_minor),
      rounding: money(cash.rounding_minor),
    },
    terminal: terminal_minor === 0n ? null : money(terminal_minor),
    mobile: mobile_minor === 0n ? null : money(mobile_minor),
    refunded: money(row.refunded_minor),
    paid_out: money(sold.paid_out_minor),
    cancellation: toCancellationTerms(row.cancellation, await findRefundRules(db, row)),
    has_account: !isGuestAddress(row.email),
    prints: sold.prints,
    refund: {
      cancels: planned.cancels,
      amount: money(planned.amount_minor),
      cash: money(roundToCash(planned.cash_minor, await findCashStep(db, currency))),
      to: planned.to,
      needs_code: !mayRefund(access, sold.branch_id),
    },
  }
}

/** A sold booking with the code of its pass. Throws `not_found`. */
export async function getCounterBooking(
  deps: Pick<Deps, 'db' | 'workers'>,
  staff: Staff,
  handle: string,
): Promise<CounterBooking & { pass: { qr_path: string; size: number } | null }> {
  const { db } = deps
  const booking = await describeCounterBooking(db, staff, handle)
  if (!hasValidPass(booking.status)) return { ...booking, pass: null }
  const row = requireRow(await findRows(db, byHandle(booking.id)))
  return { ...booking, pass: await drawQrPath(deps, await signPass(db, row)) }
}

/** Counts a print of a receipt, so that later ones are marked as copies. Throws `not_found`. */
export async function recordParkingReceiptPrint(
  tx: Tx,
  scope: Scope,
  handle: string,
): Promise<Audited<{ prints: number }>> {
  const { id, booking_id, branch_id } = await findSoldBooking(tx, handle, scope)
  const { prints } = await tx
    .updateTable('counter_bookings')
    .set((of) => ({ prints: of('prints', '+', 1) }))
    .where('id', '=', id)
    .returning('prints')
    .executeTakeFirstOrThrow()
  const change = { kind: 'booking', id: booking_id, branch_id, after: { copies: prints - 1 } }
  return { answer: { prints }, changes: prints === 1 ? [] : [change] }
}
