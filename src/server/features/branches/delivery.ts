import { chargedUnit, type Currency } from '#contract/money.ts'
import { distanceM, type Point } from '#server/geo.ts'
import type { Band } from './bands.ts'

/** What a branch charges for bringing an order, in minor units of its currency. */
export type DeliveryTerms = {
  radius_km: number
  free_delivery_km: number
  basic_delivery_charge_minor: bigint
  charge_per_km_minor: bigint
  /** From this subtotal on it is free; null: never. */
  free_above_minor: bigint | null
  bay_charge_minor: bigint
  currency: Currency
  /** Active bands without gaps; where there are some, they say what an address costs. */
  bands: readonly (Band & { charge_minor: bigint })[]
}

/** Where an order is brought: to a car park of the branch, or to an address so far away. */
export type Destination = { kind: 'bay' } | { kind: 'address'; distance_km: number }

/** `outside`: too far away, or beyond the last band. */
export type DeliveryCharge = { kind: 'inside'; charge_minor: bigint } | { kind: 'outside' }

/** The straight-line distance in kilometres, rounded up to 0.1 km (C-80). A tenth of a metre more is no tenth of a kilometre. */
export const deliveryDistanceKm = (branch: Point, address: Point): number =>
  Math.max(0, Math.ceil((distanceM(branch, address) - 0.1) / 100)) / 10

const tenths = (km: number): number => Math.round(km * 10)

/**
 * Returns what bringing an order of this subtotal after offers costs: at a bay what the branch charges there, at an address
 * by its bands or, without any, nothing up to the free distance and then a basic charge and one for each kilometre beyond,
 * rounded down to what the currency charges (C-81).
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
  const distance = tenths(destination.distance_km)
  if (distance > tenths(terms.radius_km)) return { kind: 'outside' }
  if (terms.bands.length > 0) {
    const band = terms.bands.find(
      ({ from_km, to_km }) => distance <= tenths(to_km) && (distance > tenths(from_km) || tenths(from_km) === 0),
    )
    return band === undefined ? { kind: 'outside' } : charge(band.charge_minor)
  }
  const free = tenths(terms.free_delivery_km)
  if (free > 0 && distance <= free) return charge(0n)
  const unit = chargedUnit(terms.currency)
  const exact = terms.basic_delivery_charge_minor + (terms.charge_per_km_minor * BigInt(distance - free)) / 10n
  return charge((exact / unit) * unit)
}
