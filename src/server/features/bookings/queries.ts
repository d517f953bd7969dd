import { sql, type RawBuilder } from 'kysely'
import type * as contract from '#contract/bookings.ts'
import type { Booking, BookingDetails, BookingStatus, CancelPreview } from '#contract/bookings.ts'
import type { ParsedQuery } from '#contract/endpoint.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { ExampleFact } from '#contract/parks.ts'
import type { CountryCode, Language } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { AppError } from '#server/errors.ts'
import { fromStoredLines } from '#server/features/parks/lines.ts'
import { isUuid } from '#server/ids.ts'
import { findFeeNames, labelled, type FeeNames } from './labels.ts'
import { qrPath, signPass } from './pass.ts'
import { canCancel, givesPlace, refundOf, refundRules, shareAt, termsOf, type Policy } from './rules.ts'

/** A booking as it is kept, with what is told of its park. */
export type BookingRow = {
  id: string
  booking_code: string
  vehicle_type_id: number
  plate: string
  start_time: Date
  end_time: Date
  status: BookingStatus
  payment_status: Booking['payment_status']
  refund_status: Booking['refund_status']
  lines: unknown
  total_minor: bigint
  refunded_minor: bigint
  currency: Currency
  cancellation: Policy
  renewed_from: string | null
  created_at: Date
  park_id: string
  slug: string
  park_code: string
  park_name: string | null
  address: string | null
  city: string | null
  country_code: CountryCode
  timezone: string
  lat: number
  lng: number
  examples: ExampleFact[]
}

const findRows = (db: Db | Tx, condition: RawBuilder<boolean>, rest: RawBuilder<unknown> = sql``) =>
  sql<BookingRow>`
    select b.id, b.booking_code, b.vehicle_type_id, b.plate, b.start_time, b.end_time, b.status, b.payment_status, b.refund_status,
      b.lines, b.total_minor, b.refunded_minor, b.currency, b.cancellation, b.renewed_from, b.created_at,
      p.id as park_id, p.slug, p.park_code, p.name as park_name, p.address, p.city, c.code as country_code, p.timezone, p.lat, p.lng, p.examples
    from bookings b join parks p on p.id = b.park_id join countries c on c.id = p.country_id
    where ${condition} ${rest}`.execute(db)

/** The condition of one's own booking, by its id or its code in any case. */
export const ownBooking = (user_id: string, handle: string): RawBuilder<boolean> =>
  isUuid(handle)
    ? sql<boolean>`(b.user_id = ${user_id}::uuid and b.id = ${handle}::uuid)`
    : sql<boolean>`(b.user_id = ${user_id}::uuid and b.booking_code = ${handle.toUpperCase()})`

async function getRow(db: Db | Tx, user_id: string, handle: string): Promise<BookingRow> {
  const { rows } = await findRows(db, ownBooking(user_id, handle))
  if (rows[0] === undefined) throw new AppError('booking_not_found')
  return rows[0]
}

/** One's own booking by id or code; `booking_not_found` for somebody else's too. */
export async function getBooking(db: Db | Tx, user_id: string, handle: string, language: Language): Promise<Booking> {
  return toBooking(await getRow(db, user_id, handle), await findFeeNames(db, language), language)
}

function toBooking(row: BookingRow, names: FeeNames, language: Language): Booking {
  const { currency } = row
  return {
    id: row.id,
    booking_code: row.booking_code,
    park: {
      id: row.park_id,
      slug: row.slug,
      park_code: row.park_code,
      name: row.park_name,
      address: row.address,
      city: row.city,
      country_code: row.country_code,
      timezone: row.timezone,
      lat: row.lat,
      lng: row.lng,
      examples: row.examples,
    },
    vehicle_type_id: row.vehicle_type_id,
    plate: row.plate,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    status: row.status,
    payment_status: row.payment_status,
    refund_status: row.refund_status,
    total: toMajor(row.total_minor, currency),
    refunded: toMajor(row.refunded_minor, currency),
    currency,
    lines: labelled(fromStoredLines(row.lines), currency, names, language),
    renewed_from: row.renewed_from,
    created_at: row.created_at.toISOString(),
  }
}

type Filter = NonNullable<ParsedQuery<typeof contract.listBookings>['status_filter']>

/** What a filter means now: the three times of a booking that stands, or a state by its name. */
function filtered(filter: Filter | undefined, now: Date): RawBuilder<boolean> {
  const at = sql`${now}::timestamptz`
  switch (filter) {
    case undefined:
      return sql<boolean>`true`
    case 'upcoming':
      return sql<boolean>`(b.status in ('pending', 'active') and b.start_time > ${at})`
    case 'current':
      return sql<boolean>`(b.status = 'overstayed' or (b.status in ('pending', 'active', 'checked_in') and b.start_time <= ${at} and b.end_time > ${at}))`
    case 'past':
      return sql<boolean>`(b.status in ('completed', 'no_show') or (b.status in ('active', 'checked_in') and b.end_time <= ${at}))`
    default:
      return sql<boolean>`b.status = ${filter}`
  }
}

/** One's own bookings: the newest start first, coming ones the soonest first. */
export async function findBookings(
  db: Db,
  user_id: string,
  query: ParsedQuery<typeof contract.listBookings>,
  language: Language,
  now: Date,
): Promise<Page<Booking>> {
  const { page, size, status_filter } = query
  const condition = sql<boolean>`(b.user_id = ${user_id}::uuid and ${filtered(status_filter, now)})`
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from bookings b where ${condition}`.execute(db)
  const order = status_filter === 'upcoming' ? sql`b.start_time, b.id` : sql`b.start_time desc, b.id desc`
  const { rows } = await findRows(db, condition, sql`order by ${order} limit ${size} offset ${(page - 1) * size}`)
  const names = await findFeeNames(db, language)
  return toPage(
    rows.map((row) => toBooking(row, names, language)),
    counted.rows[0]!.total,
    page,
    size,
  )
}

const rulesOf = (row: BookingRow) =>
  refundRules({ policy: row.cancellation, start: row.start_time, booked_at: row.created_at })

/** One's own booking, whole. */
export async function getDetails(
  db: Db,
  user_id: string,
  handle: string,
  language: Language,
  now: Date,
): Promise<BookingDetails> {
  const row = await getRow(db, user_id, handle)
  const payload = givesPlace(row.status) ? await signPass(db, row) : undefined
  return {
    ...toBooking(row, await findFeeNames(db, language), language),
    cancellation: termsOf(row.cancellation, rulesOf(row)),
    can: { cancel: canCancel({ status: row.status, end: row.end_time }, now) },
    history: await findHistory(db, row.id),
    entries: await findEntries(db, user_id, row),
    pass: payload === undefined ? null : { payload, ...qrPath(payload) },
  }
}

async function findHistory(db: Db, booking_id: string): Promise<BookingDetails['history']> {
  const rows = await db
    .selectFrom('booking_history')
    .select(['from_status', 'to_status', 'cause', 'actor', 'at'])
    .where('booking_id', '=', booking_id)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ from_status, to_status, cause, actor, at }) => ({
    from: from_status as BookingStatus | null,
    to: to_status as BookingStatus,
    cause,
    actor,
    at: at.toISOString(),
  }))
}

/** What the books say of a booking, in the driver's wallet. */
async function findEntries(db: Db, user_id: string, booking: BookingRow): Promise<BookingDetails['entries']> {
  const rows = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select(['t.kind', 'e.amount_minor', 'e.created_at'])
    .where('t.reference', '=', booking.id)
    .where('t.kind', 'in', ['booking', 'extension', 'refund'])
    .where('a.kind', '=', 'customer')
    .where('a.owner', '=', user_id)
    .orderBy('e.id')
    .execute()
  return rows.map(({ kind, amount_minor, created_at }) => ({
    kind,
    amount: toMajor(amount_minor, booking.currency),
    created_at: created_at.toISOString(),
  }))
}

/** What a cancel would return now. */
export async function previewCancel(db: Db, user_id: string, handle: string, now: Date): Promise<CancelPreview> {
  const row = await getRow(db, user_id, handle)
  const allowed = canCancel({ status: row.status, end: row.end_time }, now)
  const { percent, until } = allowed ? shareAt(rulesOf(row), now) : { percent: 0 as const, until: null }
  return {
    action: 'cancel',
    allowed,
    refund: toMajor(refundOf(row.total_minor, percent), row.currency),
    total: toMajor(row.total_minor, row.currency),
    currency: row.currency,
    until: until?.toISOString() ?? null,
  }
}

/** What the pass's QR code says; `booking_not_found` too once the booking gives no place any more. */
export async function getPassPayload(db: Db, user_id: string, handle: string): Promise<string> {
  const row = await getRow(db, user_id, handle)
  if (!givesPlace(row.status)) throw new AppError('booking_not_found')
  return signPass(db, row)
}
