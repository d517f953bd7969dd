import { useSyncExternalStore } from 'react'

const subscribe = (changed: () => void) => {
  window.addEventListener('scroll', changed, { passive: true })
  return () => window.removeEventListener('scroll', changed)
}

/** Whether the page is scrolled by more than this many pixels. */
export const useScrolled = (least_px: number): boolean =>
  useSyncExternalStore(subscribe, () => window.scrollY > least_px)
