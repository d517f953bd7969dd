import type {
  BookingRefundPreview,
  previewBookingRefund as previewContract,
  refundBookingByStaff as contract,
} from '#contract/bookings/desk/booking-refunds.ts'
import type { ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import { textLanguageOf } from '#contract/text-languages.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findRefundLimits, readLimits } from '#server/features/access/amount-limits.ts'
import { requireRecentLogin } from '#server/features/access/recent-login.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { toStoredLines } from '#server/features/pricing/lines.ts'
import { releasePromoUse } from '#server/features/promos/commands.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { toBooking, type BookingRow } from '../booking-rows.ts'
import { recordChangeAndNotify } from '../lifecycle/effects.ts'
import { findRefundable, planStaffRefund, type Bearer, type RefundPlan } from '../refunds/refund-plan.ts'
import { findNextNumber, loadRefundedBooking, postRefund } from '../refunds/stored-refunds.ts'
import { changeBooking, type BookingChange } from './change-booking.ts'
import { getStaffRow, sumGiven, type Staff } from './staff-record.ts'

type Cause = ParsedBody<typeof contract>['cause']

/** Returns what a refund would do. Throws `not_found`, and as `refundForDriver` for an amount that is not left. */
export async function previewRefund(
  db: Db,
  staff: Staff,
  handle: string,
  { cause, bearer, amount }: ParsedQuery<typeof previewContract>,
): Promise<BookingRefundPreview> {
  const row = await getStaffRow(db, handle, staff)
  const { currency, user_language: language } = row
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const left_minor = row.payment_status === 'paid' ? findRefundable(row) : 0n
  const amount_minor = amount === undefined ? left_minor : parseRefund(row, amount)
  const plan =
    amount_minor === 0n ? undefined : planStaffRefund(await loadRefundedBooking(db, row), bearer, amount_minor)
  const { own_minor } = findRefundLimits(await readLimits(db), staff.access, currency)
  return {
    currency,
    left: money(left_minor),
    refunded: money(row.refunded_minor),
    due: money(row.due_minor),
    amount: money(amount_minor),
    cost: money(row.total_minor - row.refunded_minor - amount_minor),
    shares: listShares(plan).map(({ account, minor }) => ({ account, amount: money(minor) })),
    message: translate(language, `papers.refund_messages.${cause}`),
    language: textLanguageOf(language),
    needs_approval: (await sumGiven(db, row.id)) + amount_minor > own_minor,
    limit: money(own_minor),
  }
}

const shareOf = {
  park_payable: 'operator',
  fee_income: 'fees',
  tax_payable: 'taxes',
  promotion: 'promotion',
} as const

/** What each of those who bear a refund pays. A discount that is taken back with its price lowers our part. */
function listShares(plan: RefundPlan | undefined) {
  const shares = Map.groupBy(plan?.postings ?? [], ({ account }) =>
    account.kind === 'customer' ? undefined : shareOf[account.kind as keyof typeof shareOf],
  )
  return [...shares].flatMap(([account, postings]) => {
    const minor = -postings.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    return account === undefined || minor === 0n ? [] : [{ account, minor }]
  })
}

/** Returns the amount in minor units. Throws 422, and `refund_too_much` for more than is left. */
function parseRefund(row: BookingRow, amount: number): bigint {
  const { currency } = row
  const amount_minor = parseAmount('amount', amount, currency)
  if (amount_minor <= 0n) throw fieldError('amount', 'too_small')
  const left_minor = findRefundable(row)
  if (amount_minor <= left_minor) return amount_minor
  const most = { amount: toMajor(left_minor, currency), currency }
  throw new AppError('refund_too_much', { most }, [{ field: 'amount', key: 'refund_left', params: { most } }])
}

/**
 * Refunds a booking in whole or part. Above the caller's limit, which counts everything that staff gave for the booking, the
 * password is asked for, and the refund waits for another person. Throws `invalid_transition`, `own_wallet`, `refund_too_much` and 422.
 */
export const refundForDriver = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { amount, ...request }: ParsedBody<typeof contract>,
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'refund' }, async (row) => {
    requireOthers(row, staff)
    const { id, currency } = row
    const amount_minor = parseRefund(row, amount)
    const { own_minor } = findRefundLimits(await readLimits(tx), staff.access, currency)
    const isOwn = (await sumGiven(tx, id)) + amount_minor <= own_minor
    if (!isOwn) await requireRecentLogin(tx, staff, staff.now)
    const number = await findNextNumber(tx, id)
    const refund_id = newId(staff.now.getTime())
    const terms = { id: refund_id, booking_id: id, number, ...request, amount_minor, at: staff.now }
    const stored = { ...terms, requested_by: staff.user_id }
    const money = { amount, currency }
    if (!isOwn) {
      await tx
        .insertInto('booking_refunds')
        .values({ ...stored, status: 'waiting', lines: '[]' })
        .execute()
      await askToDecide(tx, deps, row, { refund_id, amount_minor, asked_by: staff.user_id }, staff.now)
      return { after: { requested: money, ...request } }
    }
    const paid = await payRefund(tx, deps, row, staff, stored)
    await tx
      .insertInto('booking_refunds')
      .values({ ...stored, status: 'done', ...paid })
      .execute()
    return { after: { refunded: money, ...request } }
  })

/** Nobody gives money to themselves. */
function requireOthers({ user_id }: BookingRow, staff: Staff): void {
  if (user_id === staff.user_id) throw new AppError('own_wallet')
}

interface Refund {
  number: number
  cause: Cause
  bearer: Bearer
  amount_minor: bigint
  message: string
}

/** Moves the money, writes the history and mails the driver. Returns what the refund's row stores of it. */
async function payRefund(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { user_id, now }: Pick<Staff, 'user_id' | 'now'>,
  { number, cause, bearer, amount_minor, message }: Refund,
): Promise<{ lines: string; transfer_id: string }> {
  const plan = planStaffRefund(await loadRefundedBooking(tx, row), bearer, amount_minor)
  const transfer_id = await postRefund(tx, row, plan, number, now)
  // A booking that was cancelled for a part of its price gives its promo code back with the rest.
  const { status, promo_code_id } = row
  if (status === 'cancelled' && promo_code_id !== null && amount_minor === findRefundable(row))
    await releasePromoUse(tx, { promo_code_id, user_id: row.user_id })
  const amount = toMajor(amount_minor, row.currency)
  await recordChangeAndNotify(tx, deps, row, {
    cause: 'refunded',
    actor: { kind: 'staff', id: user_id },
    at: now,
    detail: { amount, refund_cause: cause },
    credited: amount,
    answer: message,
  })
  return { lines: toStoredLines(plan.lines), transfer_id }
}

/** Tells everybody who may decide on a refund, except the person who asked for it. */
async function askToDecide(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { refund_id, amount_minor, asked_by }: { refund_id: string; amount_minor: bigint; asked_by: string },
  now: Date,
): Promise<void> {
  const { booking_code, park_id, currency } = row
  const { most_minor } = findRefundLimits(await readLimits(tx), new Map(), currency)
  const { park } = toBooking(row, 'en')
  const names = { en: labelPark(park, 'en'), fr: labelPark(park, 'fr') }
  const needs_any = most_minor !== null && amount_minor > most_minor
  const refund = { refund_id, booking_code, park_id, park: names, amount_minor, currency, asked_by, needs_any }
  await deps.hooks.notifyStaffOfRefund(tx, deps, refund, now)
}

/**
 * Decides on a refund that waits; the first decision counts. Who asked may only withdraw it. Throws `already_decided`,
 * `own_request`, `own_wallet`, `refund_limit` above what anybody but an admin may decide, and `refund_too_much`.
 */
export const decideRefund = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  { id: handle, refund_id }: { id: string; refund_id: string },
  decision: 'approve' | 'refuse',
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle }, async (row) => {
    const refund = await tx
      .selectFrom('booking_refunds')
      .selectAll()
      .where('id', '=', refund_id)
      .where('booking_id', '=', row.id)
      .where('cause', '<>', 'cancellation')
      .executeTakeFirst()
    if (refund === undefined) throw new AppError('not_found')
    if (refund.status !== 'waiting') throw new AppError('already_decided')
    await deps.hooks.settleNotices(tx, refund_id, staff.now)
    const decided = { decided_by: staff.user_id, decided_at: staff.now }
    const store = (change: object) =>
      tx
        .updateTable('booking_refunds')
        .set({ ...decided, ...change })
        .where('id', '=', refund_id)
        .execute()
    if (decision === 'refuse') await store({ status: 'refused' })
    else {
      await requireApproval(tx, row, staff, refund)
      const { cause, bearer, message, ...rest } = refund
      const approved = { ...rest, cause: cause as Cause, bearer: bearer as Bearer, message: message! }
      await store({ status: 'done', ...(await payRefund(tx, deps, row, staff, approved)) })
    }
    const amount = { amount: toMajor(refund.amount_minor, row.currency), currency: row.currency }
    return { before: { refund: 'waiting' }, after: { refund: decision, amount } }
  })

async function requireApproval(
  tx: Tx,
  row: BookingRow,
  staff: Staff,
  refund: { requested_by: string | null; amount_minor: bigint },
): Promise<void> {
  const { currency } = row
  if (refund.requested_by === staff.user_id) throw new AppError('own_request')
  requireOthers(row, staff)
  const { most_minor } = findRefundLimits(await readLimits(tx), staff.access, currency)
  if (most_minor !== null && refund.amount_minor > most_minor)
    throw new AppError('refund_limit', { limit: { amount: toMajor(most_minor, currency), currency } })
  await requireRecentLogin(tx, staff, staff.now)
  // What was asked for may have been refunded otherwise meanwhile.
  parseRefund(row, toMajor(refund.amount_minor, currency))
}
