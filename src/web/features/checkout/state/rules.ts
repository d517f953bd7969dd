import type { Booking, CancellationTerms, Quote } from '#contract/bookings.ts'
import type { Park } from '#contract/parks.ts'
import type { Vehicle } from '#contract/vehicles.ts'
import { CallError } from '#web/lib/call.ts'
import { otherVehicle } from './draft.ts'

/** Refund rules that still apply, in order. */
export const openRules = ({ refund_rules }: CancellationTerms, now: Date) =>
  refund_rules.filter(({ until, percent }) => percent > 0 && new Date(until) > now)

/** Vehicle types with spaces and a tariff at a park. */
export function servedTypes({ pools, rates }: Pick<Park, 'pools' | 'rates'>): Set<number> {
  const priced = new Set(rates.map(({ vehicle_type_id }) => vehicle_type_id))
  return new Set(pools.flatMap(({ vehicle_type_ids }) => vehicle_type_ids).filter((id) => priced.has(id)))
}

const sides = ['height', 'length', 'width'] as const
type Sizes = Pick<Vehicle, `${(typeof sides)[number]}_cm`>
type Limits = Pick<Park, `max_${(typeof sides)[number]}_cm`>

/** Whether a vehicle exceeds a park's size limits; unknown sizes and limits are ignored. */
export const isTooLarge = (vehicle: Sizes, park: Limits): boolean =>
  sides.some((side) => (vehicle[`${side}_cm`] ?? 0) > (park[`max_${side}_cm`] ?? Infinity))

const normalizePlate = (plate: string) => plate.toUpperCase().replaceAll(/[ -]/g, '')

/** A booking of the same plate at the same park that overlaps the new one. */
export function findDuplicate<B extends Pick<Booking, 'park' | 'plate' | 'start_time' | 'end_time'>>(
  bookings: readonly B[],
  booking: { park_id: string; plate: string; start: Date; end: Date },
): B | undefined {
  return bookings.find(
    ({ park, plate, start_time, end_time }) =>
      park.id === booking.park_id &&
      normalizePlate(plate) === normalizePlate(booking.plate) &&
      new Date(start_time) < booking.end &&
      new Date(end_time) > booking.start,
  )
}

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

interface VehiclePreference {
  /** The chosen vehicle's id, or `otherVehicle`; empty before a choice. */
  chosen: string
  /** As typed. */
  plate: string
  /** The vehicle type of the shown price, and whether the address names it. */
  type: number
  named: boolean
}

/**
 * The vehicle to book for; undefined if its plate has to be typed. Before a choice: the one with the typed plate, then
 * the first of the searched type, then the default one.
 */
export function findVehicle<V extends Pick<Vehicle, 'id' | 'plate' | 'vehicle_type_id' | 'is_default'>>(
  vehicles: readonly V[],
  { chosen, plate, type, named }: VehiclePreference,
): V | undefined {
  if (chosen === otherVehicle) return undefined
  const choice = vehicles.find(({ id }) => id === chosen)
  if (choice !== undefined) return choice
  if (plate.trim() !== '') return vehicles.find((vehicle) => normalizePlate(vehicle.plate) === normalizePlate(plate))
  const ordered = vehicles.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
  return ordered.find(({ vehicle_type_id }) => vehicle_type_id === type) ?? (named ? undefined : ordered[0])
}

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
