import type {
  extendForCustomer as extendContract,
  moveForCustomer as moveContract,
  previewTimes as previewContract,
  TimesPreview,
} from '#contract/bookings/desk/booking-times.ts'
import { formatMailMoment } from '#contract/dates.ts'
import type { ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, describeProblem, fieldError } from '#server/http/errors.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import type { BookingRow } from '../booking-rows.ts'
import { requireNotRepeated } from '../create/already-booked.ts'
import { findAllowedActions } from '../lifecycle/allowed-actions.ts'
import { recordChangeAndNotify } from '../lifecycle/effects.ts'
import { scheduleNextStep } from '../lifecycle/extend.ts'
import { applyExtension } from '../lifecycle/extension-plan.ts'
import { recordChange } from '../lifecycle/transitions.ts'
import { releaseOffer, storeOffer } from '../offers/held-offers.ts'
import { differenceOf, moveBooking, planLaterEnd, planMove, type NewTimes } from '../offers/new-times.ts'
import { changeBooking, type BookingChange } from './change-booking.ts'
import { creditDriver, toActor } from './staff-commands.ts'
import { getStaffRecord, getStaffRow, isWithin, type Staff } from './staff-record.ts'

/** Returns what new times would cost the customer. Throws as `extendForCustomer` and `moveForCustomer`, but for missing space. */
export async function previewTimes(
  deps: Deps,
  staff: Staff,
  handle: string,
  { start_time, end_time }: ParsedQuery<typeof previewContract>,
): Promise<TimesPreview> {
  const { db, hooks } = deps
  const { now } = staff
  const row = await getStaffRow(db, handle, staff)
  const { currency } = row
  const allowed = findAllowedActions(row, now)[start_time === undefined ? 'extend' : 'cancel']
  if (!allowed) throw new AppError('invalid_transition')
  const plan =
    start_time === undefined
      ? await planLaterEnd(db, row, end_time, now)
      : await planMove(db, row, { start_time, end_time }, now)
  const { kind, window, cost_minor, refund_minor, available, promo, held_until } = plan
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const orders = kind === 'move' ? await hooks.findOrdersOfBooking(db, row.id, now) : []
  return {
    allowed,
    start_time: (kind === 'move' ? window.start : row.start_time).toISOString(),
    end_time: window.end.toISOString(),
    available,
    cost: money(cost_minor),
    refund: money(refund_minor),
    difference: money(differenceOf(plan)),
    promo:
      promo === undefined
        ? null
        : {
            code: promo.code,
            problem: promo.problem === undefined ? null : describePromoProblem(promo.problem, staff),
          },
    may_pay: row.user_id !== staff.user_id && (await isWithin(db, row, staff, 'bookings.refund')),
    held_until: held_until.toISOString(),
    orders: orders.filter(({ is_cancelled }) => is_cancelled).map(({ order_number }) => order_number),
  }
}

/** Staff are not those who have used it. */
const describePromoProblem = ({ key, ...rest }: Parameters<typeof describeProblem>[0], { language }: Staff) =>
  describeProblem({ ...rest, key: key === 'promo_used' ? 'promo_used_up' : key }, language)

type Terms = Pick<ParsedBody<typeof extendContract>, 'difference' | 'paid_by' | 'cause' | 'reason'>

/**
 * Extends a booking at its customer's request. What it costs more is at our expense, or the customer confirms it by a link while the
 * space is held: staff never debit a wallet. Throws what extending throws, `price_changed` where the caller saw another difference,
 * and at our expense as `creditDriver`, `forbidden` without the permission to refund, and `own_wallet`.
 */
export const extendForCustomer = (
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { end_time, ...terms }: ParsedBody<typeof extendContract>,
): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle, action: 'extend' }, async (row) => {
    await releaseOffer(tx, row.id)
    const plan = await planLaterEnd(tx, row, end_time, staff.now)
    if (plan.kind !== 'extend') throw new TypeError('not an extension')
    await requireNotRepeated(tx, row, plan.window, staff.now)
    const before = { end_time: row.end_time.toISOString() }
    const after = { end_time: plan.window.end.toISOString() }
    const { isOffered, ...given } = await settleDifference(tx, deps, staff, row, { plan, terms })
    if (isOffered) return { after: { offered: after, ...describe(terms) } }
    const extended = await applyExtension(tx, deps, row, plan.extension, { actor: toActor(staff), at: staff.now })
    await scheduleNextStep(tx, extended)
    return { before, after: { ...after, ...describe(terms), ...given } }
  })

/**
 * Moves a booking to other times, as `extendForCustomer` extends it: cancels it by its policy and books the new times in one
 * transaction. The answer is the record of the new booking.
 */
export async function moveForCustomer(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  handle: string,
  { start_time, end_time, ...terms }: ParsedBody<typeof moveContract>,
): Promise<BookingChange> {
  let moved_to: string | undefined
  const change = await changeBooking(tx, deps, staff, { handle, action: 'move' }, async (row) => {
    await releaseOffer(tx, row.id)
    const plan = await planMove(tx, row, { start_time, end_time }, staff.now)
    const before = { start_time: row.start_time.toISOString(), end_time: row.end_time.toISOString() }
    const after = { start_time: plan.window.start.toISOString(), end_time: plan.window.end.toISOString() }
    const { isOffered, ...given } = await settleDifference(tx, deps, staff, row, { plan, terms })
    if (isOffered) return { after: { offered: after, ...describe(terms) } }
    const times = { window: plan.window, actor: toActor(staff), at: staff.now }
    moved_to = await moveBooking(tx, deps, row, times, async (money) => {
      if (differenceOf(money) > differenceOf(plan)) throw new AppError('price_changed')
    })
    return { before, after: { ...after, ...describe(terms), ...given } }
  })
  return moved_to === undefined ? change : { ...change, answer: await getStaffRecord(tx, moved_to, staff) }
}

/** What the audit log has of the terms. */
const describe = ({ paid_by, cause, reason }: Terms) => ({ paid_by, ...(cause !== undefined && { cause }), reason })

/**
 * Sees to what new times cost more before they are taken: we credit it, or the customer is asked to confirm it and the booking stays
 * as it is. Throws `no_space` where none is left.
 */
async function settleDifference(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  row: BookingRow,
  { plan, terms: { difference, paid_by, cause } }: { plan: NewTimes; terms: Terms },
): Promise<{ isOffered: boolean; goodwill?: { amount: number; currency: string } }> {
  if (plan.available < 1) throw new AppError('no_space')
  const amount_minor = differenceOf(plan)
  if (difference !== toMajor(amount_minor, row.currency)) throw new AppError('price_changed')
  if (amount_minor <= 0n) return { isOffered: false }
  if (paid_by === 'us') {
    if (cause === undefined) throw fieldError('cause', 'required')
    if (!(await isWithin(tx, row, staff, 'bookings.refund'))) throw new AppError('forbidden')
    if (row.user_id === staff.user_id) throw new AppError('own_wallet')
    await creditDriver(tx, deps, staff, row, { amount_minor, cause })
    return { isOffered: false, goodwill: { amount: difference, currency: row.currency } }
  }
  const { kind, pool_id, window, replaced, held_until } = plan
  const offer = { kind, pool_id, window, replaced, amount_minor, held_until, offered_by: staff.user_id }
  await storeOffer(tx, row.id, offer, staff.now)
  await notifyOfOffer(tx, deps, staff, row, { ...plan, amount_minor })
  return { isOffered: true }
}

/** What becomes of the promo code of a booking that is moved, for its customer. */
const describePromo = ({ code, problem }: NonNullable<NewTimes['promo']>, language: Language, locale: Locale): string =>
  problem === undefined
    ? translate(locale, 'booking_mails.times_offered.promo', { code })
    : translate(locale, 'booking_mails.times_offered.promo_lost', { code, problem: describeProblem(problem, language) })

/** Mails the customer the link with which they confirm, with the new times in the words of their language. */
async function notifyOfOffer(
  tx: Tx,
  deps: Deps,
  staff: Staff,
  row: BookingRow,
  { kind, window, held_until, amount_minor, promo }: NewTimes & { amount_minor: bigint },
): Promise<void> {
  const locale = accountLocale(row.user_language, row.user_country)
  const when = (at: Date) => formatMailMoment(at, row.timezone, locale)
  const amount = toMajor(amount_minor, row.currency)
  await recordChangeAndNotify(tx, deps, row, {
    cause: 'times_offered',
    actor: toActor(staff),
    at: staff.now,
    detail: { until: window.end.toISOString(), amount },
    credited: amount,
    answer: [
      translate(locale, `booking_mails.times_offered.${kind}`, {
        start: when(window.start),
        end: when(window.end),
        until: when(held_until),
      }),
      ...(promo === undefined ? [] : [describePromo(promo, row.user_language, locale)]),
    ].join(' '),
  })
}

/** Withdraws an offer that the customer has not confirmed. Throws `offer_over` where there is none. */
export const withdrawOffer = (tx: Tx, deps: Deps, staff: Staff, handle: string): Promise<BookingChange> =>
  changeBooking(tx, deps, staff, { handle }, async (row) => {
    if (!(await releaseOffer(tx, row.id))) throw new AppError('offer_over')
    await recordChange(tx, row, { cause: 'offer_withdrawn', actor: toActor(staff), at: staff.now })
    return { before: { offer: 'waiting' }, after: { offer: null } }
  })
