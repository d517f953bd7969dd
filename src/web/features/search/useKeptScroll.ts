import { useCallback } from 'react'

const kept = new Map<string, number>()

/** A scroller that stands where it stood when its place in the history was left. */
export function useKeptScroll(key: string): (element: HTMLElement | null) => (() => void) | undefined {
  return useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined
      element.scrollTop = kept.get(key) ?? 0
      const keep = () => void kept.set(key, element.scrollTop)
      element.addEventListener('scroll', keep, { passive: true })
      return () => element.removeEventListener('scroll', keep)
    },
    [key],
  )
}
