import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { releaseSpace } from '#server/features/availability/spaces.ts'
import { findRows, forUpdate, type BookingRow } from '../booking-rows.ts'
import { advance, endHold } from '../lifecycle/advance.ts'
import { endBooking } from '../lifecycle/cancel.ts'
import type { Actor } from '../lifecycle/transitions.ts'

/** What a driver gets back when not they, but the organiser or we cancel. */
const fullRefund_percent = 100

/**
 * Cancels the bookings of a cancelled event that have not started: each is refunded in full, fees included, whatever its
 * cancellation policy, and its driver is mailed. Reserved spaces that are not paid are released. Cars that are there stay.
 */
export async function cancelBookingsOfEvent(
  tx: Tx,
  deps: Deps,
  event_id: string,
  staff: { user_id: string },
  now: Date,
): Promise<AuditedChange[]> {
  // In one order, so that two who lock several of them do not wait for each other.
  const found = await findRows(
    tx,
    sql<boolean>`(b.event_id = ${event_id}::uuid and b.status in ('pending', 'active') and b.start_time > ${now})`,
    sql`order by b.id ${forUpdate}`,
  )
  const actor: Actor = { kind: 'staff', id: staff.user_id }
  const released: { row: BookingRow; end: Date }[] = []
  const changes: AuditedChange[] = []
  for (const stored of found) {
    const row = await advance(tx, deps, stored, now)
    const { id, partner_id, status, currency } = row
    const change = { kind: 'booking', id, partner_id, before: { status } }
    if (status === 'pending') {
      await endHold(tx, row, 'event_cancelled', actor, now)
      changes.push({ ...change, after: { status: 'expired' } })
    } else if (status === 'active') {
      await endBooking(tx, deps, row, { cause: 'event_cancelled', actor, percent: fullRefund_percent, at: now })
      released.push({ row, end: row.space_until! })
      changes.push({ ...change, after: { status: 'cancelled', refund_percent: fullRefund_percent, currency } })
    }
  }
  // The counters of spaces come last: everybody who books waits for them.
  for (const { row, end } of released) await releaseSpace(tx, row.pool_id, { start: row.start_time, end })
  return changes
}
