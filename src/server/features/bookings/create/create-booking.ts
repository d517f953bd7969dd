import type { Booking, createBooking as endpoint } from '#contract/bookings/bookings.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { FindGrant } from '#server/features/access/grants.ts'
import { getOwnVehicle } from '#server/features/vehicles/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { findStoredAnswer, runIdempotently } from '#server/http/idempotency.ts'
import type { Retry } from '#server/http/mount.ts'
import { getEventTerms } from '../event-terms.ts'
import { settleDebts } from '../lifecycle/outstanding-debts.ts'
import { agreePrice } from '../quotes/agree-price.ts'
import type { PriceRequest } from '../quotes/priced-offers.ts'
import { lockStays } from './already-booked.ts'
import { createOneBooking } from './create-bookings.ts'
import { payHold } from './holds.ts'
import { queueSale } from './sale-queue.ts'
import { toStay, type Sale } from './sale.ts'

type CreateBookingBody = ParsedBody<typeof endpoint>

/**
 * Books a space and pays it from the wallet, or pays a hold; debts are paid first, in the same transaction. Throws like
 * `agreePrice` and `getEventTerms`, `no_space`, `already_booked`, `insufficient_balance`, `vehicle_not_found`, `promo_used`,
 * `idempotency_key_reused`; for a hold `booking_not_found`, `hold_expired`, `invalid_transition`.
 */
export async function createBooking(
  deps: Deps,
  { user, retry, language }: { user: SignedIn; retry: Retry | undefined; language: Language },
  body: CreateBookingBody,
  findGrant: FindGrant,
): Promise<Booking> {
  if (body.hold_id !== undefined) return payHold(deps, user, body.hold_id, retry, language)
  const { db } = deps
  const now = deps.clock()
  let sale: Sale
  try {
    const event = await getEventTerms(db, body.event_code, findGrant, now)
    const request = { ...(await toPriceRequest(db, user, body)), event }
    const times = { start_time: body.start_time!, end_time: body.end_time! }
    const priced_offer = await agreePrice(db, request, times, body.quote_id, now)
    sale = {
      kind: 'booked',
      user,
      language,
      priced_offer,
      plate: request.plate,
      notes: body.notes ?? null,
      again: body.again,
      retry,
    }
  } catch (error) {
    // A repeated request gets its first response, even if the booking is no longer possible.
    const answer = await findStoredAnswer<Booking>(db, user.user_id, retry)
    if (answer !== undefined) return answer
    throw error
  }
  const result = await queueSale(deps, sale)
  switch (result.kind) {
    case 'created':
      return result.booking
    case 'refused':
      throw result.error
    case 'owes_debts':
      return settleAndCreate(deps, sale, now)
  }
}

/** Pays the driver's debts and creates the booking, in a transaction of its own. */
async function settleAndCreate(deps: Deps, sale: Sale, now: Date): Promise<Booking> {
  const { user_id } = sale.user
  return transact(deps.db, async (tx) => {
    await lockStays(tx, [toStay(sale)])
    return runIdempotently(tx, user_id, sale.retry, now, async () => {
      await settleDebts(tx, user_id, sale.priced_offer.terms, now)
      return createOneBooking(tx, deps, { ...sale, retry: undefined }, now)
    })
  })
}

/** Returns the request's vehicle type and plate, or those of the driver's saved vehicle. */
async function toPriceRequest(
  db: Db,
  { user_id }: SignedIn,
  { park_id, vehicle_id, vehicle_type_id, plate, promo_code }: CreateBookingBody,
): Promise<PriceRequest & { plate: string }> {
  const request = { park_id: park_id!, promo_code, user_id }
  if (vehicle_id === undefined) return { ...request, vehicle_type_id: vehicle_type_id ?? 1, plate: plate! }
  const { vehicle_type_id: own_type_id, plate: own_plate, ...sizes } = await getOwnVehicle(db, user_id, vehicle_id)
  return { ...request, vehicle_type_id: own_type_id, plate: own_plate, sizes }
}
