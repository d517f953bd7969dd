import { useState } from 'react'
import { canDrawMap, isFrugal } from '#web/features/map/capability.ts'
import { useMediaQuery } from '#web/page/media.ts'
import { useHydrating } from '#web/page/rendering.ts'
import { readText, removeStored, writeText } from '#web/storage/storage.ts'

/** Set to `list` while the reader hides the map; kept on the device for later searches. */
const key = 'searchView'

/** A map requested by the reader is shown as long as the page is open, also on slow connections. */
let isRequested = false

/**
 * Whether the map is shown: not without WebGL, not where the reader has hidden it, and only on request on slow connections
 * or low screens. The server reserves its space.
 */
export function useMapMode() {
  const isHydrating = useHydrating()
  const isLow = useMediaQuery('(height < 30rem)')
  const [choice, setChoice] = useState(() => (readText(key) === 'list' ? 'list' : isRequested ? 'map' : undefined))
  const [failed, setFailed] = useState(false)
  const possible = isHydrating || (canDrawMap() && !failed)
  const frugal = !isHydrating && isFrugal()
  const shown = possible && (isHydrating || (choice === undefined ? !isLow && !frugal : choice === 'map'))
  return {
    possible,
    shown,
    /** Why there is no map although the reader did not hide it. */
    notice: possible ? (choice === undefined && frugal ? ('saved' as const) : undefined) : ('failed' as const),
    toggle: () => {
      isRequested = !shown
      if (shown) writeText(key, 'list')
      else removeStored(key)
      setChoice(shown ? 'list' : 'map')
    },
    fail: () => setFailed(true),
  }
}
