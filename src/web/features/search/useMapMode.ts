import { useState } from 'react'
import { canDrawMap, isFrugal } from '#web/features/map/capability.ts'
import { useMediaQuery } from '#web/lib/media.ts'

/** What the reader chose lasts as long as the page is open. */
let wish: boolean | undefined
let drawable: boolean | undefined

/** Whether the map is shown beside the list: not without WebGL, and on a thin line or a low screen only when asked for. */
export function useMapMode() {
  drawable ??= canDrawMap()
  const low = useMediaQuery('(height < 30rem)')
  const [wanted, setWanted] = useState(wish)
  const [failed, setFailed] = useState(false)
  const frugal = isFrugal()
  const possible = drawable && !failed
  const shown = possible && (wanted ?? !(low || frugal))
  return {
    possible,
    shown,
    /** Why there is no map though nobody sent it away. */
    notice: !possible ? ('failed' as const) : frugal && wanted === undefined ? ('saved' as const) : undefined,
    toggle: () => {
      wish = !shown
      setWanted(wish)
    },
    fail: () => setFailed(true),
  }
}
