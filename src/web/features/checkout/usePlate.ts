import { useEffect, useRef, useState } from 'react'
import type { Park } from '#contract/parks.ts'
import type { Vehicle } from '#contract/vehicles.ts'
import { useVehicles } from '#web/features/vehicles/api.ts'
import { useSignedIn } from '#web/lib/session.ts'
import { type Draft, otherVehicle } from './draft.ts'
import { findVehicle, isTooLarge, servedTypes } from './words.ts'

/** A plate that is typed counts once it has rested for this long. */
const rest_ms = 700

interface PlateProps {
  park: Park
  draft: Pick<Draft, 'plate' | 'vehicle'>
  onDraft: (change: Partial<Draft>) => void
  /** The vehicle type that the price is for. */
  type: number
  onType: (vehicle_type_id: number) => void
  /** Called just before another plate counts. */
  onSettle: (plate: string) => void
}

/** With which vehicle the driver comes: a saved one, or one whose plate is typed. */
export function usePlate({ park, draft, onDraft, type, onType, onSettle }: PlateProps) {
  const signedIn = useSignedIn()
  const saved = useVehicles()
  const vehicles = signedIn ? (saved.data ?? []) : []
  const wish = { chosen: draft.vehicle, plate: draft.plate, type, named: type !== 1 }
  const served = servedTypes(park)
  const goes = (one: Vehicle) => served.has(one.vehicle_type_id) && !isTooLarge(one, park)
  const vehicle = findVehicle(vehicles.filter(goes), wish)
  const plate = vehicle?.plate ?? draft.plate

  // A saved vehicle tells its type, and with it the price.
  const told = vehicle?.vehicle_type_id ?? type
  useEffect(() => {
    if (told !== type) onType(told)
  })

  const [settled, setSettled] = useState(plate)
  const latest = useRef(onSettle)
  useEffect(() => {
    latest.current = onSettle
  })
  const typed = vehicle === undefined
  useEffect(() => {
    if (plate === settled) return
    const settle = () => {
      latest.current(plate)
      setSettled(plate)
    }
    const timer = setTimeout(settle, typed ? rest_ms : 0)
    return () => clearTimeout(timer)
  }, [plate, settled, typed])

  return {
    vehicles,
    /** Whether a saved vehicle can be parked here. */
    goes,
    /** The saved ones are on their way: which one is chosen is not known yet. */
    waiting: signedIn && saved.isPending && saved.fetchStatus !== 'paused',
    vehicle,
    plate,
    /** The plate, once nobody types any more. */
    settled,
    settle: () => setSettled(plate),
    choose: (id: string) => onDraft({ vehicle: id }),
    write: (text: string) => onDraft({ plate: text, vehicle: vehicles.length > 0 ? otherVehicle : '' }),
  }
}

export type PlateChoice = ReturnType<typeof usePlate>
