import { sql } from 'kysely'
import type { BookingStatus } from '#contract/bookings/bookings.ts'
import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import { localeOf } from '#contract/formats.ts'
import { toMajor } from '#contract/money.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { describeEntry } from '#server/features/wallet/texts.ts'
import { isGuestAddress } from '#server/guest-address.ts'
import { noScope, type Access, type Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { byHandle, findRows, forUpdate, toBooking, type BookingRow } from '../booking-rows.ts'
import { hasValidPass } from '../documents/pass.ts'
import { describeOffer } from '../offers/held-offers.ts'
import { findHistory, goodwillReference, listTransferReferences } from '../queries.ts'
import { findRefundable } from '../refunds/refund-plan.ts'
import { findStaffRefunds, listRefundReferences } from '../refunds/stored-refunds.ts'
import { findShareOf } from '../sharing/shares.ts'
import { findStaffActions, listStaffActions } from './staff-actions.ts'

/** Who works on a booking: the scope is that of the permission with which they call. */
export interface Staff {
  user_id: string
  session_id: string
  scope: Scope
  access: Access
  language: Language
  now: Date
}

/** Returns a booking of the caller's car parks by id or code. Throws `not_found`, also for another partner's. */
export async function getStaffRow(db: Db | Tx, handle: string, { scope }: Staff): Promise<BookingRow> {
  return requireFound(await findRows(db, inScope(handle, scope)))
}

/** Like `getStaffRow`, locked until the transaction ends. */
export async function lockStaffRow(tx: Tx, handle: string, { scope }: Staff): Promise<BookingRow> {
  return requireFound(await findRows(tx, inScope(handle, scope), forUpdate))
}

const inScope = (handle: string, scope: Scope) => sql<boolean>`(${byHandle(handle)} and ${withinParks('p', scope)})`

function requireFound([row]: BookingRow[]): BookingRow {
  if (row === undefined) throw new AppError('not_found')
  return row
}

/** Returns a booking as staff sees it: contacts only with `bookings.contacts` for its car park. Throws `not_found`. */
export async function getStaffRecord(db: Db | Tx, handle: string, staff: Staff): Promise<BookingRecord> {
  const row = await getStaffRow(db, handle, staff)
  const { language } = staff
  const { currency, status } = row
  const booking = toBooking(row, language)
  const money = (amount: number) => ({ amount, currency })
  const showsContacts = await isWithin(db, row, staff, 'bookings.contacts')
  const customer = showsContacts ? await findCustomer(db, row) : undefined
  const actions = findStaffActions(row, staff.now)
  const share = await findShareOf(db, row, staff.now)
  const offer = await describeOffer(db, row, staff.now)
  const history = await findHistory(db, row.id)
  const transfers = await findTransfers(db, row, history, language)
  const refunds = await findStaffRefunds(db, row, staff)
  const mayRefund = refunds.some(({ can_decide }) => can_decide) && (await isWithin(db, row, staff, 'bookings.refund'))
  return {
    id: row.id,
    title: row.booking_code,
    actions: [
      ...listStaffActions(actions),
      ...(share === null ? [] : ['revoke_share']),
      ...(offer === null ? [] : ['withdraw_offer']),
    ],
    booking_code: row.booking_code,
    status,
    payment_status: row.payment_status,
    refund_status: row.refund_status,
    park_id: row.park_id,
    park: labelPark(booking.park, language),
    park_code: row.park_code,
    city: row.city,
    country: row.country_code,
    timezone: row.timezone,
    customer_id: customer === undefined ? null : row.user_id,
    customer: customer?.name ?? null,
    email: customer === undefined || isGuestAddress(row.email) ? null : row.email,
    phone: customer?.phone ?? null,
    vehicle_type: await getVehicleName(db, row.vehicle_type_id, language),
    plate: row.plate === '' ? null : row.plate,
    start_time: booking.start_time,
    end_time: booking.end_time,
    held_until: booking.held_until,
    check_in: row.check_in,
    checked_in_at: booking.checked_in_at,
    checked_out_at: booking.checked_out_at,
    pass: hasValidPass(status) ? 'valid' : row.payment_status === 'paid' ? 'revoked' : 'none',
    currency,
    total: money(booking.total),
    refunded: money(booking.refunded),
    refundable: money(row.payment_status === 'paid' ? toMajor(findRefundable(row), currency) : 0),
    refund_cause: refunds.find(({ status }) => status !== 'refused')?.cause ?? null,
    due: money(booking.due),
    goodwill: money(
      toMajor(
        transfers.reduce((sum, transfer) => sum + transfer.goodwill_minor, 0n),
        currency,
      ),
    ),
    promo_code: row.promo_code,
    event: booking.event?.name ?? null,
    renews: await findCode(db, row.renewed_from),
    offer: offer && { ...offer, amount: money(offer.amount) },
    shared: share === null ? null : share.shows_pass ? 'with_pass' : 'without_pass',
    shared_at: share?.created_at ?? null,
    shared_until: share?.expires_at ?? null,
    created_at: booking.created_at,
    lines: booking.lines.map(({ label, amount }) => ({ label, amount: money(amount) })),
    history,
    refunds: refunds.map((refund) => ({ ...refund, can_decide: refund.can_decide && mayRefund })),
    series: await findSeries(db, row.id),
    transfers: transfers.map(({ goodwill_minor: _goodwill, ...transfer }) => transfer),
    top_up: await findTopUp(db, row.id),
    report: await findReport(db, row.id),
  }
}

/** Whether a booking is among the car parks for which its reader holds a permission. */
export const isWithin = async (
  db: Db | Tx,
  { id }: BookingRow,
  { access }: Staff,
  permission: Permission,
): Promise<boolean> => (await findRows(db, inScope(id, access.get(permission) ?? noScope))).length > 0

/** What staff gave for a booking beside refunds, and how often. */
export async function sumGoodwill(db: Db | Tx, booking_id: string): Promise<{ amount_minor: bigint; times: number }> {
  const given = await db
    .selectFrom('booking_history')
    .select('id')
    .where('booking_id', '=', booking_id)
    .where('cause', '=', 'goodwill')
    .execute()
  if (given.length === 0) return { amount_minor: 0n, times: 0 }
  const { amount_minor } = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', 'e.transfer_id', 't.id')
    .select((of) => of.fn.sum<bigint | string>('e.amount_minor').as('amount_minor'))
    .where('t.kind', '=', 'adjustment')
    .where('e.amount_minor', '>', 0n)
    .where(
      't.reference',
      'in',
      given.map((_, n) => goodwillReference(booking_id, n + 1)),
    )
    .executeTakeFirstOrThrow()
  return { amount_minor: BigInt(amount_minor), times: given.length }
}

/** What staff gave for a booking so far, refunds and goodwill, and asked to refund. */
export async function sumGiven(db: Db | Tx, booking_id: string): Promise<bigint> {
  const rows = await db
    .selectFrom('booking_refunds')
    .select('amount_minor')
    .where('booking_id', '=', booking_id)
    .where('cause', '<>', 'cancellation')
    .where('status', '<>', 'refused')
    .execute()
  const goodwill = await sumGoodwill(db, booking_id)
  return rows.reduce((all, { amount_minor }) => all + amount_minor, goodwill.amount_minor)
}

/** The other bookings of a weekly series; empty for a booking of none. */
async function findSeries(db: Db | Tx, id: string): Promise<BookingRecord['series']> {
  const rows = await db
    .selectFrom('bookings as b')
    .innerJoin('bookings as own', 'own.series_id', 'b.series_id')
    .select(['b.booking_code', 'b.start_time', 'b.status'])
    .where('own.id', '=', id)
    .where('b.id', '<>', id)
    .orderBy('b.start_time')
    .orderBy('b.id')
    .execute()
  return rows.map(({ booking_code, start_time, status }) => ({
    booking_code,
    start_time: start_time.toISOString(),
    status: status as BookingStatus,
  }))
}

async function findTransfers(db: Db | Tx, row: BookingRow, history: BookingRecord['history'], language: Language) {
  const { user_id, currency, user_country } = row
  const rows = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', 'e.transfer_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.id', 't.kind', 't.reference', 't.description', 't.created_at'])
    .select((of) => of.fn.sum<bigint>('e.amount_minor').as('amount_minor'))
    .where('t.reference', 'in', [...listTransferReferences(row, history), ...(await listRefundReferences(db, row.id))])
    .where('t.kind', 'in', ['booking', 'extension', 'refund', 'adjustment'])
    .where('a.kind', '=', 'customer')
    .where('a.owner', '=', user_id)
    .groupBy('t.id')
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute()
  return rows.map(({ id: transfer_id, kind, reference, description, created_at, amount_minor }) => ({
    id: transfer_id,
    at: created_at.toISOString(),
    description: describeEntry(kind, description, localeOf(language, user_country)),
    amount: { amount: toMajor(BigInt(amount_minor), currency), currency },
    goodwill_minor: reference.includes('/goodwill/') ? BigInt(amount_minor) : 0n,
  }))
}

const findCustomer = async (db: Db | Tx, { user_id }: BookingRow) => {
  const { first_name, last_name, phone } = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'phone'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return { name: name === '' ? null : name, phone }
}

const getVehicleName = async (db: Db | Tx, id: number, language: Language): Promise<string> =>
  (
    await db
      .selectFrom('vehicle_types')
      .select(language === 'fr' ? 'name_fr as name' : 'name')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).name

async function findCode(db: Db | Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const row = await db.selectFrom('bookings').select('booking_code').where('id', '=', id).executeTakeFirst()
  return row?.booking_code ?? null
}

async function findTopUp(db: Db | Tx, booking_id: string): Promise<BookingRecord['top_up']> {
  const row = await db
    .selectFrom('top_ups')
    .select(['id', 'reference', 'provider', 'status'])
    .where((of) => of.or([of('booked_id', '=', booking_id), of('booking_id', '=', booking_id)]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function findReport(db: Db | Tx, booking_id: string): Promise<BookingRecord['report']> {
  const { rows } = await sql<NonNullable<BookingRecord['report']>>`
    select r.reason, r.note, (p.booking_id is not null) as has_photo, m.booking_code as moved_to
    from cannot_park_reports r left join cannot_park_photos p on p.booking_id = r.booking_id
      left join bookings m on m.id = r.moved_to
    where r.booking_id = ${booking_id}::uuid`.execute(db)
  return rows[0] ?? null
}
