import { sql } from 'kysely'
import { workThrough, type Queue } from '#server/claim.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { findSpacesLeft, releaseSpace, allocateSpace } from '#server/features/availability/spaces.ts'
import type { Window } from '#server/features/availability/window.ts'
import { releasePromoUse } from '#server/features/promos/commands.ts'
import { whenDue, type Due } from '#server/jobs.ts'
import { byHandle, findRows, forUpdate, type BookingRow } from '../booking-rows.ts'
import { findRepeatedBooking, lockStays, type StandingBooking } from '../create/already-booked.ts'
import { releaseOffer } from '../offers/held-offers.ts'
import { recordAssumedCheckIn, recordCheckOut } from './check-in.ts'
import { recordChangeAndNotify } from './effects.ts'
import { applyExtension, planExtension } from './extension-plan.ts'
import { ceilQuarter, findAutoExtendEnd, findNextStep, type LifecycleStep } from './next-step.ts'
import { settleDebts } from './outstanding-debts.ts'
import { getLastChange, recordChange, transition, type Actor } from './transitions.ts'

const clockActor: Actor = { kind: 'clock', id: null }

/**
 * Brings a locked booking up to `now`: applies all steps that were due since, in order and at the times they were due.
 * Every command on a booking starts with it, so no command depends on how often the job runs.
 */
export async function advance(tx: Tx, deps: Deps, booking: BookingRow, now: Date): Promise<BookingRow> {
  let row = booking
  // An overstaying car without a free space takes none; the overstay ends after the maximum duration.
  let hasSpace = true
  const findNext = () => findNextStep({ ...toLifecycleState(row), ...(hasSpace ? {} : { space_until: null }) })
  let next = findNext()
  while (next !== undefined && next.at <= now) {
    const result = await applyStep(tx, deps, row, next)
    if (result.kind === 'no_space') hasSpace = false
    else row = result.row
    next = findNext()
  }
  await tx
    .updateTable('bookings')
    .set({ next_look_at: next?.at ?? null })
    .where('id', '=', row.id)
    .execute()
  return row
}

const toLifecycleState = (row: BookingRow) => ({ ...row, start: row.start_time, end: row.end_time })

type StepResult = { kind: 'applied'; row: BookingRow } | { kind: 'no_space' }

async function applyStep(tx: Tx, deps: Deps, row: BookingRow, { step, at }: LifecycleStep): Promise<StepResult> {
  const applied = (after: BookingRow): StepResult => ({ kind: 'applied', row: after })
  switch (step) {
    case 'hold_over':
      return applied(await endHold(tx, row, 'hold_over', clockActor, at))
    case 'auto_extend': {
      // Without check-in at the park the driver has arrived by now.
      const present = row.status === 'active' ? await recordAssumedCheckIn(tx, row) : row
      // Due at once if the booking was made, or the extension chosen, after the time it is due.
      const changed_at = await getLastChange(tx, row.id)
      return applied(await autoExtend(tx, deps, present, at > changed_at ? at : changed_at))
    }
    case 'came_and_left':
      return applied(await recordCheckOut(tx, deps, await recordAssumedCheckIn(tx, row), clockActor, at))
    case 'never_came':
      await transition(tx, row, { to: 'no_show', cause: 'never_came', actor: clockActor, at })
      await tx.updateTable('bookings').set({ auto_extend_until: null }).where('id', '=', row.id).execute()
      return applied({ ...row, status: 'no_show', auto_extend_until: null })
    case 'left':
      return applied(await recordCheckOut(tx, deps, row, clockActor, at))
    case 'stayed_over': {
      const next = await findNextBooking(tx, row, at)
      if (next !== undefined) return applied(await goOnWith(tx, deps, row, next))
      await transition(tx, row, { to: 'overstayed', cause: 'stayed_over', actor: clockActor, at })
      return applied({ ...row, status: 'overstayed' })
    }
    case 'occupy':
      return occupyNextQuarter(tx, row)
  }
}

/** Expires an unpaid hold; releases its space and the use of its promo code. */
export async function endHold(
  tx: Tx,
  row: BookingRow,
  cause: 'hold_over' | 'given_up' | 'park_cancelled' | 'event_cancelled',
  actor: Actor,
  at: Date,
): Promise<BookingRow> {
  await transition(tx, row, { to: 'expired', cause, actor, at })
  const { user_id, promo_code_id } = row
  if (promo_code_id !== null) await releasePromoUse(tx, { promo_code_id, user_id })
  await tx.updateTable('bookings').set({ space_until: null, next_look_at: null }).where('id', '=', row.id).execute()
  await releaseSpace(tx, row.pool_id, occupiedWindow(row))
  return { ...row, status: 'expired', space_until: null }
}

const occupiedWindow = (row: BookingRow): Window => ({ start: row.start_time, end: row.space_until ?? row.end_time })

/**
 * Extends by one step, at most to the beginning of a booking of the same vehicle that its driver has made since. Where that
 * one begins, it takes over; if extending is impossible, the driver is mailed. Both end the automatic extension.
 */
async function autoExtend(tx: Tx, deps: Deps, row: BookingRow, at: Date): Promise<BookingRow> {
  const latest = findAutoExtendEnd(row.end_time, row.auto_extend_until!)
  const later = await findLaterBooking(tx, row, { start: row.end_time, end: latest }, at)
  if (later !== undefined && later.start_time <= row.end_time) {
    await tx.updateTable('bookings').set({ auto_extend_until: null }).where('id', '=', row.id).execute()
    const detail = { booking_code: later.booking_code }
    await recordChange(tx, row, { cause: 'auto_extend_met', actor: clockActor, at, detail })
    return { ...row, auto_extend_until: null }
  }
  const end = later === undefined ? latest : later.start_time
  await releaseOffer(tx, row.id)
  const plan = await planExtension(tx, row, end)
  if (plan.isOpen && plan.available > 0 && plan.canPay) {
    await settleDebts(tx, row.user_id, { ...row, total_minor: plan.charge.amount_minor }, at)
    return applyExtension(tx, deps, row, plan, { actor: clockActor, at })
  }
  await tx.updateTable('bookings').set({ auto_extend_until: null }).where('id', '=', row.id).execute()
  await recordChangeAndNotify(tx, deps, row, { cause: 'auto_extend_failed', actor: clockActor, at, detail: {} })
  return { ...row, auto_extend_until: null }
}

/** The first booking of the same vehicle in a window that its driver made after choosing the automatic extension. */
async function findLaterBooking(
  tx: Tx,
  row: BookingRow,
  window: Window,
  at: Date,
): Promise<StandingBooking | undefined> {
  await lockStays(tx, [row])
  const { auto_extend_chosen_at } = await tx
    .selectFrom('bookings')
    .select('auto_extend_chosen_at')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow()
  return findRepeatedBooking(tx, row, window, at, auto_extend_chosen_at ?? undefined)
}

/** The paid booking of the same vehicle that begins where a booking ends, at the latest once a late exit would be charged. */
async function findNextBooking(tx: Tx, row: BookingRow, at: Date): Promise<BookingRow | undefined> {
  const found = await findRepeatedBooking(tx, row, { start: row.end_time, end: at }, at)
  if (found?.status !== 'active' || found.start_time < row.end_time) return undefined
  const [next] = await findRows(tx, byHandle(found.id), sql`and b.status = 'active' ${forUpdate}`)
  return next
}

/** The car is still there when a booking ends, and its driver has another from then on: that one goes on, unpaid twice. */
async function goOnWith(tx: Tx, deps: Deps, row: BookingRow, next: BookingRow): Promise<BookingRow> {
  const left = await recordCheckOut(tx, deps, row, clockActor, row.end_time)
  const arrived = await recordAssumedCheckIn(tx, next)
  const next_look_at = findNextStep(toLifecycleState(arrived))?.at ?? null
  await tx.updateTable('bookings').set({ next_look_at }).where('id', '=', next.id).execute()
  return left
}

/** Takes a space for the next quarter hour of an overstaying car, if one is free. */
async function occupyNextQuarter(tx: Tx, row: BookingRow): Promise<StepResult> {
  const quarter = { start: row.space_until!, end: ceilQuarter(new Date(row.space_until!.getTime() + 1)) }
  const pool = await tx
    .selectFrom('pools')
    .select(['id', 'capacity'])
    .where('id', '=', row.pool_id)
    .executeTakeFirstOrThrow()
  const spaces = await findSpacesLeft(tx, [pool], quarter)
  if ((spaces.get(row.pool_id) ?? 0) < 1) return { kind: 'no_space' }
  await tx.updateTable('bookings').set({ space_until: quarter.end }).where('id', '=', row.id).execute()
  await allocateSpace(tx, row.pool_id, quarter)
  return { kind: 'applied', row: { ...row, space_until: quarter.end } }
}

/** Bookings with a due step. */
const dueBookings: Queue<{ id: string; booking_code: string }> = {
  name: 'bookings',
  find: ({ db }, { now, limit, isReady }) =>
    db
      .selectFrom('bookings')
      .select(['id', 'booking_code'])
      .where('next_look_at', '<=', now)
      .where(isReady(sql.ref('bookings.id')))
      .orderBy('next_look_at')
      .limit(limit)
      .execute(),
  keyOf: ({ id }) => id,
  subjectOf: ({ booking_code }) => booking_code,
  work: (deps, { id }, now) =>
    transact(deps.db, async (tx) => {
      const [row] = await findRows(tx, byHandle(id), sql`and b.next_look_at <= ${now} ${forUpdate} skip locked`)
      if (row === undefined) return false
      await advance(tx, deps, row, now)
      return true
    }),
}

export const bookingsDue: Due = () =>
  whenDue('bookings', { from: sql`bookings b`, key: sql`b.id`, when: sql`b.next_look_at` })

/** The job that advances bookings with a due step. Returns how many. */
export const advanceBookings = (deps: Deps): Promise<number> => workThrough(deps, dueBookings)
