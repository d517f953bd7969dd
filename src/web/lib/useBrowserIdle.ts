import { useEffect, useState } from 'react'

/** So long at most for a browser that never rests. */
const LONGEST_MS = 1_500
/** Where the browser does not say when it rests. */
const USUAL_MS = 200

/**
 * True once `ready` has been shown and the browser rests: for what is heavy and may come a moment after the rest. It stays
 * true.
 */
export function useBrowserIdle(ready: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!ready || isIdle) return undefined
    const markIdle = () => setIsIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(markIdle, USUAL_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(markIdle, { timeout: LONGEST_MS })
    return () => cancelIdleCallback(handle)
  }, [ready, isIdle])
  return isIdle
}
