import { useEffect, useState } from 'react'
import { nextChange, type Phase, phaseOf, type Timed } from './phase.ts'

/** The longest delay that timers support, in ms. */
const longest_ms = 2 ** 31 - 1

/** The phase of a booking, updated when it changes with time. */
export const usePhase = (booking: Timed): Phase => phaseOf(booking, useLastChange(booking))

/** When this page was last updated because the phase or the actions of a booking change with time. */
export function useLastChange(booking: Timed): Date {
  const [now, setNow] = useState(() => new Date())
  const next_ms = nextChange(booking, now)?.getTime()
  useEffect(() => {
    if (next_ms === undefined) return
    const timer = setTimeout(() => setNow(new Date()), Math.min(longest_ms, Math.max(50, next_ms - Date.now() + 50)))
    return () => clearTimeout(timer)
  }, [next_ms, now])
  return now
}
