import { sql, type RawBuilder } from 'kysely'
import type { GuardView } from '#contract/bookings/booking-changes.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '../booking-rows.ts'
import { isPassText, isReplaced, readPass } from '../documents/pass.ts'
import { advance } from './advance.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { recordCheckIn, recordAssumedCheckIn, recordCheckOut } from './check-in.ts'
import { requireCheckIn } from './driver-actions.ts'

/** Who checks passes, and at which car parks. */
export interface Guard {
  user_id: string
  scope: Scope
}

/**
 * Returns what a guard may see of a booking, by its pass or code. Throws `pass_invalid`, `not_your_park`, and `pass_revoked`
 * for a code from before the booking was changed.
 */
export async function getBookingOfPass({ db, clock }: Deps, guard: Guard, text: string): Promise<GuardView> {
  const now = clock()
  const pass = isPassText(text) ? await readPass(db, text, now) : { booking_code: text, generation: null }
  const found = pass === undefined ? [] : await findRows(db, byHandle(pass.booking_code))
  const row = await requireGuard(db, guard, found)
  if (pass !== undefined && isReplaced(pass, row)) throw new AppError('pass_revoked')
  return toGuardView(row, now)
}

interface GuardChange {
  answer: GuardView
  changes: AuditedChange[]
}

/** Checks a car in. Throws like `checkIn`, and `not_your_park`. */
export const guardCheckIn = (
  tx: Tx,
  deps: Deps,
  { guard, now }: { guard: Guard; now: Date },
  code: string,
): Promise<GuardChange> =>
  changeAsGuard(tx, deps, { guard, now }, code, (row) => {
    requireCheckIn(row, now)
    return recordCheckIn(tx, row, { kind: 'guard', id: guard.user_id }, now)
  })

/** Checks a car out. */
export const guardCheckOut = (
  tx: Tx,
  deps: Deps,
  { guard, now }: { guard: Guard; now: Date },
  code: string,
): Promise<GuardChange> =>
  changeAsGuard(tx, deps, { guard, now }, code, async (row) => {
    if (!findAllowedActions(row, now).check_out) throw new AppError('invalid_transition')
    const actor = { kind: 'guard', id: guard.user_id } as const
    const present = row.status === 'active' ? await recordAssumedCheckIn(tx, row) : row
    return recordCheckOut(tx, deps, present, actor, now)
  })

async function changeAsGuard(
  tx: Tx,
  deps: Deps,
  { guard, now }: { guard: Guard; now: Date },
  code: string,
  work: (row: BookingRow) => Promise<BookingRow>,
): Promise<GuardChange> {
  const found = await requireGuard(tx, guard, await findRows(tx, byHandle(code), forUpdate))
  const row = await advance(tx, deps, found, now)
  const changed = await advance(tx, deps, await work(row), now)
  return {
    answer: toGuardView(changed, now),
    changes: [
      {
        kind: 'booking',
        id: row.id,
        partner_id: row.partner_id,
        before: { status: row.status },
        after: { status: changed.status },
      },
    ],
  }
}

/** Returns the booking if the guard works at its park. Throws `pass_invalid`, `not_your_park`. */
async function requireGuard(db: Db | Tx, guard: Guard, rows: BookingRow[]): Promise<BookingRow> {
  const [row] = rows
  if (row === undefined) throw new AppError('pass_invalid')
  if (!(await isGuardOf(db, guard, row.park_id))) throw new AppError('not_your_park')
  return row
}

/** Condition for the car parks `p` at which a guard checks passes. */
export const guardedParks = ({ scope }: Pick<Guard, 'scope'>): RawBuilder<boolean> => withinParks('p', scope)

/** Whether a guard checks passes at a car park. */
export async function isGuardOf(db: Db | Tx, guard: Guard, park_id: string): Promise<boolean> {
  const { rows } = await sql`select from parks p where p.id = ${park_id} and ${guardedParks(guard)}`.execute(db)
  return rows.length > 0
}

function toGuardView(row: BookingRow, now: Date): GuardView {
  const { check_in, check_out } = findAllowedActions(row, now)
  return {
    booking_code: row.booking_code,
    park: { park_code: row.park_code, name: row.park_name, timezone: row.timezone },
    plate: row.plate,
    vehicle_type_id: row.vehicle_type_id,
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    status: row.status,
    can: { check_in, check_out },
  }
}
