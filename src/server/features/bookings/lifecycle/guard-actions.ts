import { sql } from 'kysely'
import type { Language } from '#contract/places.ts'
import type { GuardView } from '#contract/booking-changes.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SignedIn } from '#server/http.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { requireCheckIn } from './driver-actions.ts'
import { advance } from './advance.ts'
import { readPass } from '#server/features/bookings/documents/pass.ts'
import { recordCheckIn, recordAssumedCheckIn, recordCheckOut } from './check-in.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '#server/features/bookings/booking-rows.ts'

/** Returns what a guard may see of a booking, by its pass or code. Throws `pass_invalid`, `not_your_park`. */
export async function getBookingOfPass({ db, clock }: Deps, guard: SignedIn, pass: string): Promise<GuardView> {
  const code = pass.startsWith('PW1.') ? await readPass(db, pass) : pass
  return toGuardView(
    await requireGuard(db, guard, code === undefined ? [] : await findRows(db, byHandle(code))),
    clock(),
  )
}

/** Checks a car in. Throws like `checkIn`, and `not_your_park`. */
export const guardCheckIn = (deps: Deps, guard: SignedIn, code: string, language: Language): Promise<GuardView> =>
  changeAsGuard(deps, guard, code, (tx, row, now) => {
    requireCheckIn(row, now, language)
    return recordCheckIn(tx, row, { kind: 'guard', id: guard.user_id }, now)
  })

/** Checks a car out. */
export const guardCheckOut = (deps: Deps, guard: SignedIn, code: string): Promise<GuardView> =>
  changeAsGuard(deps, guard, code, async (tx, row, now) => {
    if (!findAllowedActions(row, now).check_out) throw new AppError('invalid_transition')
    const actor = { kind: 'guard', id: guard.user_id } as const
    const present = row.status === 'active' ? await recordAssumedCheckIn(tx, row) : row
    return recordCheckOut(tx, deps, present, actor, now)
  })

async function changeAsGuard(
  deps: Deps,
  guard: SignedIn,
  code: string,
  work: (tx: Tx, row: BookingRow, now: Date) => Promise<BookingRow>,
): Promise<GuardView> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const found = await requireGuard(tx, guard, await findRows(tx, byHandle(code), forUpdate))
    const row = await advance(tx, deps, found, now)
    return toGuardView(await advance(tx, deps, await work(tx, row, now), now), now)
  })
}

/**
 * Returns the booking if the guard works at its park; staff have access to every park. Throws `pass_invalid`,
 * `not_your_park`.
 */
async function requireGuard(db: Db | Tx, guard: SignedIn, rows: BookingRow[]): Promise<BookingRow> {
  const [row] = rows
  if (row === undefined) throw new AppError('pass_invalid')
  if (guard.role !== 'guard') return row
  const { rows: assignments } = await sql`
    select from park_guards where user_id = ${guard.user_id} and park_id = ${row.park_id}`.execute(db)
  if (assignments.length === 0) throw new AppError('not_your_park')
  return row
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
