import { holdMinutes } from '#contract/bookings/booking-rules.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { toStoredLines } from '#server/features/pricing/lines.ts'
import { countPromoUse } from '#server/features/promos/commands.ts'
import { postTransfers } from '#server/features/wallet/ledger/ledger.ts'
import { toPayment } from '../booking-postings.ts'
import { toBooking, type VisibleRow } from '../booking-rows.ts'
import { mailBookings } from '../documents/mails.ts'
import { toStoredEvent } from '../event-terms.ts'
import { findNextStepTime } from '../lifecycle/next-step.ts'
import {
  createHandles,
  findMail,
  findTransition,
  insertBookings,
  type BookingHandles,
  type NewBooking,
} from '../lifecycle/transitions.ts'
import type { Sale } from './sale.ts'

/** A booking that is not written yet: its row and the response. */
export interface PreparedBooking {
  sale: Sale
  handles: BookingHandles
  row: PreparedRow
  booking: Booking
}
type PreparedRow = ReturnType<typeof toBookingRow>

export function prepareBooking(sale: Sale, now: Date): PreparedBooking {
  const handles = createHandles(now)
  const row = toBookingRow(sale, now)
  return { sale, handles, row, booking: toCreatedBooking(sale, row, handles, now) }
}

/** Writes new bookings without taking spaces: rows, history, promo uses, payments and mails. */
export async function writeBookings(
  tx: Tx,
  deps: Deps,
  prepared: readonly PreparedBooking[],
  now: Date,
): Promise<void> {
  await insertBookings(
    tx,
    prepared.map(({ sale, handles, row }) => ({
      handles,
      booking: row,
      initial: {
        status: sale.kind === 'booked' ? 'active' : 'pending',
        cause: sale.kind,
        actor: sale.actor ?? { kind: 'driver', id: sale.user.user_id },
        now,
      },
    })),
  )
  const promoUses = prepared.flatMap(({ sale: { priced_offer, user } }) => {
    const { promo } = priced_offer.terms
    return promo === null
      ? []
      : [
          {
            promo_code_id: promo.promo_code_id,
            limit_per_person: promo.limit_per_person,
            most_uses: promo.most_uses,
            user_id: user.user_id,
          },
        ]
  })
  // In the order of ids, so that two batches cannot deadlock.
  for (const use of promoUses.toSorted((a, b) => (a.promo_code_id < b.promo_code_id ? -1 : 1)))
    await countPromoUse(tx, use)
  const paid = prepared.filter(({ sale }) => sale.kind === 'booked')
  if (paid.length > 0) {
    const payments = paid.map(({ sale: { user, priced_offer }, handles }) =>
      toPayment({ ...handles, user_id: user.user_id, park_id: priced_offer.offer.id, terms: priced_offer.terms }, now),
    )
    await postTransfers(tx, payments)
  }
  const effects = findTransition(null, 'active', 'booked', 'driver')!
  const mails = paid.flatMap(({ sale: { user: recipient, outcome = 'bought' }, booking }) => {
    const topic = findMail(effects, outcome)
    return topic === null ? [] : [{ recipient, booking, topic }]
  })
  await mailBookings(tx, deps, mails, now)
}

/** Returns the booking as a later read would, from the row and the offer, without a query. */
function toCreatedBooking(sale: Sale, row: PreparedRow, handles: BookingHandles, now: Date): Booking {
  const { offer, park, event, fees, terms } = sale.priced_offer
  const visible: VisibleRow = {
    ...handles,
    ...park,
    ...row,
    city: offer.city,
    country_code: offer.country_code,
    timezone: offer.timezone,
    status: sale.kind === 'booked' ? 'active' : 'pending',
    lines: JSON.parse(row.lines) as unknown,
    refunded_minor: 0n,
    due_minor: 0n,
    checked_in_at: null,
    checked_out_at: null,
    auto_extend_until: null,
    promo_code: terms.promo?.code ?? null,
    event: event === undefined ? null : toStoredEvent(event),
    fee_names: Object.fromEntries(fees.map(({ id, name, name_fr }) => [id, [name, name_fr]])),
    created_at: now,
  }
  return toBooking(visible, sale.language)
}

function toBookingRow(sale: Sale, now: Date) {
  const { kind, priced_offer, user } = sale
  const { offer, window, terms, vehicle_type_id, event } = priced_offer
  const isHeld = kind === 'held'
  // A hold ends with the booking's window at the latest.
  const holdEnd_ms = Math.min(now.getTime() + holdMinutes * minute_ms, window.end.getTime())
  const held_until = isHeld ? new Date(holdEnd_ms) : null
  const status = isHeld ? ('pending' as const) : ('active' as const)
  return {
    user_id: user.user_id,
    park_id: offer.id,
    pool_id: offer.pool.id,
    vehicle_type_id,
    tariff_id: terms.tariff_id,
    plate: sale.plate,
    start_time: window.start,
    priced_from: window.priced_from,
    end_time: window.end,
    space_until: window.end,
    payment_status: isHeld ? ('unpaid' as const) : ('paid' as const),
    refund_status: 'none' as const,
    lines: toStoredLines(terms.lines),
    total_minor: terms.total_minor,
    currency: terms.currency,
    promo_code_id: terms.promo?.promo_code_id ?? null,
    event_id: event?.id ?? null,
    cancellation: offer.cancellation,
    check_in: offer.check_in,
    held_until,
    notes: sale.notes,
    renewed_from: sale.renewed_from ?? null,
    device: user.device ?? null,
    next_look_at: findNextStepTime({
      ...window,
      status,
      held_until,
      check_in: offer.check_in,
      auto_extend_until: null,
    }),
  } satisfies NewBooking
}
