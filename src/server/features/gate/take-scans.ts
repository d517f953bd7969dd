import { createHash, verify } from 'node:crypto'
import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { toScanText, type GuardScan, type ScanReason, type sendScans as contract } from '#contract/gate/guard-scans.ts'
import type { Tx } from '#server/database/connect.ts'
import { deleteOld } from '#server/database/delete-old.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import { isPassText, readPass } from '#server/features/bookings/documents/pass.ts'
import { guardedParks, isGuardOf, type Guard } from '#server/features/bookings/lifecycle/guard-actions.ts'
import { applyScan, type ScanResult } from './apply-scan.ts'
import { useDevice, type Device } from './devices.ts'

type Answer = AnswerOf<typeof contract>
type Outcome = Answer['results'][number]['outcome']

/** A phone's clock that is less off than this is right: the way of a request takes time too. */
const tolerated_ms = 30_000

/**
 * Takes the scans of a phone in their order: each once, and none after one that breaks the chain. A scan that its booking
 * does not allow is stored as a `conflict`. Throws `device_unknown`, `device_revoked`.
 */
export async function storeScans(
  tx: Tx,
  deps: Deps,
  guard: Guard,
  { device_id, sent_at, scans }: ParsedBody<typeof contract>,
  now: Date,
): Promise<{ answer: Answer; changes: AuditedChange[] }> {
  const device = await useDevice(tx, guard.user_id, device_id, now)
  const off_ms = now.getTime() - Date.parse(sent_at)
  const shift_ms = Math.abs(off_ms) > tolerated_ms ? off_ms : 0
  const parks = new Map<string, string | null>()
  const results: Answer['results'] = []
  const changes: AuditedChange[] = []
  let stopped: Answer['stopped'] = null
  for (const [index, scan] of scans.entries()) {
    const { seq, nonce } = scan
    const link = await checkLink(tx, device, scan)
    if (link.kind === 'stored') results.push({ seq, nonce, outcome: link.outcome, reason: link.reason })
    if (link.kind === 'stopped') stopped = link.reason
    if (stopped !== null) break
    if (link.kind !== 'new') continue
    const at = new Date(Math.min(Date.parse(scan.at) + shift_ms, now.getTime()))
    const found = await findScanned(tx, guard, scan, now)
    if (!parks.has(scan.park_code)) parks.set(scan.park_code, await findGuardedPark(tx, guard, scan.park_code))
    const park_id = parks.get(scan.park_code) ?? null
    await storeScan(tx, device, scan, { content: link.text, now, at, park_id, booking_id: found.row?.id ?? null })
    // A car that leaves in the same batch has not overstayed meanwhile.
    const next = scans.slice(index + 1).find(({ code }) => code === scan.code)
    const until = next === undefined ? now : new Date(Math.min(Date.parse(next.at) + shift_ms, now.getTime()))
    const result = await decide(tx, deps, { guard, scan }, found, { at, now, until: until < at ? at : until })
    await tx
      .updateTable('guard_scans')
      .set({ outcome: result.outcome, conflict: result.reason })
      .where('id', '=', nonce)
      .execute()
    results.push({ seq, nonce, outcome: result.outcome, reason: result.reason })
    changes.push(...result.changes)
    device.last_seq = seq
    device.last_hash = hashOf(link.text)
  }
  const { last_seq, last_hash } = device
  await tx.updateTable('guard_devices').set({ last_seq, last_hash }).where('id', '=', device.id).execute()
  return { answer: { results, next_seq: last_seq + 1, previous: last_hash, stopped }, changes }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type Link =
  | { kind: 'new'; text: string }
  | { kind: 'stored'; outcome: Outcome; reason: ScanReason | null }
  | { kind: 'stopped'; reason: NonNullable<Answer['stopped']> }

/** Whether a scan is the next of its phone's chain, with its signature, or was taken before. */
async function checkLink(tx: Tx, device: Device, scan: GuardScan): Promise<Link> {
  const text = toScanText(device.id, scan)
  const stored = await tx
    .selectFrom('guard_scans')
    .select(['device_id', 'hash', 'outcome', 'conflict'])
    .where('id', '=', scan.nonce)
    .executeTakeFirst()
  if (stored !== undefined)
    return stored.device_id === device.id && stored.hash === hashOf(text)
      ? { kind: 'stored', outcome: stored.outcome as Outcome, reason: stored.conflict as ScanReason | null }
      : { kind: 'stopped', reason: 'reused' }
  if (scan.seq !== device.last_seq + 1) return { kind: 'stopped', reason: 'gap' }
  if (scan.previous !== device.last_hash) return { kind: 'stopped', reason: 'chain' }
  const signature = Buffer.from(scan.signature, 'base64url')
  const isSigned = verify('sha256', Buffer.from(text), { key: device.key, dsaEncoding: 'ieee-p1363' }, signature)
  return isSigned ? { kind: 'new', text } : { kind: 'stopped', reason: 'signature' }
}

type Found = { row: BookingRow; reason: null } | { row: undefined; reason: ScanReason }

/** Finds the booking that a scan names, if it is at the scanned car park and the guard works there. */
async function findScanned(tx: Tx, guard: Guard, { code, park_code }: GuardScan, now: Date): Promise<Found> {
  const pass = isPassText(code) ? await readPass(tx, code, now) : { booking_code: code }
  if (pass === undefined) return { row: undefined, reason: 'invalid' }
  const [row] = await findRows(tx, byHandle(pass.booking_code), forUpdate)
  if (row === undefined) return { row: undefined, reason: 'unknown' }
  if (!(await isGuardOf(tx, guard, row.park_id))) return { row: undefined, reason: 'not_your_park' }
  if (row.park_code !== park_code) return { row: undefined, reason: 'other_park' }
  return { row, reason: null }
}

/** The car park that a phone names, if its guard works there: what it says of others is not theirs to read. */
async function findGuardedPark(tx: Tx, guard: Guard, park_code: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select p.id from parks p where p.park_code = ${park_code} and ${guardedParks(guard)}`.execute(tx)
  return rows[0]?.id ?? null
}

async function storeScan(
  tx: Tx,
  device: Device,
  { seq, nonce, park_code, direction, admitted, verdict, reason, signature }: GuardScan,
  {
    content,
    now,
    ...facts
  }: { content: string; now: Date; at: Date; park_id: string | null; booking_id: string | null },
): Promise<void> {
  const stored = { id: nonce, device_id: device.id, seq, park_code, direction, admitted, verdict, reason, signature }
  await tx
    .insertInto('guard_scans')
    .values({ ...stored, ...facts, received_at: now, outcome: 'conflict', content, hash: hashOf(content) })
    .execute()
}

interface Decision {
  outcome: Outcome
  reason: ScanReason | null
  changes: AuditedChange[]
}

async function decide(
  tx: Tx,
  deps: Deps,
  { guard, scan }: { guard: Guard; scan: GuardScan },
  { row, reason }: Found,
  times: { at: Date; now: Date; until: Date },
): Promise<Decision> {
  if (!scan.admitted) return { outcome: 'applied', reason: null, changes: [] }
  if (row === undefined) return { outcome: 'conflict', reason, changes: [] }
  const actor = { kind: 'guard', id: guard.user_id } as const
  const result: ScanResult = await applyScan(
    tx,
    deps,
    await confirmArrival(tx, row),
    { ...times, direction: scan.direction },
    actor,
  )
  const { id, partner_id } = row
  const before = { status: row.status, checked_in_at: row.checked_in_at, checked_out_at: row.checked_out_at }
  const { status, checked_in_at, checked_out_at } = result.row
  const isChanged = result.outcome === 'applied' || result.outcome === 'late'
  const change = { kind: 'booking', id, partner_id, before, after: { status, checked_in_at, checked_out_at } }
  return { outcome: result.outcome, reason: result.reason, changes: isChanged ? [change] : [] }
}

/** A guard has seen the car too: from now on staying too long is charged as at any car park with check-in. */
async function confirmArrival(tx: Tx, row: BookingRow): Promise<BookingRow> {
  if (!row.camera_only) return row
  await tx.updateTable('bookings').set({ camera_only: false }).where('id', '=', row.id).execute()
  return { ...row, camera_only: false, check_in: 'scan' }
}

/** How long scans are kept as proof. */
export const scan_months = 24

/** Deletes scans past their retention; the chains of their phones go on. */
export async function deleteOldScans({ db, clock }: Deps): Promise<void> {
  await deleteOld(
    db,
    'guard_scans',
    sql`received_at < ${clock()}::timestamptz - make_interval(months => ${scan_months})`,
  )
}
