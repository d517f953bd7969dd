import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { constraintOf } from '#server/errors.ts'
import { findSpacesLeft, releaseSpace, takeSpace } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { releasePromoUse } from '#server/features/promos/commands.ts'
import { ceilQuarter, findNextStep, findAutoExtendEnd, findNextStepTime, type LifecycleStep } from './next-step.ts'
import { settleDebts } from './outstanding-debts.ts'
import { applyExtension, planExtension } from './extension-plan.ts'
import { mailBooking } from '#server/features/bookings/documents/mails.ts'
import { recordAssumedCheckIn, recordCheckOut } from './check-in.ts'
import { getBookings } from '#server/features/bookings/queries.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '#server/features/bookings/booking-rows.ts'
import { recordChange, transition, type Actor } from './transitions.ts'

const clockActor: Actor = { kind: 'clock', id: null }

/**
 * Brings a locked booking up to `now`: everything that time alone has brought about since, in its order and at the times
 * at which it was due, however long nobody looked. Every command on a booking begins with it.
 */
export async function advance(tx: Tx, deps: Deps, booking: BookingRow, now: Date): Promise<BookingRow> {
  let row = booking
  // A car that stays on where no space is left takes none from then on, and is looked at when it counts as gone.
  let isCrowdedOut = false
  const known = () => (isCrowdedOut ? { ...toLifecycleState(row), space_until: null } : toLifecycleState(row))
  for (let due = findNextStep(known()); due !== undefined && due.at <= now; due = findNextStep(known())) {
    const after = await applyStep(tx, deps, row, due)
    isCrowdedOut ||= after === row
    row = after
  }
  await tx
    .updateTable('bookings')
    .set({ next_look_at: findNextStepTime(known()) })
    .where('id', '=', row.id)
    .execute()
  return row
}

const toLifecycleState = (row: BookingRow) => ({ ...row, start: row.start_time, end: row.end_time })

/** One thing that was due; the booking itself where nothing could be done. */
async function applyStep(tx: Tx, deps: Deps, row: BookingRow, { what, at }: LifecycleStep): Promise<BookingRow> {
  switch (what) {
    case 'hold_over':
      return endHold(tx, row, 'hold_over', clockActor, at)
    case 'auto_extend':
      return autoExtend(tx, deps, row, at)
    case 'came_and_left':
      return recordCheckOut(tx, deps, await recordAssumedCheckIn(tx, row), clockActor, at)
    case 'never_came':
      await transition(tx, row, 'no_show', 'never_came', clockActor, at)
      await tx.updateTable('bookings').set({ auto_extend_until: null }).where('id', '=', row.id).execute()
      return { ...row, status: 'no_show', auto_extend_until: null }
    case 'left':
      return recordCheckOut(tx, deps, row, clockActor, at)
    case 'stayed_over':
      await transition(tx, row, 'overstayed', 'stayed_over', clockActor, at)
      return { ...row, status: 'overstayed' }
    case 'occupy':
      return occupyNextQuarter(tx, row)
  }
}

/** Ends a hold that is not paid: the space and the use of its promo code are free again. */
export async function endHold(
  tx: Tx,
  row: BookingRow,
  cause: 'hold_over' | 'given_up',
  actor: Actor,
  at: Date,
): Promise<BookingRow> {
  await transition(tx, row, 'expired', cause, actor, at)
  const { user_id, promo_code_id } = row
  if (promo_code_id !== null) await releasePromoUse(tx, { promo_code_id, user_id })
  await tx.updateTable('bookings').set({ space_until: null, next_look_at: null }).where('id', '=', row.id).execute()
  await releaseSpace(tx, row.pool_id, occupiedWindow(row))
  return { ...row, status: 'expired', space_until: null }
}

const occupiedWindow = (row: BookingRow): Window => ({ start: row.start_time, end: row.space_until ?? row.end_time })

/** A step further, as the driver wished; where it cannot be, the wish ends and the driver is told. */
async function autoExtend(tx: Tx, deps: Deps, row: BookingRow, at: Date): Promise<BookingRow> {
  const end = findAutoExtendEnd(row.end_time, row.auto_extend_until!)
  const plan = await planExtension(tx, row, end)
  if (plan.isOpen && plan.available > 0 && plan.canPay) {
    await settleDebts(tx, row.user_id, { ...row, total_minor: plan.more.amount_minor }, at)
    return applyExtension(tx, row, plan, clockActor, at)
  }
  await tx.updateTable('bookings').set({ auto_extend_until: null }).where('id', '=', row.id).execute()
  await recordChange(tx, row, 'auto_extend_failed', clockActor, at, {})
  await mailDriver(tx, deps, row, 'extend_failed', at)
  return { ...row, auto_extend_until: null }
}

/** The next quarter hour of a car that stays on, where it is free. */
async function occupyNextQuarter(tx: Tx, row: BookingRow): Promise<BookingRow> {
  const quarter = { start: row.space_until!, end: ceilQuarter(new Date(row.space_until!.getTime() + 1)) }
  const pool = await tx
    .selectFrom('pools')
    .select(['id', 'capacity'])
    .where('id', '=', row.pool_id)
    .executeTakeFirstOrThrow()
  const left = await findSpacesLeft(tx, [pool], quarter)
  if ((left.get(row.pool_id) ?? 0) < 1) return row
  await tx.updateTable('bookings').set({ space_until: quarter.end }).where('id', '=', row.id).execute()
  await takeSpace(tx, row.pool_id, quarter)
  return { ...row, space_until: quarter.end }
}

async function mailDriver(tx: Tx, deps: Deps, row: BookingRow, about: 'extend_failed', at: Date): Promise<void> {
  const [booking] = await getBookings(tx, [{ id: row.id, language: row.user_language }])
  await mailBooking(tx, deps, about, { email: row.email, language: row.user_language }, booking!, at)
}

const batch_size = 100
const pause_ms = 60_000

/**
 * The job of the clock: what is due is done once, whichever process comes first. A booking that fails is logged and left
 * for a minute; the others go on.
 */
export async function advanceBookings(deps: Deps): Promise<number> {
  for (let count = 0; ;) {
    const now = deps.clock()
    const due = await deps.db
      .selectFrom('bookings')
      .select('id')
      .where('next_look_at', '<=', now)
      .orderBy('next_look_at')
      .limit(batch_size)
      .execute()
    for (const { id } of due) await advanceOne(deps, id, now)
    count += due.length
    if (due.length < batch_size) return count
  }
}

async function advanceOne(deps: Deps, id: string, now: Date): Promise<void> {
  try {
    await transact(deps.db, async (tx) => {
      const [row] = await findRows(tx, byHandle(id), sql`and b.next_look_at <= ${now} ${forUpdate} skip locked`)
      if (row !== undefined) await advance(tx, deps, row, now)
    })
  } catch (error) {
    // Somebody took the last space, or the money, between the look and the write: the next look knows.
    if (constraintOf(error) === undefined) deps.log.error(`the clock could not move booking ${id}`, error)
    await deps.db
      .updateTable('bookings')
      .set({ next_look_at: new Date(now.getTime() + (constraintOf(error) === undefined ? pause_ms : 1_000)) })
      .where('id', '=', id)
      .where('next_look_at', '<=', now)
      .execute()
  }
}
