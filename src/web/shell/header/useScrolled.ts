import { useSyncExternalStore } from 'react'

/** Kept, since to ask the window makes it lay out at once all that has just been drawn. */
let top_px = 0

const subscribe = (changed: () => void) => {
  const look = () => {
    top_px = window.scrollY
    changed()
  }
  window.addEventListener('scroll', look, { passive: true })
  // A page that was loaded anew may stand further down: once it is laid out.
  const first = requestAnimationFrame(() => setTimeout(look))
  return () => {
    window.removeEventListener('scroll', look)
    cancelAnimationFrame(first)
  }
}

/** Whether the page is scrolled by more than this many pixels. */
export const useScrolled = (least_px: number): boolean => useSyncExternalStore(subscribe, () => top_px > least_px)
