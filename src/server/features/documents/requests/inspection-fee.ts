import type { Inspections } from '#contract/documents/document-inspections.ts'
import { toNigerianDay } from '#contract/documents/nigerian-day.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { settleDebts } from '#server/features/bookings/lifecycle/outstanding-debts.ts'
import { AppError } from '#server/http/errors.ts'
import { postFurtherPayment } from '../money/move.ts'
import type { RequestRow } from './change-status.ts'
import { findReinspectionPrice, sumLines, toQuoteLines, type PricedVehicle, type PriceLine } from './price.ts'

/** What another inspection costs after one that failed, by line; empty where the fee table has no fee for it. */
export async function findInspectionFee(db: Db | Tx, row: RequestRow, now: Date): Promise<PriceLine[]> {
  if (row.status !== 'inspection_failed') return []
  const { state, category, use, engine_cc } = row
  const vehicle = { state, category, use, engine_cc } as PricedVehicle
  const lines = await findReinspectionPrice(db, vehicle, toNigerianDay(now))
  return sumLines(lines) === 0n ? [] : lines
}

/** The fee as the customer sees it before paying; null where nothing is charged. */
export const showInspectionFee = (lines: readonly PriceLine[]): Inspections['fee'] =>
  lines.length === 0
    ? null
    : { lines: toQuoteLines(lines), total: { amount: toMajor(sumLines(lines), 'NGN'), currency: 'NGN' } }

/**
 * Charges a locked request for another inspection, outstanding debts first, and returns it as it is now. Throws
 * `price_changed` for another total than the page has shown, `insufficient_balance`.
 */
export async function chargeInspection(
  tx: Tx,
  row: RequestRow,
  total: number | undefined,
  now: Date,
): Promise<RequestRow> {
  const lines = await findInspectionFee(tx, row, now)
  const total_minor = sumLines(lines)
  if (toMinor(total ?? 0, 'NGN') !== total_minor) throw new AppError('price_changed')
  if (total_minor === 0n) return row
  await settleDebts(tx, row.user_id, { total_minor, currency: 'NGN' }, now)
  return postFurtherPayment(tx, row, lines, now)
}
