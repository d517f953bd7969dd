import { sql } from 'kysely'
import type { Language } from '#contract/places.ts'
import type { GuardView } from '#contract/booking-changes.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SignedIn } from '#server/http.ts'
import { allowedActions } from './allowed-actions.ts'
import { demandArrival } from './driver-actions.ts'
import { advance } from './advance.ts'
import { readPass } from '#server/features/bookings/documents/pass.ts'
import { arrive, countAsCome, leave } from './check-in.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '#server/features/bookings/booking-rows.ts'

/** What a guard may see of a booking, by what a pass says or by its code. Throws `pass_invalid`, `not_your_park`. */
export async function lookAtPass({ db, clock }: Deps, guard: SignedIn, pass: string): Promise<GuardView> {
  const code = pass.startsWith('PW1.') ? await readPass(db, pass) : pass
  return toView(await demandGuarded(db, guard, code === undefined ? [] : await findRows(db, byHandle(code))), clock())
}

/** A guard lets a car in. Throws as for the driver, and `not_your_park`. */
export const guardCheckIn = (deps: Deps, guard: SignedIn, code: string, language: Language): Promise<GuardView> =>
  onBooking(deps, guard, code, (tx, row, now) => {
    demandArrival(row, now, language)
    return arrive(tx, row, { kind: 'guard', id: guard.user_id }, now)
  })

/** A guard sees a car leave. */
export const guardCheckOut = (deps: Deps, guard: SignedIn, code: string): Promise<GuardView> =>
  onBooking(deps, guard, code, async (tx, row, now) => {
    if (!allowedActions(row, now).check_out) throw new AppError('invalid_transition')
    const actor = { kind: 'guard', id: guard.user_id } as const
    const there = row.status === 'active' ? await countAsCome(tx, row) : row
    return leave(tx, deps, there, actor, now)
  })

async function onBooking(
  deps: Deps,
  guard: SignedIn,
  code: string,
  work: (tx: Tx, row: BookingRow, now: Date) => Promise<BookingRow>,
): Promise<GuardView> {
  const now = deps.clock()
  return transact(deps.db, async (tx) => {
    const found = await demandGuarded(tx, guard, await findRows(tx, byHandle(code), forUpdate))
    const row = await advance(tx, deps, found, now)
    return toView(await advance(tx, deps, await work(tx, row, now), now), now)
  })
}

/** The booking, where its park is given to this guard; staff see every park. */
async function demandGuarded(db: Db | Tx, guard: SignedIn, rows: BookingRow[]): Promise<BookingRow> {
  const [row] = rows
  if (row === undefined) throw new AppError('pass_invalid')
  if (guard.role !== 'guard') return row
  const { rows: given } = await sql`
    select from park_guards where user_id = ${guard.user_id} and park_id = ${row.park_id}`.execute(db)
  if (given.length === 0) throw new AppError('not_your_park')
  return row
}

function toView(row: BookingRow, now: Date): GuardView {
  const { check_in, check_out } = allowedActions(row, now)
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
