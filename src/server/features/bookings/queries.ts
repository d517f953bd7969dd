import { sql, type RawBuilder } from 'kysely'
import type * as contract from '#contract/bookings/bookings.ts'
import {
  bookingStatuses,
  type Booking,
  type BookingDetails,
  type BookingStatus,
  type CancelPreview,
} from '#contract/bookings/bookings.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { toPage, type Page } from '#contract/fields.ts'
import { toMajor } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { wallets } from '#contract/wallet-passes/wallets.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findAccess } from '#server/features/parks/access.ts'
import { AppError } from '#server/http/errors.ts'
import { findRows, getRow, toBooking, type BookingRow } from './booking-rows.ts'
import { drawQrPath } from './documents/jobs.ts'
import { hasValidPass, isPassInUse, signPass } from './documents/pass.ts'
import { findAllowedActions } from './lifecycle/allowed-actions.ts'
import { findPaidAt } from './lifecycle/transitions.ts'
import { describeOffer } from './offers/held-offers.ts'
import {
  calculateRefund,
  listRefundRules,
  findRefundShare,
  toCancellationTerms,
  type RefundRule,
} from './refund-rules.ts'
import { findOwnRefunds, listRefundReferences } from './refunds/stored-refunds.ts'

/** Returns a user's booking by id or code. Throws `booking_not_found`, also for another user's. */
export async function getBooking(db: Db | Tx, user_id: string, handle: string, language: Language): Promise<Booking> {
  return toBooking(await getRow(db, user_id, handle), language)
}

type Filter = NonNullable<ParsedQuery<typeof contract.listBookings>['status_filter']>

/**
 * Returns the condition of a filter: upcoming, current and past bookings, or a status. A checked-in booking stays
 * current until check-out.
 */
function filterCondition(filter: Filter | undefined, now: Date): RawBuilder<boolean> {
  const at = sql`${now}::timestamptz`
  switch (filter) {
    case undefined:
      return sql<boolean>`true`
    case 'upcoming':
      return sql<boolean>`(b.status in ('pending', 'active') and (b.start_time > ${at} or b.status = 'pending'))`
    case 'current':
      return sql<boolean>`(b.status = 'overstayed' or (b.status = 'checked_in' and (b.check_in = 'scan' or b.end_time > ${at}))
        or (b.status = 'active' and b.start_time <= ${at} and b.end_time > ${at}))`
    case 'past':
      return sql<boolean>`(b.status in ('completed', 'no_show') or (b.end_time <= ${at} and
        (b.status = 'active' or (b.status = 'checked_in' and b.check_in = 'clock'))))`
    default:
      return sql<boolean>`b.status = ${filter}`
  }
}

/** Returns a user's bookings by start, newest first; upcoming ones soonest first, unpaid holds before them. */
export async function findBookings(
  db: Db,
  user_id: string,
  query: ParsedQuery<typeof contract.listBookings>,
  language: Language,
  now: Date,
): Promise<Page<Booking>> {
  const { page, size, status_filter } = query
  const condition = sql<boolean>`(b.user_id = ${user_id}::uuid and ${filterCondition(status_filter, now)})`
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from bookings b where ${condition}`.execute(db)
  const order =
    status_filter === 'upcoming' ? sql`b.status <> 'pending', b.start_time, b.id` : sql`b.start_time desc, b.id desc`
  const rows = await findRows(db, condition, sql`order by ${order} limit ${size} offset ${(page - 1) * size}`)
  return toPage(
    rows.map((row) => toBooking(row, language)),
    counted.rows[0]!.total,
    page,
    size,
  )
}

/** Returns the refund rules of a booking. For a hold, the minutes of free cancellation count from its payment. */
export async function findRefundRules(db: Db | Tx, row: BookingRow): Promise<RefundRule[]> {
  const booked_at = (await findPaidAt(db, row.id)) ?? row.created_at
  return listRefundRules({ policy: row.cancellation, start: row.start_time, booked_at })
}

/** Returns a user's booking with everything its page shows. Throws `booking_not_found`. */
export async function getDetails(
  deps: Pick<Deps, 'db' | 'workers' | 'config'>,
  user_id: string,
  handle: string,
  language: Language,
  now: Date,
): Promise<BookingDetails> {
  const { db, config } = deps
  const row = await getRow(db, user_id, handle)
  const payload = hasValidPass(row.status) ? await signPass(db, row) : undefined
  const can = findAllowedActions(row, now)
  const history = await findHistory(db, row.id)
  return {
    ...toBooking(row, language),
    cancellation: toCancellationTerms(row.cancellation, await findRefundRules(db, row)),
    can: { ...can, renew: can.renew && !(await isRenewed(db, row.id)) },
    spot: row.spot,
    cannot_park: await findReport(db, row.id),
    followed_by: await findFollowers(db, row.id),
    history,
    entries: await findEntries(db, user_id, row, history),
    refunds: await findOwnRefunds(db, row),
    offer: await describeOffer(db, row, now),
    access: payload === undefined ? null : await findAccess(db, row.park_id, language),
    pass: payload === undefined ? null : { payload, ...(await drawQrPath(deps, payload)) },
    wallets: isPassInUse(row.status) ? wallets.filter((wallet) => config[`${wallet}_keys`] !== undefined) : [],
  }
}

/** Returns the report of a driver who could not park. */
async function findReport(db: Db, booking_id: string): Promise<BookingDetails['cannot_park']> {
  const { rows } = await sql<NonNullable<BookingDetails['cannot_park']>>`
    select r.reason, r.note, (p.booking_id is not null) as has_photo, r.decision,
      case when r.decision = 'refused' then r.outcome end as answer
    from cannot_park_reports r left join cannot_park_photos p on p.booking_id = r.booking_id
    where r.booking_id = ${booking_id}::uuid`.execute(db)
  return rows[0] ?? null
}

/** Whether a renewal of this booking is pending or active; a second one is not allowed then. */
export async function isRenewed(db: Db | Tx, id: string): Promise<boolean> {
  const standing = await db
    .selectFrom('bookings')
    .select('id')
    .where('renewed_from', '=', id)
    .where('status', 'in', ['pending', 'active', 'checked_in', 'overstayed'])
    .executeTakeFirst()
  return standing !== undefined
}

/** Returns the renewals of a booking, and the booking it was moved to. */
async function findFollowers(db: Db, booking_id: string): Promise<BookingDetails['followed_by']> {
  const { rows } = await sql<BookingDetails['followed_by'][number]>`
    select b.booking_code, b.status from bookings b where b.renewed_from = ${booking_id}::uuid
    union all
    select b.booking_code, b.status from cannot_park_reports r join bookings b on b.id = r.moved_to where r.booking_id = ${booking_id}::uuid`.execute(
    db,
  )
  return rows
}

/** Returns the changes of a booking, oldest first. */
export async function findHistory(db: Db | Tx, booking_id: string): Promise<BookingDetails['history']> {
  const rows = await db
    .selectFrom('booking_history')
    .select(['from_status', 'to_status', 'cause', 'actor', 'at', 'detail'])
    .where('booking_id', '=', booking_id)
    .orderBy('at')
    // Within one instant: status changes in the order of their statuses, then other changes.
    .orderBy(sql`array_position(${bookingStatuses}::text[], to_status)`)
    .orderBy(sql`from_status is not distinct from to_status`)
    .orderBy('id')
    .execute()
  return rows.map(({ from_status, to_status, cause, actor, at, detail }) => ({
    from: from_status as BookingStatus | null,
    to: to_status as BookingStatus,
    cause,
    actor,
    at: at.toISOString(),
    detail: detail as BookingDetails['history'][number]['detail'],
  }))
}

/** The reference of a booking's nth goodwill, counted from 1. */
export const goodwillReference = (booking_id: string, n: number): string => `${booking_id}/goodwill/${n}`

/** The references of all transfers of a booking but those of refunds by staff. */
export const listTransferReferences = (
  { id, charges }: Pick<BookingRow, 'id' | 'charges'>,
  history: readonly { cause: string }[],
): string[] => [
  id,
  ...Array.from({ length: charges }, (_, n) => `${id}/${n + 1}`),
  ...history.filter(({ cause }) => cause === 'goodwill').map((_, n) => goodwillReference(id, n + 1)),
]

/** Returns the wallet transactions of a booking, oldest first. */
async function findEntries(
  db: Db,
  user_id: string,
  booking: BookingRow,
  history: BookingDetails['history'],
): Promise<BookingDetails['entries']> {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.kind', 't.description', 'e.amount_minor', 'e.created_at'])
    .where('t.reference', 'in', [
      ...listTransferReferences(booking, history),
      ...(await listRefundReferences(db, booking.id)),
    ])
    .where('t.kind', 'in', ['booking', 'extension', 'refund', 'adjustment'])
    .where('a.kind', '=', 'customer')
    .where('a.owner', '=', user_id)
    .orderBy('e.id')
    .execute()
  return rows.map(({ kind, description, amount_minor, created_at }) => ({
    kind,
    description,
    amount: toMajor(amount_minor, booking.currency),
    created_at: created_at.toISOString(),
  }))
}

/** Returns what a cancellation would refund now. */
export async function previewCancel(
  { db, hooks }: Pick<Deps, 'db' | 'hooks'>,
  user_id: string,
  handle: string,
  now: Date,
): Promise<CancelPreview> {
  const row = await getRow(db, user_id, handle)
  const allowed = findAllowedActions(row, now).cancel
  const { percent, until } = allowed
    ? findRefundShare(await findRefundRules(db, row), now)
    : { percent: 0 as const, until: null }
  return {
    action: 'cancel',
    allowed,
    refund: toMajor(calculateRefund(row.total_minor - row.refunded_minor, percent, row.currency), row.currency),
    total: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    until: until?.toISOString() ?? null,
    orders: allowed ? await hooks.findOrdersOfBooking(db, row.id, now) : [],
  }
}

/** Returns the text of the pass's QR code. Throws `booking_not_found`, also for a booking without a valid pass. */
export async function getPassPayload(db: Db, user_id: string, handle: string): Promise<string> {
  const row = await getRow(db, user_id, handle)
  if (!hasValidPass(row.status)) throw new AppError('booking_not_found')
  return signPass(db, row)
}

/** Returns the person named on a receipt. */
export const getDriver = (
  db: Db,
  user_id: string,
): Promise<{ first_name: string; last_name: string | null; email: string }> =>
  db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
