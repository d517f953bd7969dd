import { useState } from 'react'
import { canDrawMap, isFrugal, isSlow } from '#web/features/map/capability.ts'
import { useMediaQuery } from '#web/lib/media.ts'

/** What the reader chose lasts as long as the page is open. */
let readerChoice: boolean | undefined
let drawable: boolean | undefined

/** Whether the map is shown beside the list: not without WebGL, and on a thin line, a weak phone or a low screen only when asked for. */
export function useMapMode() {
  drawable ??= canDrawMap()
  const low = useMediaQuery('(height < 30rem)')
  const [wanted, setWanted] = useState(readerChoice)
  const [failed, setFailed] = useState(false)
  const frugal = isFrugal()
  const slow = isSlow()
  const possible = drawable && !failed
  const shown = possible && (wanted ?? !(low || frugal || slow))
  return {
    possible,
    shown,
    /** Why there is no map though nobody sent it away. */
    notice: possible ? (wanted === undefined ? hiddenReason(frugal, slow) : undefined) : ('failed' as const),
    toggle: () => {
      readerChoice = !shown
      setWanted(readerChoice)
    },
    fail: () => setFailed(true),
  }
}

const hiddenReason = (frugal: boolean, slow: boolean) =>
  frugal ? ('saved' as const) : slow ? ('slow' as const) : undefined
