import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findSpacesLeft } from '#server/features/availability/spaces.ts'
import { getWindow, type PricedWindow } from '#server/features/availability/window.ts'
import { findVehicleSizes } from '#server/features/vehicles/queries.ts'
import { AppError } from '#server/http/errors.ts'
import type { BookingRow } from '../booking-rows.ts'
import { createOneBooking } from '../create/create-bookings.ts'
import { findEventToCarryOver } from '../event-terms.ts'
import { findAllowedActions } from '../lifecycle/allowed-actions.ts'
import { cancelByPolicy } from '../lifecycle/cancel.ts'
import { parseNewEnd, requireOpen } from '../lifecycle/extend.ts'
import { planExtension, type ExtensionPlan } from '../lifecycle/extension-plan.ts'
import type { Actor } from '../lifecycle/transitions.ts'
import { findRefundRules } from '../queries.ts'
import { getPricedOffer, type PricedOffer } from '../quotes/priced-offers.ts'
import { calculateRefund, findRefundShare } from '../refund-rules.ts'

/** For how long a space is held while the customer decides, as an order that staff place. */
export const offerMinutes = 60

/** New times for a booking with what they cost, before anything is changed. */
interface TimesPlan {
  window: PricedWindow
  pool_id: number
  available: number
  cost_minor: bigint
  refund_minor: bigint
  /** Until when what is said of the money holds. */
  held_until: Date
}
export type NewTimes =
  | (TimesPlan & { kind: 'extend'; extension: ExtensionPlan })
  | (TimesPlan & { kind: 'move'; priced_offer: PricedOffer })

/** What new times cost more than is refunded; below zero, what is left of the refund. */
export const differenceOf = ({ cost_minor, refund_minor }: Pick<TimesPlan, 'cost_minor' | 'refund_minor'>): bigint =>
  cost_minor - refund_minor

/** Plans a later end. Throws as `extendBooking` does, but for a missing space. */
export async function planLaterEnd(db: Db | Tx, row: BookingRow, end_time: string, now: Date): Promise<NewTimes> {
  if (!findAllowedActions(row, now).extend) throw new AppError('invalid_transition')
  const end = parseNewEnd(row, end_time, now, 'end_time')
  const extension = await planExtension(db, row, end)
  requireOpen(extension, row)
  return {
    kind: 'extend',
    window: { start: row.end_time, priced_from: row.end_time, end },
    pool_id: row.pool_id,
    available: extension.available,
    cost_minor: extension.charge.amount_minor,
    refund_minor: 0n,
    held_until: new Date(Math.min(now.getTime() + offerMinutes * minute_ms, end.getTime())),
    extension,
  }
}

/**
 * Plans other times at the same car park: the price of a new booking, and what the cancellation policy refunds of this one. A
 * promo code is not carried over. Throws `invalid_transition` where the customer could not cancel, and what booking throws.
 */
export async function planMove(
  db: Db | Tx,
  row: BookingRow,
  times: { start_time: string; end_time: string },
  now: Date,
): Promise<NewTimes> {
  if (!findAllowedActions(row, now).cancel) throw new AppError('invalid_transition')
  const priced_offer = await priceTimes(db, row, (zone) => getWindow(times.start_time, times.end_time, now, zone), now)
  const { refund_minor, until } = await findPolicyRefund(db, row, now)
  const { window, offer, terms } = priced_offer
  const spaces = await findSpacesLeft(db, [offer.pool], window)
  const latest = [now.getTime() + offerMinutes * minute_ms, window.end.getTime(), row.end_time.getTime()]
  return {
    kind: 'move',
    window,
    pool_id: offer.pool.id,
    available: spaces.get(offer.pool.id) ?? 0,
    cost_minor: terms.total_minor,
    refund_minor,
    held_until: new Date(Math.min(...latest, until?.getTime() ?? Infinity)),
    priced_offer,
  }
}

/** What cancelling a booking now refunds, and until when. */
async function findPolicyRefund(db: Db | Tx, row: BookingRow, now: Date) {
  const { percent, until } = findRefundShare(await findRefundRules(db, row), now)
  return { refund_minor: calculateRefund(row.total_minor - row.refunded_minor, percent, row.currency), until }
}

async function priceTimes(
  db: Db | Tx,
  row: BookingRow,
  windowIn: (timezone: string) => PricedWindow,
  now: Date,
): Promise<PricedOffer> {
  const { park_id, vehicle_type_id, plate, user_id, timezone } = row
  const event = findEventToCarryOver(row, windowIn(timezone))
  const sizes = await findVehicleSizes(db, user_id, row)
  const request = { park_id, vehicle_type_id, plate, user_id, sizes, event, replaces: row.id }
  return getPricedOffer(db, request, windowIn, now)
}

/**
 * Cancels a locked booking by its policy and books other times instead, with a mail of the new booking alone. `beforePaying`
 * gets what the new times cost and what the cancellation has refunded. Returns the id of the new booking.
 */
export async function moveBooking(
  tx: Tx,
  deps: Deps,
  row: BookingRow,
  { window, actor, at }: { window: PricedWindow; actor: Actor; at: Date },
  beforePaying: (money: Pick<TimesPlan, 'cost_minor' | 'refund_minor'>) => Promise<void>,
): Promise<string> {
  const { refund_minor } = await findPolicyRefund(tx, row, at)
  await cancelByPolicy(tx, deps, row, { actor, at, outcome: 'rescheduled' })
  const priced_offer = await priceTimes(tx, row, () => window, at)
  await beforePaying({ cost_minor: priced_offer.terms.total_minor, refund_minor })
  const { notes } = await tx.selectFrom('bookings').select('notes').where('id', '=', row.id).executeTakeFirstOrThrow()
  const user = { user_id: row.user_id, email: row.email, language: row.user_language, country_code: row.user_country }
  const { id } = await createOneBooking(
    tx,
    deps,
    {
      kind: 'booked',
      user,
      language: user.language,
      priced_offer,
      plate: row.plate,
      notes,
      renewed_from: row.id,
      outcome: 'rescheduled',
      actor,
    },
    at,
  )
  return id
}
