import { useEffect, useState } from 'react'

/** The value once it has not changed for a moment: what is typed is not asked about at every key. */
export function useSettled<T>(value: T, settle_ms = 300): T {
  const [settled, setSettled] = useState(value)
  const key = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settle_ms)
    return () => clearTimeout(timer)
    // The value is a new object at each render; its text says whether it is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [key, settle_ms])
  return settled
}
