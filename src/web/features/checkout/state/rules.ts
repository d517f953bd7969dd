import type { Booking, CancellationTerms, Quote } from '#contract/bookings/bookings.ts'
import { isRepeated, type VehicleWindow } from '#contract/bookings/repeated-booking.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import { CallError } from '#web/api/call.ts'

/** Refund rules that still apply, in order. */
export const openRules = ({ refund_rules }: CancellationTerms, now: Date) =>
  refund_rules.filter(({ until, percent }) => percent > 0 && new Date(until) > now)

/** The booking that another of this vehicle, at these times, would repeat. */
export const findDuplicate = <B extends Pick<Booking, 'park' | 'plate' | 'start_time' | 'end_time'>>(
  bookings: readonly B[],
  candidate: VehicleWindow,
): B | undefined =>
  bookings.find(({ park, plate, start_time, end_time }) =>
    isRepeated({ park_id: park.id, plate, start: new Date(start_time), end: new Date(end_time) }, candidate),
  )

/** Whether a space is held for this quote and plate. */
export const isHoldOf = (
  hold: Pick<Booking, 'start_time' | 'end_time' | 'vehicle_type_id' | 'total' | 'plate'>,
  quote: Pick<Quote, 'start_time' | 'end_time' | 'vehicle_type_id' | 'total'>,
  plate: string,
): boolean =>
  hold.start_time === quote.start_time &&
  hold.end_time === quote.end_time &&
  hold.vehicle_type_id === quote.vehicle_type_id &&
  hold.total === quote.total &&
  normalizePlate(hold.plate) === normalizePlate(plate)

/** Outstanding balance reported by an `insufficient_balance` refusal, if any. */
export function findReportedDue(refusal: CallError | undefined): number | undefined {
  const due = refusal?.code === 'insufficient_balance' ? refusal.problem?.['due'] : undefined
  if (typeof due === 'number') return due
  const amount = typeof due === 'object' && due !== null && 'amount' in due ? due.amount : undefined
  return typeof amount === 'number' ? amount : undefined
}

/** The server's message about the promo code, if any. */
export const findPromoError = (error: unknown): string | undefined =>
  error instanceof CallError ? error.problem?.errors?.find(({ field }) => field === 'promo_code')?.message : undefined
