import { useEffect, useState } from 'react'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { readNow } from '#web/time/clock.ts'
import { QUARTER_MS } from '#web/time/quarterHours.ts'

/** Start of the current quarter hour. The same object until the next quarter begins. */
export function useRunningQuarter(): Date {
  const [quarter, setQuarter] = useState(() => runningQuarter(readNow()))
  useEffect(() => {
    const left_ms = quarter.getTime() + QUARTER_MS - readNow().getTime()
    const timer = setTimeout(() => setQuarter(runningQuarter(readNow())), Math.max(1_000, left_ms))
    return () => clearTimeout(timer)
  }, [quarter])
  return quarter
}
