import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findSpacesLeft } from '#server/features/availability/spaces.ts'
import { getWindow, listPartsBeside, type PricedWindow, type Window } from '#server/features/availability/window.ts'
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

type FieldSentence = AppError['fields'][number]

/** New times for a booking with what they cost, before anything is changed. */
interface TimesPlan {
  window: PricedWindow
  pool_id: number
  /** When the booking that is moved has its space in that pool, which the new times may take. */
  replaced: Window | undefined
  available: number
  /** The booking's promo code, and why it cannot be used for the new times. */
  promo: { code: string; problem: FieldSentence | undefined } | undefined
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
    replaced: undefined,
    available: extension.available,
    promo: undefined,
    cost_minor: extension.charge.amount_minor,
    refund_minor: 0n,
    held_until: new Date(Math.min(now.getTime() + offerMinutes * minute_ms, end.getTime())),
    extension,
  }
}

/**
 * Plans other times at the same car park: the price of a new booking, with the promo code of this one if it can be used for that,
 * and what the cancellation policy refunds of this one. Throws `invalid_transition` where the customer could not cancel, and what booking throws.
 */
export async function planMove(
  db: Db | Tx,
  row: BookingRow,
  times: { start_time: string; end_time: string },
  now: Date,
): Promise<NewTimes> {
  if (!findAllowedActions(row, now).cancel) throw new AppError('invalid_transition')
  const { refund_minor, until, percent } = await findPolicyRefund(db, row, now)
  const windowIn = (zone: string) => getWindow(times.start_time, times.end_time, now, zone)
  // A cancellation gives the use of a promo code back with the whole price.
  const { promo, ...priced_offer } = await priceTimes(db, row, { windowIn, now, isUseGivenBack: percent === 100 })
  const { window, offer, terms } = priced_offer
  const replaced =
    offer.pool.id === row.pool_id && row.space_until !== null
      ? { start: row.start_time, end: row.space_until }
      : undefined
  const latest = [now.getTime() + offerMinutes * minute_ms, window.end.getTime(), row.end_time.getTime()]
  return {
    kind: 'move',
    window,
    pool_id: offer.pool.id,
    replaced,
    available: await countSpaces(db, offer.pool, window, replaced),
    promo,
    cost_minor: terms.total_minor,
    refund_minor,
    held_until: new Date(Math.min(...latest, until?.getTime() ?? Infinity)),
    priced_offer,
  }
}

/** What cancelling a booking now refunds, and until when. */
async function findPolicyRefund(db: Db | Tx, row: BookingRow, now: Date) {
  const { percent, until } = findRefundShare(await findRefundRules(db, row), now)
  return { refund_minor: calculateRefund(row.total_minor - row.refunded_minor, percent, row.currency), until, percent }
}

/** Counts the spaces that are free for new times of a booking whose own space is free then. */
async function countSpaces(
  db: Db | Tx,
  pool: { id: number; capacity: number },
  window: Window,
  replaced: Window | undefined,
): Promise<number> {
  const countFree = async (part: Window) => (await findSpacesLeft(db, [pool], part)).get(pool.id) ?? 0
  const beside = await Promise.all(listPartsBeside(window, replaced).map(countFree))
  if (replaced === undefined || replaced.end <= window.start || replaced.start >= window.end) return Math.min(...beside)
  const start = new Date(Math.max(window.start.getTime(), replaced.start.getTime()))
  const end = new Date(Math.min(window.end.getTime(), replaced.end.getTime()))
  return Math.min(...beside, 1 + (await countFree({ start, end })))
}

/** Prices other times for a booking, with its promo code if that can be used for them, and why it cannot. */
async function priceTimes(
  db: Db | Tx,
  row: BookingRow,
  {
    windowIn,
    now,
    isUseGivenBack,
  }: { windowIn: (timezone: string) => PricedWindow; now: Date; isUseGivenBack: boolean },
): Promise<PricedOffer & Pick<TimesPlan, 'promo'>> {
  const { park_id, vehicle_type_id, plate, user_id, timezone, promo_code } = row
  const event = findEventToCarryOver(row, windowIn(timezone))
  const sizes = await findVehicleSizes(db, user_id, row)
  const request = { park_id, vehicle_type_id, plate, user_id, sizes, event, replaces: row.id }
  if (promo_code === null) return { ...(await getPricedOffer(db, request, windowIn, now)), promo: undefined }
  try {
    const given_back = isUseGivenBack ? 1 : 0
    const offer = await getPricedOffer(db, { ...request, promo_code, given_back }, windowIn, now)
    return { ...offer, promo: { code: promo_code, problem: undefined } }
  } catch (error) {
    const problem = error instanceof AppError ? error.fields.find(({ field }) => field === 'promo_code') : undefined
    if (problem === undefined) throw error
    return { ...(await getPricedOffer(db, request, windowIn, now)), promo: { code: promo_code, problem } }
  }
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
  // The cancellation has given back the use of a promo code, if it does.
  const { promo: _promo, ...priced_offer } = await priceTimes(tx, row, {
    windowIn: () => window,
    now: at,
    isUseGivenBack: false,
  })
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
