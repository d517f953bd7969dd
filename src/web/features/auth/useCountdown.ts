import { useEffect, useState } from 'react'

/** Whole seconds from now until a time (ms since 1970); 0 once it is past. */
export function useCountdown(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    setSeconds(left())
    if (left() === 0) return
    const timer = setInterval(() => {
      setSeconds(left())
      if (left() === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
    // `left` reads nothing but `until`.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [until])
  return seconds
}
