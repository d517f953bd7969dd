import { useState } from 'react'
import type { Park } from '#contract/parks/parks.ts'
import type { Vehicle } from '#contract/vehicles/vehicles.ts'
import type { ParkSearch } from '#web/features/booking-window/parkSearch.ts'
import { isSameVehicle, toVehicleChoice } from '#web/features/booking-window/vehicleChoice.ts'
import { writeWindow } from '#web/features/booking-window/window.ts'
import { useAgreeToPay } from '#web/features/checkout/api-agreed.ts'
import { useWallet } from '#web/features/topup/api.ts'
import { findCoverage, findWalletBalance } from '#web/features/topup/money.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { findVehicle, isTooLarge } from '#web/features/vehicles/choice.ts'
import { paths } from '#web/paths.ts'
import { useParkQuote } from './useParkQuote.ts'

/** A booking that one press pays. */
export interface PayHere {
  vehicle: Vehicle
  total: number
  /** Balance of the wallet afterwards, in major units. */
  left: number
  pay: () => void
  /** Pressed before; the checkout is loading. */
  isLeaving: boolean
}

/**
 * Undefined unless a saved vehicle of the searched type fits and the wallet covers the price: then there is nothing left
 * to ask. The checkout pays, and asks whatever has changed until then.
 */
export function usePayHere(park: Park, search: ParkSearch, isPriceStale: boolean): PayHere | undefined {
  const quote = useParkQuote(park, search).data
  const { data: vehicles = [] } = useVehicles()
  const { data: wallet } = useWallet()
  const agreeToPay = useAgreeToPay()
  const [isLeaving, setLeaving] = useState(false)
  if (quote === undefined || wallet === undefined || isPriceStale) return undefined
  const { total, currency } = quote
  const fitting = vehicles.filter((one) => one.vehicle_type_id === search.vehicle && !isTooLarge(one, park))
  const vehicle =
    fitting.find((one) => isSameVehicle(search, toVehicleChoice(one))) ??
    findVehicle(fitting, { chosen: '', plate: '', type: search.vehicle, named: true })
  const coverage = findCoverage(findWalletBalance(wallet, currency).balance, total, currency)
  if (vehicle === undefined || coverage.state === 'short') return undefined
  const pay = () => {
    setLeaving(true)
    agreeToPay(paths.checkout(park.slug, writeWindow(search)), { vehicle_id: vehicle.id, total, currency })
  }
  return { vehicle, total, left: coverage.left, pay, isLeaving }
}
