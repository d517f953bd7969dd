import type { BookingRecord } from '#contract/bookings/desk/booking-answer.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError } from '#server/http/errors.ts'
import type { BookingRow } from '../booking-rows.ts'
import { advance } from '../lifecycle/advance.ts'
import { findStaffActions, type StaffAction } from './staff-actions.ts'
import { getStaffRecord, lockStaffRow, type Staff } from './staff-record.ts'

export interface BookingChange {
  answer: BookingRecord
  changes: AuditedChange[]
}

/** Locks a booking, brings it up to date, and changes it if its state allows the action; one without an action is always allowed. */
export async function changeBooking(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  { handle, action }: { handle: string; action?: StaffAction },
  work: (row: BookingRow) => Promise<Omit<AuditedChange, 'kind' | 'id' | 'partner_id'>>,
): Promise<BookingChange> {
  const row = await advance(tx, deps, await lockStaffRow(tx, handle, staff), staff.now)
  if (action !== undefined && action !== 'check_in' && !findStaffActions(row, staff.now)[action])
    throw new AppError('invalid_transition')
  const { id, partner_id } = row
  const change = { kind: 'booking', id, partner_id, ...(await work(row)) }
  return { answer: await getStaffRecord(tx, id, staff), changes: [change] }
}
