import { useEffect, useState } from 'react'
import { nextChange, type Phase, phaseOf, type Timed } from './phase.ts'

/** Timers hold at most this long. */
const longest_ms = 2 ** 31 - 1

/** What a booking is now, and again when its time begins or ends while one looks. */
export function usePhase(booking: Timed): Phase {
  const [now, setNow] = useState(() => new Date())
  const next_ms = nextChange(booking, now)?.getTime()
  useEffect(() => {
    if (next_ms === undefined) return
    const timer = setTimeout(() => setNow(new Date()), Math.min(longest_ms, Math.max(50, next_ms - Date.now() + 50)))
    return () => clearTimeout(timer)
  }, [next_ms, now])
  return phaseOf(booking, now)
}
