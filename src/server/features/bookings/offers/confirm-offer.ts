import type { Booking } from '#contract/bookings/bookings.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { priceWindow } from '#server/features/availability/window.ts'
import { AppError } from '#server/http/errors.ts'
import { lockRow, type BookingRow } from '../booking-rows.ts'
import { requireNotRepeated } from '../create/already-booked.ts'
import type { DriverCall } from '../driver-call.ts'
import { advance } from '../lifecycle/advance.ts'
import { findAllowedActions } from '../lifecycle/allowed-actions.ts'
import { requireOpen, scheduleNextStep } from '../lifecycle/extend.ts'
import { applyExtension, planExtension } from '../lifecycle/extension-plan.ts'
import { settleDebts } from '../lifecycle/outstanding-debts.ts'
import { recordChange } from '../lifecycle/transitions.ts'
import { getBooking } from '../queries.ts'
import { findOffer, releaseOffer, type Offer } from './held-offers.ts'
import { differenceOf, moveBooking } from './new-times.ts'

/**
 * Takes the new times that staff offered a driver: pays them from the wallet, debts first, in the transaction that gives back the
 * held space. Throws `booking_not_found`, `offer_over`, `price_changed` for more than was offered, `insufficient_balance`,
 * `invalid_transition`, and what extending and booking throw. Returns the booking with the new times.
 */
export async function confirmOffer(
  tx: Tx,
  deps: Deps,
  { user, language, now }: DriverCall,
  { id: handle, offer_id }: { id: string; offer_id: string },
): Promise<Booking> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  const offer = await findOffer(tx, row.id, now)
  // Also where the driver has extended the booking meanwhile.
  const isStale = offer?.kind === 'extend' && offer.window.start.getTime() !== row.end_time.getTime()
  if (offer?.id !== offer_id || isStale) throw new AppError('offer_over')
  // Its time may have ended between the two statements.
  if (!(await releaseOffer(tx, row.id, offer_id))) throw new AppError('offer_over')
  const id = await { extend: takeLaterEnd, move: takeOtherTimes }[offer.kind](tx, deps, row, offer, now)
  return getBooking(tx, user.user_id, id, language)
}

async function takeLaterEnd(tx: Tx, deps: Deps, row: BookingRow, offer: Offer, now: Date): Promise<string> {
  if (!findAllowedActions(row, now).extend) throw new AppError('invalid_transition')
  const { id, user_id, currency } = row
  const plan = await planExtension(tx, row, offer.window.end)
  requireOpen(plan, row)
  const { amount_minor } = plan.charge
  requireOffered(amount_minor, offer)
  await requireNotRepeated(tx, row, offer.window, now)
  await settleDebts(tx, user_id, { total_minor: amount_minor, currency }, now)
  await scheduleNextStep(tx, await applyExtension(tx, deps, row, plan, { actor: toDriver(row), at: now }))
  return id
}

const takeOtherTimes = (tx: Tx, deps: Deps, row: BookingRow, offer: Offer, now: Date): Promise<string> =>
  moveBooking(
    tx,
    deps,
    row,
    { window: priceWindow(offer.window, now), actor: toDriver(row), at: now },
    async (money) => {
      requireOffered(differenceOf(money), offer)
      await settleDebts(tx, row.user_id, { total_minor: money.cost_minor, currency: row.currency }, now)
    },
  )

const toDriver = ({ user_id }: BookingRow) => ({ kind: 'driver', id: user_id }) as const

function requireOffered(difference_minor: bigint, { amount_minor }: Offer): void {
  if (difference_minor > amount_minor) throw new AppError('price_changed')
}

/** Declines an offer, which gives the held space back. Throws `booking_not_found`, and `offer_over` where there is none. */
export async function declineOffer(
  tx: Tx,
  deps: Deps,
  { user, now }: DriverCall,
  { id: handle, offer_id }: { id: string; offer_id: string },
): Promise<void> {
  const row = await advance(tx, deps, await lockRow(tx, user.user_id, handle), now)
  if (!(await releaseOffer(tx, row.id, offer_id))) throw new AppError('offer_over')
  await recordChange(tx, row, { cause: 'offer_declined', actor: toDriver(row), at: now })
}
