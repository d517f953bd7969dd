import type { Booking } from '#contract/bookings/bookings.ts'
import { describeLength } from '#web/features/booking-window/describeLength.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatWindow, zoneName } from '#web/time/format.ts'
import { differsFromDevice } from '#web/time/quarterHours.ts'

interface BookedTimesProps {
  booking: Pick<Booking, 'start_time' | 'end_time' | 'priced_from'> & { park: Pick<Booking['park'], 'timezone'> }
}

/** The times of a booking with its length and, where the device is in another zone, the name of the car park's. */
export function BookedTimes({ booking: { start_time, end_time, priced_from, park } }: BookedTimesProps) {
  const { t, locale } = useTranslation()
  const [start, end] = [new Date(start_time), new Date(end_time)]
  const zone = park.timezone
  return (
    <>
      {formatWindow(start, end, zone, locale)}
      <span className="block text-sm font-normal text-ink-2">
        {describeLength(t, locale, { start, priced_from: new Date(priced_from), end })}
        {differsFromDevice(start, zone) && <> · {zoneName(start, zone, locale)}</>}
      </span>
    </>
  )
}
