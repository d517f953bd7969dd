import type { StyleSpecification } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { pageConfig } from '#web/api/config.ts'
import { isStyle, type BaseStyle } from './mapStyle.ts'

const packedUrl = '/basemap/style.json'
/** After this time without an answer, the packed map is drawn. */
const hostedTimeout_ms = 4_000

/** Fetches a style. Rejects when the address cannot be reached or the response is not a style. */
async function fetchStyle(url: string, signal: AbortSignal): Promise<StyleSpecification> {
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(`map style: ${response.status}`)
  const style: unknown = await response.json()
  if (!isStyle(style)) throw new Error('map style: not a style')
  return style
}

/**
 * The hosted style for the theme, or the packed one when none is configured or it cannot be fetched in time. `style` is
 * undefined while loading; `usePacked` replaces a hosted style whose tiles do not load, for as long as the page is open.
 * Calls `onFailed` if the packed style cannot be loaded either.
 */
export function useBaseStyle(theme: 'light' | 'dark', onFailed: () => void) {
  const [base, setBase] = useState<BaseStyle>()
  const [isPacked, setPacked] = useState(() => hostedHasFailed)
  const fail = useRef(onFailed)
  fail.current = onFailed
  const url = isPacked ? undefined : pageConfig.hosted_map?.[theme]
  const usePacked = () => {
    hostedHasFailed = true
    setPacked(true)
  }
  useEffect(() => {
    const abort = new AbortController()
    const load = async (): Promise<void> => {
      const signal =
        url === undefined ? abort.signal : AbortSignal.any([abort.signal, AbortSignal.timeout(hostedTimeout_ms)])
      const style = await fetchStyle(url ?? packedUrl, signal)
      if (!abort.signal.aborted) setBase({ style, isHosted: url !== undefined })
    }
    load().catch(() => {
      if (abort.signal.aborted) return
      if (url === undefined) fail.current()
      else usePacked()
    })
    return () => abort.abort()
  }, [url])
  return { base, usePacked }
}

/** Set when the hosted map failed, so that the next map of this visit does not wait for it again. */
let hostedHasFailed = false
