import { sql, type RawBuilder } from 'kysely'
import type { Booking, BookingStatus } from '#contract/bookings/bookings.ts'
import type { Spot } from '#contract/bookings/spot.ts'
import { normalizeCode } from '#contract/codes.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { ExampleFact } from '#contract/parks/parks.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isUuid } from '#server/database/ids.ts'
import { firstPhoto, firstPhotoUrl } from '#server/features/parks/photo-address.ts'
import { fromStoredLines } from '#server/features/pricing/lines.ts'
import { AppError } from '#server/http/errors.ts'
import { eventExpression, fromStoredEvent, toBookedEvent, type StoredEvent } from './event-terms.ts'
import { labelLines, type FeeNames } from './line-labels.ts'
import type { Policy } from './refund-rules.ts'

/** A charge that a scan which arrives later can undo. `end` is the end of the booking before it, if it moved the end. */
export interface StoredLateCharge {
  at: string
  end: string | null
  lines: unknown
}

/** A booking with its park, promo code, event and driver, as most commands and queries need it. */
export interface BookingRow {
  id: string
  booking_code: string
  user_id: string
  email: string
  user_language: Language
  user_country: CountryCode
  vehicle_type_id: number
  plate: string
  pass_generation: number
  start_time: Date
  /** From when the booking is charged: a quarter hour that was running when it was bought is free. */
  priced_from: Date
  end_time: Date
  status: BookingStatus
  payment_status: Booking['payment_status']
  refund_status: Booking['refund_status']
  lines: unknown
  total_minor: bigint
  refunded_minor: bigint
  due_minor: bigint
  late_charges: readonly StoredLateCharge[]
  currency: Currency
  cancellation: Policy
  /** `clock` also where only a camera saw the car arrive: nobody is charged for staying too long on its word. */
  check_in: Booking['check_in']
  camera_only: boolean
  held_until: Date | null
  checked_in_at: Date | null
  checked_out_at: Date | null
  space_until: Date | null
  auto_extend_until: Date | null
  charges: number
  spot: Spot | null
  reviewed_at: Date | null
  promo_code_id: string | null
  promo_code: string | null
  event: StoredEvent | null
  renewed_from: string | null
  tariff_id: string
  pool_id: number
  created_at: Date
  park_id: string
  /** The operator of the car park. */
  partner_id: string | null
  slug: string
  park_code: string
  park_name: string | null
  near: ParkNear | null
  address: string | null
  city: string | null
  country_code: CountryCode
  timezone: string
  lat: number
  lng: number
  photo_id: string | null
  examples: ExampleFact[]
  /** Names of the fees in `lines`, by fee id. */
  fee_names: Record<string, [en: string, fr: string]> | null
}

export const findRows = (
  db: Db | Tx,
  condition: RawBuilder<boolean>,
  suffix: RawBuilder<unknown> = sql``,
): Promise<BookingRow[]> =>
  sql<BookingRow>`
    select b.id, b.booking_code, b.user_id, u.email, u.language as user_language, uc.code as user_country, b.vehicle_type_id, b.plate, b.pass_generation, b.start_time, b.priced_from, b.end_time,
      b.status, b.payment_status, b.refund_status, b.lines, b.total_minor, b.refunded_minor, b.due_minor, b.late_charges, b.currency, b.cancellation,
      case when b.camera_only then 'clock' else b.check_in end as check_in, b.camera_only, b.held_until, b.checked_in_at, b.checked_out_at, b.space_until, b.auto_extend_until, b.charges, b.spot, b.reviewed_at,
      b.promo_code_id, pc.code as promo_code, ${eventExpression(sql.ref('b.event_id'))} as event, b.renewed_from, b.tariff_id, b.pool_id, b.created_at, b.park_id, p.partner_id,
      p.slug, p.park_code, p.name as park_name, p.near, p.address, p.city, c.code as country_code, p.timezone, p.lat, p.lng, ${firstPhoto} as photo_id, p.examples,
      (select jsonb_object_agg(f.id, jsonb_build_array(f.name, f.name_fr)) from fees f
        where f.id in (select (line ->> 'fee_id')::int from jsonb_array_elements(b.lines) line)) as fee_names
    from bookings b
    join users u on u.id = b.user_id
    join countries uc on uc.id = u.country_id
    join parks p on p.id = b.park_id
    join countries c on c.id = p.country_id
    left join promo_codes pc on pc.id = b.promo_code_id
    where ${condition} ${suffix}`
    .execute(db)
    .then(({ rows }) => rows)

/** Condition for a user's booking by id or code; the code's case does not matter. */
export const ownBooking = (user_id: string, handle: string): RawBuilder<boolean> =>
  sql<boolean>`(b.user_id = ${user_id}::uuid and ${byHandle(handle)})`

/** Condition for any user's booking by id or code. */
export const byHandle = (handle: string): RawBuilder<boolean> =>
  isUuid(handle) ? sql<boolean>`b.id = ${handle}::uuid` : sql<boolean>`b.booking_code = ${normalizeCode(handle)}`

/** Returns a user's booking. Throws `booking_not_found`, also for another user's. */
export async function getRow(db: Db | Tx, user_id: string, handle: string): Promise<BookingRow> {
  return requireRow(await findRows(db, ownBooking(user_id, handle)))
}

/** Like `getRow`, locked until the transaction ends. */
export async function lockRow(tx: Tx, user_id: string, handle: string): Promise<BookingRow> {
  return requireRow(await findRows(tx, ownBooking(user_id, handle), forUpdate))
}

export const forUpdate = sql`for update of b`

export function requireRow(rows: BookingRow[]): BookingRow {
  if (rows[0] === undefined) throw new AppError('booking_not_found')
  return rows[0]
}

/** The columns that `toBooking` needs. */
export type VisibleRow = Omit<
  BookingRow,
  | 'user_id'
  | 'email'
  | 'user_language'
  | 'user_country'
  | 'cancellation'
  | 'space_until'
  | 'charges'
  | 'spot'
  | 'reviewed_at'
  | 'promo_code_id'
  | 'pass_generation'
  | 'late_charges'
  | 'camera_only'
  | 'tariff_id'
  | 'pool_id'
  | 'partner_id'
>

/** Returns the booking in the contract's shape. */
export function toBooking(row: VisibleRow, language: Language): Booking {
  const { currency } = row
  const names: FeeNames = new Map(
    Object.entries(row.fee_names ?? {}).map(([id, [en, fr]]) => [Number(id), language === 'fr' ? fr : en]),
  )
  const instant = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: row.id,
    booking_code: row.booking_code,
    park: {
      id: row.park_id,
      slug: row.slug,
      park_code: row.park_code,
      name: row.park_name,
      ...(row.near === null ? {} : { near: row.near }),
      address: row.address,
      city: row.city,
      country_code: row.country_code,
      timezone: row.timezone,
      lat: row.lat,
      lng: row.lng,
      photo_url: firstPhotoUrl(row.photo_id),
      examples: row.examples,
    },
    vehicle_type_id: row.vehicle_type_id,
    plate: row.plate,
    start_time: row.start_time.toISOString(),
    priced_from: row.priced_from.toISOString(),
    end_time: row.end_time.toISOString(),
    status: row.status,
    payment_status: row.payment_status,
    refund_status: row.refund_status,
    total: toMajor(row.total_minor, currency),
    refunded: toMajor(row.refunded_minor, currency),
    due: toMajor(row.due_minor, currency),
    currency,
    lines: labelLines(fromStoredLines(row.lines), currency, names, language),
    promo_code: row.promo_code,
    event: toBookedEvent(fromStoredEvent(row.event), language),
    held_until: instant(row.held_until),
    check_in: row.check_in,
    checked_in_at: instant(row.checked_in_at),
    checked_out_at: instant(row.checked_out_at),
    auto_extend_until: instant(row.auto_extend_until),
    renewed_from: row.renewed_from,
    created_at: row.created_at.toISOString(),
  }
}
