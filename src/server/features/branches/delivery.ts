import { metresIn, type DistanceUnit } from '#contract/distance-units.ts'
import { chargedUnit, type Currency } from '#contract/money.ts'
import { distanceM, type Point } from '#server/geo.ts'
import type { Band } from './bands.ts'

/** What a branch charges for bringing an order, in minor units of its currency. Distances are in its unit. */
export interface DeliveryTerms {
  radius: number
  free_distance: number
  basic_delivery_charge_minor: bigint
  charge_per_unit_minor: bigint
  /** From this subtotal on it is free; null: never. */
  free_above_minor: bigint | null
  bay_charge_minor: bigint
  currency: Currency
  /** Active bands without gaps; where there are some, they say what an address costs. */
  bands: readonly (Band & { charge_minor: bigint })[]
}

/** Where an order is brought: to a car park of the branch, or to an address so far away, in the branch's unit. */
export type Destination = { kind: 'bay' } | { kind: 'address'; distance: number }

/** `outside`: too far away, or beyond the last band. */
export type DeliveryCharge = { kind: 'inside'; charge_minor: bigint } | { kind: 'outside' }

/** The straight-line distance in a unit, rounded up to a tenth of it. A tenth of a metre more is no tenth of a unit. */
export const deliveryDistance = (branch: Point, address: Point, unit: DistanceUnit): number =>
  Math.max(0, Math.ceil(((distanceM(branch, address) - 0.1) * 10) / metresIn[unit])) / 10

const tenths = (distance: number): number => Math.round(distance * 10)

/**
 * Returns what bringing an order of this subtotal after offers costs: at a bay what the branch charges there, at an address
 * by its bands or, without any, nothing up to the free distance and then a basic charge and one for each unit beyond,
 * rounded down to what the currency charges.
 */
export function calculateDelivery(
  terms: DeliveryTerms,
  destination: Destination,
  subtotal_minor: bigint,
): DeliveryCharge {
  const isFree = terms.free_above_minor !== null && subtotal_minor >= terms.free_above_minor
  const charge = (amount_minor: bigint): DeliveryCharge => ({
    kind: 'inside',
    charge_minor: isFree ? 0n : amount_minor,
  })
  if (destination.kind === 'bay') return charge(terms.bay_charge_minor)
  const distance = tenths(destination.distance)
  if (distance > tenths(terms.radius)) return { kind: 'outside' }
  if (terms.bands.length > 0) {
    const band = terms.bands.find(
      ({ from_distance, to_distance }) =>
        distance <= tenths(to_distance) && (distance > tenths(from_distance) || tenths(from_distance) === 0),
    )
    return band === undefined ? { kind: 'outside' } : charge(band.charge_minor)
  }
  const free = tenths(terms.free_distance)
  if (free > 0 && distance <= free) return charge(0n)
  const unit = chargedUnit(terms.currency)
  const exact = terms.basic_delivery_charge_minor + (terms.charge_per_unit_minor * BigInt(distance - free)) / 10n
  return charge((exact / unit) * unit)
}
