import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { selectFees, findFees } from '#server/features/pricing/fees-and-taxes.ts'
import {
  addLines,
  fromStoredLines,
  subtractLines,
  calculateLines,
  toStoredLines,
  sumLines,
  type Discount,
  type PriceLine,
} from '#server/features/pricing/lines.ts'
import { getTariffTerms } from '#server/features/pricing/tariff-queries.ts'
import { calculateParkingPrice } from '#server/features/pricing/tariff.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { toCreditPostings } from '../booking-postings.ts'
import type { BookingRow, StoredLateCharge } from '../booking-rows.ts'
import { findUsedFreeDays } from '../quotes/free-minutes.ts'
import { refundStatusOf } from '../refunds/refund-plan.ts'

/** Price lines on top of those that were paid, and their sum. */
export interface ExtraCharge {
  lines: PriceLine[]
  amount_minor: bigint
}

/**
 * Returns the charge for a later end: the price of the whole new window minus that of the booked one, by the booked
 * tariff version, at least 0. The discount stays the same.
 */
export async function calculateExtraCharge(db: Db | Tx, booking: BookingRow, end: Date): Promise<ExtraCharge> {
  const { pool_id, plate, timezone, priced_from, id, park_id, currency } = booking
  const tariff = await getTariffTerms(db, booking.tariff_id)
  const existing = { id, priced_from, end: booking.end_time }
  const usedFreeDays = await findUsedFreeDays(db, { pool_id, plate, tariff, timezone, existing }, { priced_from, end })
  const paid = fromStoredLines(booking.lines)
  const before_minor = sumLines(paid.filter(({ kind }) => kind === 'parking'))
  const { amount_minor } = calculateParkingPrice(tariff, priced_from, end, timezone, usedFreeDays)
  const { rows } = await sql<{ country_id: number; state_id: number | null; city: string | null }>`
    select country_id, state_id, city from parks where id = ${park_id}`.execute(db)
  const park = rows[0]!
  const fees = selectFees(await findFees(db, park.country_id), { ...park, bookable: true })
  const discountLine = paid.find(({ kind }) => kind === 'discount')
  const discount: Discount | undefined = discountLine && {
    code: discountLine.code as Discount['code'],
    amount_minor: -discountLine.amount_minor,
  }
  const newLines = calculateLines(amount_minor > before_minor ? amount_minor : before_minor, fees, currency, discount)
  const lines = subtractLines(newLines, calculateLines(before_minor, fees, currency, discount))
  return { lines, amount_minor: sumLines(lines) }
}

/**
 * Charges the wallet and adds the lines to the booking. With `may_owe`, what the wallet cannot pay becomes a debt;
 * without it, `customer_balance_not_negative` is violated. Returns the changed booking.
 */
export async function chargeExtra(
  tx: Tx,
  booking: BookingRow,
  charge: ExtraCharge,
  options: { topic: 'booking' | 'overstay'; may_owe: boolean },
  now: Date,
): Promise<BookingRow> {
  const { id, user_id, currency, park_id, booking_code } = booking
  if (charge.amount_minor === 0n) return booking
  const balance_minor = options.may_owe ? await lockBalance(tx, user_id, currency) : charge.amount_minor
  const paid_minor = balance_minor < charge.amount_minor ? balance_minor : charge.amount_minor
  const owed_minor = charge.amount_minor - paid_minor
  const changed = {
    lines: toStoredLines(addLines(fromStoredLines(booking.lines), charge.lines)),
    total_minor: booking.total_minor + charge.amount_minor,
    refund_status: refundStatusOf(booking.refunded_minor, booking.total_minor + charge.amount_minor),
    due_minor: booking.due_minor + owed_minor,
    charges: booking.charges + 1,
  }
  await postTransfer(tx, {
    kind: 'extension',
    reference: `${id}/${changed.charges}`,
    description: `${options.topic}:${booking_code}`,
    currency,
    at: now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor: -paid_minor },
      { account: { kind: 'customer_debt', owner: user_id }, amount_minor: -owed_minor },
      ...toCreditPostings(charge.lines, park_id),
    ],
  })
  await tx.updateTable('bookings').set(changed).where('id', '=', id).execute()
  return { ...booking, ...changed, lines: JSON.parse(changed.lines) as unknown }
}

/** Notes a charge that a scan which arrives later can undo. `end` is the booking's end before it, if it moved the end. */
export async function recordLateCharge(
  tx: Tx,
  booking: BookingRow,
  charge: ExtraCharge,
  end: Date | null,
  at: Date,
): Promise<BookingRow> {
  const lines = JSON.parse(toStoredLines(charge.lines)) as unknown
  const added: StoredLateCharge = { at: at.toISOString(), end: end?.toISOString() ?? null, lines }
  const late_charges = [...booking.late_charges, added]
  await tx
    .updateTable('bookings')
    .set({ late_charges: JSON.stringify(late_charges) })
    .where('id', '=', booking.id)
    .execute()
  return { ...booking, late_charges }
}

/**
 * Undoes the charges that were made after the car had left: what is still owed is forgiven, the rest goes back to the
 * wallet, and an end that the clock moved is moved back. Returns the changed booking.
 */
export async function undoLateCharges(tx: Tx, booking: BookingRow, left_at: Date, now: Date): Promise<BookingRow> {
  let row = booking
  for (const charge of booking.late_charges.toReversed()) {
    if (new Date(charge.at) <= left_at) break
    row = await returnCharge(tx, row, fromStoredLines(charge.lines), now)
    const late_charges = row.late_charges.slice(0, -1)
    const end_time = charge.end === null ? row.end_time : new Date(charge.end)
    await tx
      .updateTable('bookings')
      .set({ end_time, late_charges: JSON.stringify(late_charges) })
      .where('id', '=', row.id)
      .execute()
    row = { ...row, end_time, late_charges }
  }
  return row
}

async function returnCharge(tx: Tx, booking: BookingRow, lines: readonly PriceLine[], now: Date): Promise<BookingRow> {
  const { id, user_id, currency, park_id, booking_code } = booking
  const amount_minor = sumLines(lines)
  if (amount_minor === 0n) return booking
  const forgiven_minor = booking.due_minor < amount_minor ? booking.due_minor : amount_minor
  const changed = {
    lines: toStoredLines(subtractLines(fromStoredLines(booking.lines), lines)),
    total_minor: booking.total_minor - amount_minor,
    refund_status: refundStatusOf(booking.refunded_minor, booking.total_minor - amount_minor),
    due_minor: booking.due_minor - forgiven_minor,
    charges: booking.charges + 1,
  }
  await postTransfer(tx, {
    kind: 'extension',
    reference: `${id}/${changed.charges}`,
    description: `returned:${booking_code}`,
    currency,
    at: now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor: amount_minor - forgiven_minor },
      { account: { kind: 'customer_debt', owner: user_id }, amount_minor: forgiven_minor },
      ...toCreditPostings(lines, park_id).map((posting) => ({ ...posting, amount_minor: -posting.amount_minor })),
    ],
  })
  await tx.updateTable('bookings').set(changed).where('id', '=', id).execute()
  return { ...booking, ...changed, lines: JSON.parse(changed.lines) as unknown }
}

/** Returns a wallet's balance, locked until the transaction ends. */
async function lockBalance(tx: Tx, user_id: string, currency: Currency): Promise<bigint> {
  const row = await tx
    .selectFrom('ledger_accounts')
    .select('balance_minor')
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .where('currency', '=', currency)
    .forUpdate()
    .executeTakeFirst()
  return row?.balance_minor ?? 0n
}
