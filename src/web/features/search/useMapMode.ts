import { useState } from 'react'
import { canDrawMap, isFrugal, isSlow } from '#web/features/map/capability.ts'
import { useMediaQuery } from '#web/lib/media.ts'

/** What the reader chose lasts as long as the page is open. */
let wish: boolean | undefined
let drawable: boolean | undefined

/** Whether the map is shown beside the list: not without WebGL, and on a thin line, a weak phone or a low screen only when asked for. */
export function useMapMode() {
  drawable ??= canDrawMap()
  const low = useMediaQuery('(height < 30rem)')
  const [wanted, setWanted] = useState(wish)
  const [failed, setFailed] = useState(false)
  const frugal = isFrugal()
  const slow = isSlow()
  const possible = drawable && !failed
  const shown = possible && (wanted ?? !(low || frugal || slow))
  return {
    possible,
    shown,
    /** Why there is no map though nobody sent it away. */
    notice: possible ? (wanted === undefined ? reasonOf(frugal, slow) : undefined) : ('failed' as const),
    toggle: () => {
      wish = !shown
      setWanted(wish)
    },
    fail: () => setFailed(true),
  }
}

const reasonOf = (frugal: boolean, slow: boolean) =>
  frugal ? ('saved' as const) : slow ? ('slow' as const) : undefined
