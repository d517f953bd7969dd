import { useEffect, useState } from 'react'
import { runningQuarter } from '#contract/bookings/booking-rules.ts'
import { quarter_ms } from '#contract/time.ts'
import { readNow } from './clock.ts'

/** Start of the current quarter hour. The same object until the next quarter begins. */
export function useRunningQuarter(): Date {
  const [quarter, setQuarter] = useState(() => runningQuarter(readNow()))
  useEffect(() => {
    const left_ms = quarter.getTime() + quarter_ms - readNow().getTime()
    const timer = setTimeout(() => setQuarter(runningQuarter(readNow())), Math.max(1_000, left_ms))
    return () => clearTimeout(timer)
  }, [quarter])
  return quarter
}
