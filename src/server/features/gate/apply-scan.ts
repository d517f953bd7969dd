import type { ScanReason } from '#contract/gate/guard-scans.ts'
import { toMajor } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import type { BookingRow } from '#server/features/bookings/booking-rows.ts'
import { advance } from '#server/features/bookings/lifecycle/advance.ts'
import {
  chargeOverstay,
  earliestCheckIn,
  findUnusedSpace,
  isOverstay,
  recordCheckIn,
  recordCheckOut,
} from '#server/features/bookings/lifecycle/check-in.ts'
import { recordChangeAndNotify } from '#server/features/bookings/lifecycle/effects.ts'
import { undoLateCharges } from '#server/features/bookings/lifecycle/extra-charges.ts'
import { transition, type Actor } from '#server/features/bookings/lifecycle/transitions.ts'

export interface ScanResult {
  outcome: 'applied' | 'already' | 'conflict' | 'late'
  reason: ScanReason | null
  row: BookingRow
}

/** `at` is when it was scanned; the clock goes on until `until`, at most `now`. */
interface Scan {
  direction: 'in' | 'out'
  at: Date
  until: Date
  now: Date
}

/**
 * Brings a locked booking into agreement with all scans and reads of it that were let through, of whatever phone or camera and
 * in whatever order they arrive: the car came with the first one within its window, and left with the first exit after that. What the clock
 * had made of the booking meanwhile is undone. `scan` is the one that was just stored.
 */
export async function applyScan(
  tx: Tx,
  deps: Deps,
  booking: BookingRow,
  scan: Scan,
  actor: Actor,
): Promise<ScanResult> {
  const closed = findClosedReason(booking)
  if (closed !== undefined) return { outcome: 'conflict', reason: closed, row: booking }
  const scans = await findAdmittedScans(tx, booking.id)
  const arrived_at = scans.find(({ at }) => at >= earliestCheckIn(booking) && at < booking.end_time)?.at
  if (arrived_at === undefined) return refuse(await advance(tx, deps, booking, scan.until), scan)
  const arrival = await applyArrival(tx, deps, booking, { at: arrived_at, actor, now: scan.now })
  if (findClosedReason(arrival.row) !== undefined)
    return { outcome: 'conflict', reason: findClosedReason(arrival.row)!, row: arrival.row }
  const left_at = scans.find(({ direction, at }) => direction === 'out' && at >= arrived_at)?.at
  const departure =
    left_at === undefined
      ? { row: arrival.row, effect: 'none' as const }
      : await applyDeparture(tx, deps, arrival.row, { at: left_at, actor, now: scan.now })
  const row = await advance(tx, deps, departure.row, scan.until)
  const effects = [arrival.effect, departure.effect]
  if (effects.includes('late')) return { outcome: 'late', reason: null, row }
  if (effects.includes('applied')) return { outcome: 'applied', reason: null, row }
  return scan.at < arrived_at ||
    (row.checked_out_at !== null && scan.at > row.checked_out_at && scan.direction === 'in')
    ? refuse(row, scan)
    : { outcome: 'already', reason: null, row }
}

interface Applied {
  row: BookingRow
  effect: 'none' | 'applied' | 'late'
}

/** Guards' scans that let the car through, and cameras' reads that count. */
const findAdmittedScans = (tx: Tx, booking_id: string): Promise<{ direction: string; at: Date }[]> =>
  tx
    .selectFrom('guard_scans')
    .select(['direction', 'at'])
    .where('booking_id', '=', booking_id)
    .where('admitted', '=', true)
    .unionAll(
      tx
        .selectFrom('gate_reads')
        .select((read) => [
          read.case().when('direction', '=', 'out').then('out').else('in').end().as('direction'),
          'at',
        ])
        .where('booking_id', '=', booking_id)
        .where('counts', '=', true),
    )
    .orderBy('at')
    .execute()

/** Why a booking can have no scans; undefined if it can. */
function findClosedReason({ status }: BookingRow): ScanReason | undefined {
  if (status === 'cancelled') return 'cancelled'
  return status === 'pending' || status === 'expired' ? 'unpaid' : undefined
}

function refuse(row: BookingRow, { at }: Scan): ScanResult {
  const reason =
    at < earliestCheckIn(row) ? 'early' : row.checked_out_at !== null && at > row.checked_out_at ? 'left' : 'expired'
  return { outcome: 'conflict', reason, row }
}

/** Checks the car in at `at`, or corrects when that was. A no-show was none. */
async function applyArrival(
  tx: Tx,
  deps: Deps,
  booking: BookingRow,
  { at, actor, now }: { at: Date; actor: Actor; now: Date },
): Promise<Applied> {
  const row = await advance(tx, deps, booking, at)
  if (row.status === 'active') return { row: await recordCheckIn(tx, row, actor, at), effect: 'applied' }
  if (row.status === 'no_show') {
    await transition(tx, row, { to: 'checked_in', cause: 'scanned', actor, at: now })
    await tx.updateTable('bookings').set({ checked_in_at: at }).where('id', '=', row.id).execute()
    return { row: { ...row, status: 'checked_in', checked_in_at: at }, effect: 'late' }
  }
  if (row.checked_in_at === null || row.checked_in_at <= at) return { row, effect: 'none' }
  await tx.updateTable('bookings').set({ checked_in_at: at }).where('id', '=', row.id).execute()
  return { row: { ...row, checked_in_at: at }, effect: 'none' }
}

/** Checks the car out at `at`, or corrects when that was, unless the driver or staff said so. */
async function applyDeparture(
  tx: Tx,
  deps: Deps,
  booking: BookingRow,
  { at, actor, now }: { at: Date; actor: Actor; now: Date },
): Promise<Applied> {
  const row = await advance(tx, deps, booking, at)
  const isInside = row.status === 'checked_in' || row.status === 'overstayed'
  if (!isInside && !(await isCorrectable(tx, row, at))) return { row, effect: 'none' }
  const undone = await undoLateCharges(tx, row, at, now)
  const left = isInside
    ? await recordCheckOut(tx, deps, undone, actor, at)
    : await correctCheckOut(tx, deps, undone, at)
  const returned_minor = row.total_minor - left.total_minor
  if (returned_minor > 0n) {
    const amount = toMajor(returned_minor, row.currency)
    const change = { cause: 'charge_returned', actor, at: now, detail: { amount } } as const
    await recordChangeAndNotify(tx, deps, left, { ...change, credited: amount })
  }
  const isTooLate = !isInside || undone !== row || (row.status === 'overstayed' && !isOverstay(undone, at))
  return { row: left, effect: isTooLate ? 'late' : 'applied' }
}

/** Whether a booking was checked out later than the car left, by the clock or a guard. */
async function isCorrectable(tx: Tx, { id, status, checked_out_at }: BookingRow, at: Date): Promise<boolean> {
  if (status !== 'completed' || checked_out_at === null || checked_out_at <= at) return false
  const { actor } = await tx
    .selectFrom('booking_history')
    .select('actor')
    .where('booking_id', '=', id)
    .where('cause', '=', 'left')
    .executeTakeFirstOrThrow()
  return actor === 'clock' || actor === 'guard' || actor === 'camera'
}

/** Moves the check-out of a completed booking to an earlier instant; what it overstayed by then is charged. */
async function correctCheckOut(tx: Tx, deps: Deps, row: BookingRow, at: Date): Promise<BookingRow> {
  const charged = isOverstay(row, at) ? await chargeOverstay(tx, deps, row, at) : row
  const unused = findUnusedSpace(charged, at)
  const changed = { checked_out_at: at, space_until: unused?.start ?? charged.space_until }
  await tx.updateTable('bookings').set(changed).where('id', '=', row.id).execute()
  if (unused !== undefined) await releaseSpace(tx, row.pool_id, unused)
  return { ...charged, ...changed }
}
