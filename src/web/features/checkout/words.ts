import type { Booking, BookingStatus, CancellationTerms } from '#contract/bookings.ts'
import type { Currency } from '#contract/money.ts'
import type { Park } from '#contract/parks.ts'
import type { Vehicle } from '#contract/vehicles.ts'
import { sumOf } from '#web/features/topup/money.ts'
import { CallError } from '#web/lib/call.ts'
import { otherVehicle } from './draft.ts'

/** What a cancel returns, step by step; steps that are over are left out. */
export const openRules = ({ refund_rules }: CancellationTerms, now: Date) =>
  refund_rules.filter(({ until, percent }) => percent > 0 && new Date(until) > now)

/** Vehicle types that have spaces and a tariff at a park. */
export function servedTypes({ pools, rates }: Pick<Park, 'pools' | 'rates'>): Set<number> {
  const priced = new Set(rates.map(({ vehicle_type_id }) => vehicle_type_id))
  return new Set(pools.flatMap(({ vehicle_type_ids }) => vehicle_type_ids).filter((id) => priced.has(id)))
}

const sides = ['height', 'length', 'width'] as const
type Sizes = Pick<Vehicle, `${(typeof sides)[number]}_cm`>
type Limits = Pick<Park, `max_${(typeof sides)[number]}_cm`>

/** Whether a vehicle's own size goes beyond a park's limits, as far as both are known. */
export const isTooLarge = (vehicle: Sizes, park: Limits): boolean =>
  sides.some((side) => (vehicle[`${side}_cm`] ?? 0) > (park[`max_${side}_cm`] ?? Infinity))

const plain = (plate: string) => plate.toUpperCase().replaceAll(/[ -]/g, '')

/** A booking of the same plate at the same park that overlaps the window: the driver may have forgotten it. */
export function findTwin<B extends Pick<Booking, 'park' | 'plate' | 'start_time' | 'end_time'>>(
  bookings: readonly B[],
  wish: { park_id: string; plate: string; start: Date; end: Date },
): B | undefined {
  return bookings.find(
    ({ park, plate, start_time, end_time }) =>
      park.id === wish.park_id &&
      plain(plate) === plain(wish.plate) &&
      new Date(start_time) < wish.end &&
      new Date(end_time) > wish.start,
  )
}

interface VehicleWish {
  /** What the driver chose: a vehicle's id, or `otherVehicle`; empty while nothing was. */
  chosen: string
  /** As typed. */
  plate: string
  /** The type that the price on screen is for, and whether the address names it. */
  type: number
  named: boolean
}

/**
 * The vehicle to come with. Before the driver chooses it is the one whose plate was typed already, else the first of the
 * type that was searched for, else the default one; undefined is a plate to be typed.
 */
export function findVehicle<V extends Pick<Vehicle, 'id' | 'plate' | 'vehicle_type_id' | 'is_default'>>(
  vehicles: readonly V[],
  { chosen, plate, type, named }: VehicleWish,
): V | undefined {
  if (chosen === otherVehicle) return undefined
  const known = vehicles.find(({ id }) => id === chosen)
  if (known !== undefined) return known
  if (plate.trim() !== '') return vehicles.find((vehicle) => plain(vehicle.plate) === plain(plate))
  const ordered = vehicles.toSorted((a, b) => Number(b.is_default) - Number(a.is_default))
  return ordered.find(({ vehicle_type_id }) => vehicle_type_id === type) ?? (named ? undefined : ordered[0])
}

/** What earlier stays left owing in one currency, in major units. */
export const owedIn = (bookings: readonly Pick<Booking, 'due' | 'currency'>[], currency: Currency): number =>
  sumOf(
    bookings.filter((booking) => booking.currency === currency).map(({ due }) => due),
    currency,
  )

/** The debt that a refusal for want of money names; undefined where it names none. */
export function owedBy(refusal: CallError | undefined): number | undefined {
  const due = refusal?.code === 'insufficient_balance' ? refusal.problem?.['due'] : undefined
  if (typeof due === 'number') return due
  const amount = typeof due === 'object' && due !== null && 'amount' in due ? due.amount : undefined
  return typeof amount === 'number' ? amount : undefined
}

/** A car is thought to be on its way to a park this long before its stay begins. */
const onTheWay_ms = 2 * 60 * 60_000
const inUse = new Set<BookingStatus>(['pending', 'active', 'checked_in', 'overstayed'])

/** The bookings that a driver at a gate may mean: for this park, and for another one. */
export function findInHand<B extends Pick<Booking, 'park' | 'status' | 'start_time' | 'end_time'>>(
  bookings: readonly B[],
  park_id: string,
  now: Date,
): { here: B | undefined; elsewhere: B | undefined } {
  const near = bookings.filter(
    ({ status, start_time, end_time }) =>
      inUse.has(status) &&
      Date.parse(start_time) - onTheWay_ms <= now.getTime() &&
      (now.getTime() < Date.parse(end_time) || status === 'overstayed'),
  )
  return {
    here: near.find(({ park }) => park.id === park_id),
    elsewhere: near.find(({ park }) => park.id !== park_id),
  }
}

/** What is wrong with a promo code, in the server's words. */
export const promoProblem = (error: unknown): string | undefined =>
  error instanceof CallError ? error.problem?.errors?.find(({ field }) => field === 'promo_code')?.message : undefined
