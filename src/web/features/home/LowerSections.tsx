import type { BookingWindow } from '#web/features/booking-window/window.ts'
import { Apps } from './Apps.tsx'
import { Events } from './Events.tsx'
import { FiguresBand } from './FiguresBand.tsx'
import { How } from './How.tsx'
import { Nearby } from './Nearby.tsx'
import { Owner } from './Owner.tsx'
import { ParkingTypes } from './ParkingTypes.tsx'

/** What is below the search box and the great places: it may come a moment later. */
export default function More({ window }: { window: BookingWindow & { vehicle: number } }) {
  return (
    <>
      <Nearby window={window} />
      <ParkingTypes />
      <Events />
      <How />
      <FiguresBand />
      <Apps />
      <Owner />
    </>
  )
}
