import { useEffect, useRef, useState } from 'react'
import type { Park } from '#contract/parks/parks.ts'
import { normalizePlate } from '#contract/vehicles/plates.ts'
import type { maxVehicles as most, Vehicle } from '#contract/vehicles/vehicles.ts'
import { useSignedIn } from '#web/api/session.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { findVehicle, isTooLarge, otherVehicle, servedTypes } from '#web/features/vehicles/choice.ts'
import type { Draft } from './draft.ts'

/** As `maxVehicles` of the contract, whose schemas are too large for this page. */
const maxVehicles: typeof most = 50

/** A typed plate is used once it has not changed for this long. */
const debounce_ms = 700

interface VehicleChoiceProps {
  park: Park
  draft: Pick<Draft, 'plate' | 'vehicle' | 'save'>
  onDraft: (change: Partial<Draft>) => void
  /** The vehicle type that the price is for. */
  type: number
  onType: (vehicle_type_id: number) => void
  /** Called just before `settledPlate` changes. */
  onSettle: (plate: string) => void
}

/** The vehicle to book for: a saved one, or one whose plate is typed. */
export function useVehicleChoice({ park, draft, onDraft, type, onType, onSettle }: VehicleChoiceProps) {
  const signedIn = useSignedIn()
  const saved = useVehicles()
  const vehicles = signedIn ? (saved.data ?? []) : []
  const served = servedTypes(park)
  const canPark = (vehicle: Vehicle) => served.has(vehicle.vehicle_type_id) && !isTooLarge(vehicle, park)
  const vehicle = findVehicle(vehicles.filter(canPark), {
    chosen: draft.vehicle,
    plate: draft.plate,
    type,
    named: type !== 1,
  })
  const plate = vehicle?.plate ?? draft.plate

  // A saved vehicle determines the type, and with it the price.
  const vehicleType = vehicle?.vehicle_type_id ?? type
  useEffect(() => {
    if (vehicleType !== type) onType(vehicleType)
  })

  const [settledPlate, setSettledPlate] = useState(plate)
  const latest = useRef(onSettle)
  useEffect(() => {
    latest.current = onSettle
  })
  const isTyped = vehicle === undefined
  useEffect(() => {
    if (plate === settledPlate) return
    const settle = () => {
      latest.current(plate)
      setSettledPlate(plate)
    }
    const timer = setTimeout(settle, isTyped ? debounce_ms : 0)
    return () => clearTimeout(timer)
  }, [plate, settledPlate, isTyped])

  const isKnown = saved.data?.some((candidate) => normalizePlate(candidate.plate) === normalizePlate(plate)) === true
  const canSave = vehicle === undefined && !isKnown && vehicles.length < maxVehicles
  return {
    vehicles,
    /** Whether the typed vehicle can be saved, and is to be. */
    canSave,
    isToSave: canSave && draft.save,
    setToSave: (save: boolean) => onDraft({ save }),
    /** Whether a saved vehicle can be parked here. */
    canPark,
    /** The saved vehicles are loading. */
    isLoading: signedIn && saved.isPending && saved.fetchStatus !== 'paused',
    vehicle,
    plate,
    /** The plate that quotes are requested for. */
    settledPlate,
    settlePlate: () => setSettledPlate(plate),
    choose: (id: string) => onDraft({ vehicle: id }),
    typePlate: (text: string) => onDraft({ plate: text, vehicle: vehicles.length > 0 ? otherVehicle : '' }),
  }
}

export type VehicleChoice = ReturnType<typeof useVehicleChoice>
