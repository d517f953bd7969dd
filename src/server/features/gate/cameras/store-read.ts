import type { ReadReason } from '#contract/gate/gate-reads.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import { applyScan } from '../apply-scan.ts'
import type { Camera } from './gate-lists.ts'
import type { GateDecision } from './match-plate.ts'
import type { PlateRead } from './plate-read.ts'

/** Reads of the same plate by the same camera within this time are of one arrival. */
const arrival_ms = 10_000
/** A camera's own name for a car is its name for so long. */
const carId_ms = 600_000

export interface DecidedRead {
  camera: Camera
  read: PlateRead
  at: Date
  decision: GateDecision
}

/** What was answered to a read, now or when it was sent before. */
export interface StoredRead {
  open: boolean
  reason: ReadReason | null
}

/**
 * Stores a read, once, and lets it move its booking as a guard's scan does: the first read of an arrival checks the car in,
 * one of the exact plate checks it out. What a camera alone has seen charges nothing.
 */
export async function storeRead(
  tx: Tx,
  deps: Deps,
  { camera, read, at, decision }: DecidedRead,
  now: Date,
): Promise<StoredRead> {
  const [row] = decision.booking_code === null ? [] : await findRows(tx, byHandle(decision.booking_code), forUpdate)
  // Merged into another car park meanwhile, or not there any more.
  const booking = row?.park_id === camera.park_id ? row : undefined
  const id = newId(now.getTime())
  const arrival_id = await findArrival(tx, camera, read, at)
  const direction = read.direction === 'out' ? 'out' : 'in'
  const counts = booking !== undefined && arrival_id === undefined && doesCount(booking, direction, decision)
  const stored = await tx
    .insertInto('gate_reads')
    .values({
      id,
      camera_id: camera.id,
      park_id: camera.park_id,
      read_id: read.read_id,
      arrival_id: arrival_id ?? id,
      car_id: toArrivalName(read),
      direction: read.direction,
      at,
      received_at: now,
      plate_key: read.plate_key,
      candidates: read.candidates,
      confidence: read.confidence,
      region: read.region,
      booking_id: booking?.id ?? null,
      matched_by: booking === undefined ? null : decision.matched_by,
      opened: decision.open,
      reason: decision.reason,
      counts,
    })
    .onConflict((conflict) => conflict.columns(['camera_id', 'read_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) return findStored(tx, camera, read)
  await tx.updateTable('gate_cameras').set({ last_seen_at: now }).where('id', '=', camera.id).execute()
  if (counts) await moveBooking(tx, deps, booking, { direction, at, now })
  return { open: decision.open, reason: decision.reason }
}

const toArrivalName = ({ camera, car_id }: PlateRead): string | null =>
  car_id === null ? null : `${camera ?? ''} ${car_id}`.slice(0, 400)

/** Returns the arrival that a read belongs to: another of the camera's name for the car, or of its plate just before. */
async function findArrival(tx: Tx, { id }: Camera, read: PlateRead, at: Date): Promise<string | undefined> {
  const name = toArrivalName(read)
  const before = await tx
    .selectFrom('gate_reads')
    .select('arrival_id')
    .where('camera_id', '=', id)
    .where('direction', '=', read.direction)
    // What was read before without opening is no arrival yet: a later read of the car may know its plate.
    .where('opened', '=', true)
    .where('at', '<=', new Date(at.getTime() + arrival_ms))
    .where((where) =>
      where.or([
        where.and([where('plate_key', '=', read.plate_key), where('at', '>=', new Date(at.getTime() - arrival_ms))]),
        ...(name === null
          ? []
          : [where.and([where('car_id', '=', name), where('at', '>=', new Date(at.getTime() - carId_ms))])]),
      ]),
    )
    .orderBy('at')
    .limit(1)
    .executeTakeFirst()
  return before?.arrival_id
}

/**
 * Whether a read moves its booking. A plate that was only similar checks nobody out, and not in where the booking would then
 * be extended, and charged, by itself.
 */
function doesCount(row: BookingRow, direction: 'in' | 'out', { matched_by }: GateDecision): boolean {
  const isExact = matched_by === 'plate'
  if (direction === 'out') return isExact && (row.status === 'checked_in' || row.status === 'overstayed')
  return (row.status === 'active' || row.status === 'no_show') && (isExact || row.auto_extend_until === null)
}

async function moveBooking(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { direction, at, now }: { direction: 'in' | 'out'; at: Date; now: Date },
): Promise<void> {
  const isAlone = direction === 'in' && row.check_in === 'scan'
  // Before the clock goes on: it must not find an overstay that only a camera has seen.
  if (isAlone) await tx.updateTable('bookings').set({ camera_only: true }).where('id', '=', row.id).execute()
  const seen: BookingRow = isAlone ? { ...row, camera_only: true, check_in: 'clock' } : row
  const { outcome } = await applyScan(tx, deps, seen, { direction, at, until: now, now }, { kind: 'camera', id: null })
  if (isAlone && outcome !== 'applied' && outcome !== 'late')
    await tx.updateTable('bookings').set({ camera_only: false }).where('id', '=', row.id).execute()
}

async function findStored(tx: Tx, camera: Camera, { read_id }: PlateRead): Promise<StoredRead> {
  const { opened, reason } = await tx
    .selectFrom('gate_reads')
    .select(['opened', 'reason'])
    .where('camera_id', '=', camera.id)
    .where('read_id', '=', read_id)
    .executeTakeFirstOrThrow()
  return { open: opened, reason: reason as ReadReason | null }
}
