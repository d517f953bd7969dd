import { useCallback, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const kept = new Map<string, number>()

/** A scroller that stands where it stood when its place in the history was left. */
export function useKeptScroll(): (element: HTMLElement | null) => (() => void) | undefined {
  const { key } = useLocation()
  const replaced = useNavigationType() === 'REPLACE'
  const last = useRef(key)
  if (last.current !== key) {
    // The same place under another address stands as it stood.
    if (replaced) kept.set(key, kept.get(last.current) ?? 0)
    last.current = key
  }
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
