import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import {
  addLines,
  fromStoredLines,
  linesAbove,
  linesOf,
  toStoredLines,
  totalOf,
  type Discount,
  type PriceLine,
} from '#server/features/pricing/lines.ts'
import { selectFees, findFees } from '#server/features/pricing/fees.ts'
import { priceOfStay } from '#server/features/pricing/tariff.ts'
import { getTariffTerms } from '#server/features/pricing/tariff-queries.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { findUsedFreeDays } from '#server/features/bookings/quotes/free-minutes.ts'
import type { BookingRow } from '#server/features/bookings/booking-rows.ts'
import { toCreditPostings } from '#server/features/bookings/refund-rules.ts'

/** What is charged beyond what was paid, in lines, and their sum. */
export type ExtraCharge = { lines: PriceLine[]; amount_minor: bigint }

/**
 * What a stay costs more when it ends later: the difference of the whole stay's price by the tariff that it was booked
 * by, never less than nothing. Its discount stays as it was.
 */
export async function calculateExtraCharge(db: Db | Tx, booking: BookingRow, end: Date): Promise<ExtraCharge> {
  const { pool_id, plate, timezone, start_time, id, park_id } = booking
  const tariff = await getTariffTerms(db, booking.tariff_id)
  const stay = { start: start_time, end }
  const of = { id, start: start_time, end: booking.end_time }
  const taken = await findUsedFreeDays(db, { pool_id, plate, tariff, timezone, of }, stay)
  const paid = fromStoredLines(booking.lines)
  const parking = (kind: PriceLine['kind']) => totalOf(paid.filter((line) => line.kind === kind))
  const before = parking('parking')
  const { amount_minor } = priceOfStay(tariff, start_time, end, timezone, taken)
  const { rows } = await sql<{ country_id: number; state_id: number | null; city: string | null }>`
    select country_id, state_id, city from parks where id = ${park_id}`.execute(db)
  const park = rows[0]!
  const fees = selectFees(await findFees(db, park.country_id), { ...park, bookable: true })
  const given = paid.find(({ kind }) => kind === 'discount')
  const discount: Discount | undefined = given && {
    code: given.code as Discount['code'],
    amount_minor: -given.amount_minor,
  }
  const whole = linesOf(amount_minor > before ? amount_minor : before, fees, discount)
  const lines = linesAbove(whole, linesOf(before, fees, discount))
  return { lines, amount_minor: totalOf(lines) }
}

/**
 * Charges it: the wallet pays what it can where `may_owe`, and the rest is owed; without it the wallet pays all, or the
 * constraint `customer_balance_not_negative` is violated. Returns the booking as it is then.
 */
export async function chargeExtra(
  tx: Tx,
  booking: BookingRow,
  more: ExtraCharge,
  how: { topic: 'booking' | 'overstay'; may_owe: boolean },
  now: Date,
): Promise<BookingRow> {
  const { id, user_id, currency, park_id, booking_code } = booking
  if (more.amount_minor === 0n) return booking
  const balance_minor = how.may_owe ? await lockBalance(tx, user_id, currency) : more.amount_minor
  const paid_minor = balance_minor < more.amount_minor ? balance_minor : more.amount_minor
  const owed_minor = more.amount_minor - paid_minor
  const changed = {
    lines: toStoredLines(addLines(fromStoredLines(booking.lines), more.lines)),
    total_minor: booking.total_minor + more.amount_minor,
    due_minor: booking.due_minor + owed_minor,
    charges: booking.charges + 1,
  }
  await postTransfer(tx, {
    kind: 'extension',
    reference: `${id}/${changed.charges}`,
    description: `${how.topic}:${booking_code}`,
    currency,
    at: now,
    postings: [
      { account: { kind: 'customer', owner: user_id }, amount_minor: -paid_minor },
      { account: { kind: 'customer_debt', owner: user_id }, amount_minor: -owed_minor },
      ...toCreditPostings(more.lines, park_id),
    ],
  })
  await tx.updateTable('bookings').set(changed).where('id', '=', id).execute()
  return { ...booking, ...changed, lines: JSON.parse(changed.lines) as unknown }
}

/** What a wallet holds, and holds until the transaction ends, so that it can pay just that. */
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
