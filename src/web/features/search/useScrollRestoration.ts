import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** Scroll positions by history entry. */
const positions = new Map<string, number>()

/**
 * A ref for a scroll container that restores its position when its history entry is visited again. Replacing an entry
 * never scrolls: the address changes some time after the action, and the list may have moved since.
 */
export function useScrollRestoration(): RefObject<HTMLDivElement | null> {
  const { key } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const savePosition = () => void positions.set(key, element.scrollTop)
    if (isReplaced) savePosition()
    else element.scrollTop = positions.get(key) ?? 0
    element.addEventListener('scroll', savePosition, { passive: true })
    return () => element.removeEventListener('scroll', savePosition)
  }, [key, isReplaced])
  return scroller
}
