import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches, kept up to date. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  )
}

/** Whether the reader prefers reduced motion. */
export const useReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)')

/** From this width, two columns (list and map) fit side by side. */
export const useWideScreen = (): boolean => useMediaQuery('(width >= 64rem)')

/** Whether the reader's text is a quarter larger than usual, or more. The style sheet's widths do not know. */
export const hasLargeText = (): boolean => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) >= 20

const watchConnection = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** False if the device is certainly offline; true does not prove a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  )
