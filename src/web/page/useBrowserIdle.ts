import { useEffect, useState } from 'react'

/** Maximum wait for a browser that is never idle. */
const MAX_WAIT_MS = 1_500
/** Wait in browsers without requestIdleCallback. */
const FALLBACK_WAIT_MS = 200

/** Becomes true, and stays true, when the browser is idle after `ready`. Use it to delay heavy parts of a page. */
export function useBrowserIdle(ready: boolean): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => {
    if (!ready || isIdle) return undefined
    const markIdle = () => setIsIdle(true)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(markIdle, FALLBACK_WAIT_MS)
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(markIdle, { timeout: MAX_WAIT_MS })
    return () => cancelIdleCallback(handle)
  }, [ready, isIdle])
  return isIdle
}
