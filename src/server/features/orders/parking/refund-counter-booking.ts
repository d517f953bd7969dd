import { sql } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { CounterBooking, refundCounterBooking as endpoint } from '#contract/orders/desk/counter-bookings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { byHandle, findRows, forUpdate, requireRow, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import { advance } from '#server/features/bookings/lifecycle/advance.ts'
import { cancelByPolicy } from '#server/features/bookings/lifecycle/cancel.ts'
import {
  findCashStep,
  requireDrawerHolds,
  requireOpenShift,
  writeEntries,
  type OpenShift,
} from '#server/features/cash/entries.ts'
import { useManagerCode } from '#server/features/cash/manager-codes.ts'
import { toPaidOut } from '#server/features/cash/postings.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import type { Staff } from '../staff/staff-order.ts'
import {
  describeCounterBooking,
  findSoldBooking,
  mayRefund,
  planCounterRefund,
  type SoldBooking,
} from './counter-booking.ts'

/**
 * Cancels a booking that a counter sold under its cancellation policy. The refund goes to the wallet, out of which the drawer of
 * the caller's shift pays it where they choose so, and always for a guest. Of a guest's booking that is over, it pays out what was
 * refunded meanwhile. Throws `not_found`, `shift_needed`, `invalid_transition`, `drawer_short`, `approval_needed` without a
 * manager's code, and as `useManagerCode`, whose wrong codes must be stored; 422 for the wallet of a guest.
 */
export async function refundCounterBooking(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { to, code = '' }: ParsedBody<typeof endpoint>,
): Promise<Audited<CounterBooking>> {
  const { user_id, shift_id, access, now } = staff
  const { booking_id, branch_id } = await findSoldBooking(tx, handle, staff.scope)
  const shift = await requireOpenShift(tx, { user_id, shift_id, branch_id })
  const row = await advance(tx, deps, requireRow(await findRows(tx, byHandle(booking_id), forUpdate)), now)
  await sql`select from counter_bookings where booking_id = ${booking_id}::uuid for update`.execute(tx)
  const sold = await findSoldBooking(tx, booking_id, staff.scope)
  const planned = await planCounterRefund(tx, row, sold, now)
  if (planned.to.length === 0) throw new AppError('invalid_transition')
  if (!planned.to.includes(to)) throw fieldError('to', 'guest_drawer')
  const isAllowed = mayRefund(access, branch_id)
  if (!isAllowed && code.trim() === '') throw new AppError('approval_needed')
  const used = isAllowed ? undefined : await useManagerCode(tx, shift, code, now)
  if (used?.refusal !== undefined)
    return { answer: await describeCounterBooking(tx, staff, booking_id), changes: [], refusal: used.refusal }
  const approved_by = used?.manager_id ?? null
  if (planned.cancels)
    await cancelByPolicy(tx, deps, row, { actor: { kind: 'staff', id: user_id }, at: now, outcome: 'alone' })
  const paid_minor =
    to === 'drawer' ? await payOut(tx, shift, { row, sold, amount_minor: planned.cash_minor, user_id, at: now }) : 0n
  const answer = await describeCounterBooking(tx, staff, booking_id)
  const { currency } = row
  const after = {
    status: answer.status,
    ...(paid_minor > 0n && { paid_out: { amount: toMajor(paid_minor, currency), currency } }),
    ...(approved_by !== null && { approved_by }),
  }
  return { answer, changes: [{ kind: 'booking', id: booking_id, branch_id, before: { status: row.status }, after }] }
}

interface PayOut {
  row: BookingRow
  sold: SoldBooking
  /** What leaves the wallet, to which it was refunded. */
  amount_minor: bigint
  user_id: string
  at: Date
}

/** Pays a refund out of a drawer, rounded to what coins there are, and returns what it paid. Throws `drawer_short`. */
async function payOut(tx: Tx, shift: OpenShift, { row, sold, amount_minor, user_id, at }: PayOut): Promise<bigint> {
  if (amount_minor === 0n) return 0n
  const paid_minor = roundToCash(amount_minor, await findCashStep(tx, shift.currency))
  await requireDrawerHolds(tx, shift, paid_minor)
  const { transfer_id } = await postTransfer(tx, {
    kind: 'counter',
    reference: `${sold.id}/${sold.paid_out_minor}`,
    description: `paid_out:${row.booking_code}`,
    currency: shift.currency,
    at,
    postings: [
      { account: { kind: 'customer', owner: row.user_id }, amount_minor: -amount_minor },
      ...toPaidOut(shift.id, amount_minor, paid_minor),
    ],
  })
  const rounding_minor = amount_minor - paid_minor
  const entry = { kind: 'refund' as const, method: 'cash' as const, amount_minor: -paid_minor, rounding_minor }
  // Less than half a step is nothing in coins.
  if (paid_minor > 0n)
    await writeEntries(tx, { shift_id: shift.id, transfer_id, actor_id: user_id, at }, [
      { ...entry, booking_id: row.id },
    ])
  await tx
    .updateTable('counter_bookings')
    .set((of) => ({ paid_out_minor: of('paid_out_minor', '+', amount_minor) }))
    .where('id', '=', sold.id)
    .execute()
  return paid_minor
}
