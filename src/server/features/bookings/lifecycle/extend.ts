import type {
  extendBooking as endpoint,
  setAutoExtend as autoExtendEndpoint,
} from '#contract/bookings/booking-changes.ts'
import { windowRules } from '#contract/bookings/booking-rules.ts'
import type { Booking, ExtendPreview } from '#contract/bookings/bookings.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { toMajor } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { parseInstant, windowProblems } from '#server/features/availability/window.ts'
import { closureError } from '#server/features/parks/closures.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { getRow, lockRow, type BookingRow } from '../booking-rows.ts'
import { findRepeatedBooking, requireNotRepeated, toAlreadyBooked } from '../create/already-booked.ts'
import type { DriverCall } from '../driver-call.ts'
import { findFeeNames, labelLines } from '../line-labels.ts'
import { releaseOffer } from '../offers/held-offers.ts'
import { getBooking } from '../queries.ts'
import { advance } from './advance.ts'
import { findAllowedActions } from './allowed-actions.ts'
import { applyExtension, planExtension, type ExtensionPlan } from './extension-plan.ts'
import { findNextStepTime } from './next-step.ts'
import { settleDebts } from './outstanding-debts.ts'

/**
 * Extends a booking: takes the space over the added time and charges the difference of the prices, in one transaction.
 * Throws `booking_not_found`, `invalid_transition`, `already_booked`, `no_space`, `park_closed`, `park_out_of_use`, `insufficient_balance`, and 422
 * on `new_end_time` for one that is not later, off the quarter hour, or past 30 charged days.
 */
export async function extendBooking(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  { booking_id, new_end_time, again }: ParsedBody<typeof endpoint>,
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, booking_id), now)
  if (!findAllowedActions(row, now).extend) throw new AppError('invalid_transition')
  const end = parseNewEnd(row, new_end_time, now)
  // What staff offered holds a space of the same time.
  await releaseOffer(tx, row.id)
  const plan = await planExtension(tx, row, end)
  requireOpen(plan, row)
  if (again !== true) await requireNotRepeated(tx, row, { start: row.end_time, end: plan.end }, now)
  if (plan.available < 1) throw new AppError('no_space')
  await settleDebts(tx, user.user_id, { total_minor: plan.charge.amount_minor, currency: row.currency }, now)
  const extended = await applyExtension(tx, deps, row, plan, { actor: { kind: 'driver', id: user.user_id }, at: now })
  await scheduleNextStep(tx, extended)
  return getBooking(tx, user.user_id, row.id, language)
}

/** Throws `park_closed` and `park_out_of_use`. */
export function requireOpen({ isOpen, closure }: ExtensionPlan, { timezone }: BookingRow): void {
  if (closure !== undefined) throw closureError(closure, timezone)
  if (!isOpen) throw new AppError('park_closed')
}

export async function scheduleNextStep(tx: Tx, row: BookingRow): Promise<void> {
  const next_look_at = findNextStepTime({ ...row, start: row.start_time, end: row.end_time })
  await tx.updateTable('bookings').set({ next_look_at }).where('id', '=', row.id).execute()
}

/** Returns the new end, a local time in the park's zone. Throws 422 on `field` if it is invalid. */
export function parseNewEnd(row: BookingRow, text: string, now: Date, field = 'new_end_time'): Date {
  const end = parseInstant(row.timezone, text)
  if (end === undefined) throw fieldError(field, 'no_such_time')
  if (end <= row.end_time || end <= now) throw fieldError(field, 'end_not_later')
  const problems = windowProblems({ start: row.start_time, end }, now, row.priced_from).filter(
    (problem) => problem.field === 'end_time',
  )
  if (problems.length > 0)
    throw new AppError(
      'validation_failed',
      {},
      problems.map(({ key }) => ({ field, key })),
    )
  return end
}

/**
 * Returns what an extension would cost now. Throws like `extendBooking`, but reports missing space and money instead.
 */
export async function previewExtend(
  db: Db,
  { user_id, language, now }: { user_id: string; language: Language; now: Date },
  handle: string,
  new_end_time: string | undefined,
): Promise<ExtendPreview> {
  if (new_end_time === undefined) throw fieldError('new_end_time', 'required')
  const row = await getRow(db, user_id, handle)
  const end = parseNewEnd(row, new_end_time, now)
  const plan = await planExtension(db, row, end)
  requireOpen(plan, row)
  const repeated = await findRepeatedBooking(db, row, { start: row.end_time, end }, now)
  const { charge, due_minor, available } = plan
  const { currency } = row
  return {
    action: 'extend',
    allowed: findAllowedActions(row, now).extend,
    end_time: row.end_time.toISOString(),
    new_end_time: end.toISOString(),
    lines: labelLines(charge.lines, currency, await findFeeNames(db, language), language),
    amount: toMajor(charge.amount_minor, currency),
    total: toMajor(row.total_minor + charge.amount_minor, currency),
    due: toMajor(due_minor, currency),
    currency,
    available,
    already_booked: repeated === undefined ? null : toAlreadyBooked(repeated),
  }
}

/** Sets until when the booking extends automatically; null turns it off. Throws like `extendBooking`. */
export async function setAutoExtend(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  handle: string,
  { until, again }: ParsedBody<typeof autoExtendEndpoint>,
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (!findAllowedActions(row, now).auto_extend) throw new AppError('invalid_transition')
  const auto_extend_until = until === null ? null : parseAutoExtendEnd(row, until, now)
  if (auto_extend_until !== null && again !== true)
    await requireNotRepeated(tx, row, { start: row.end_time, end: auto_extend_until }, now)
  await tx
    .updateTable('bookings')
    .set({ auto_extend_until, auto_extend_chosen_at: auto_extend_until && now })
    .where('id', '=', row.id)
    .execute()
  await scheduleNextStep(tx, { ...row, auto_extend_until })
  return getBooking(tx, user.user_id, row.id, language)
}

function parseAutoExtendEnd(row: BookingRow, text: string, now: Date): Date {
  const latest = new Date(row.priced_from.getTime() + windowRules.most_min * minute_ms)
  const end = parseInstant(row.timezone, text)
  if (end !== undefined && (end <= row.end_time || end > latest)) throw fieldError('until', 'auto_extend_range')
  return parseNewEnd(row, text, now, 'until')
}
