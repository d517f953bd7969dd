import { useEffect, useState } from 'react'

const settle_ms = 300

/** The value once it has not changed for a moment: what is typed is not asked about at every key. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settle_ms)
    return () => clearTimeout(timer)
    // The value is a new object at each render; its text says whether it is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key])
  return settled
}
