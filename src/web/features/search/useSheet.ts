import { type RefObject, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useReducedMotion } from '#web/page/media.ts'
import { coveredHeight, nearestPosition, offsetToShow, type SheetPosition, type SheetStops } from './sheet.ts'

/** Positions by history entry. */
const savedPositions = new Map<string, SheetPosition>()

/** A sheet that has not scrolled for this long has come to rest. */
const rest_ms = 100

export interface Sheet {
  /** Undefined where the list is no sheet: beside the map, without a map, and before hydration. */
  position: SheetPosition | undefined
  /** Height of the map's lower part that the resting sheet covers. */
  covered_px: number
  moveTo: (position: SheetPosition) => void
  /** Shows a card in the list without covering the map; the start of the list if there is no such card. */
  showCard: (elementId: string) => void
  /** The map, whose `--sheet-covered` follows the sheet while it moves. */
  map: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  half: RefObject<HTMLSpanElement | null>
  body: RefObject<HTMLDivElement | null>
}

/**
 * The list as a sheet over the map. The sheet is the content of a scroller with snap points, so that dragging, momentum and
 * overscroll are the browser's own; `list`, within the sheet, scrolls by itself once the sheet is full.
 */
export function useSheet(isActive: boolean, list: RefObject<HTMLDivElement | null>): Sheet {
  const { key } = useLocation()
  const reducedMotion = useReducedMotion()
  const map = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const half = useRef<HTMLSpanElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const [position, setPosition] = useState<SheetPosition>('half')
  const [covered_px, setCovered_px] = useState(0)
  const latest = useRef<{ isActive: boolean; key: string; behavior: ScrollBehavior; position?: SheetPosition }>(
    undefined,
  )
  latest.current = {
    ...latest.current,
    isActive,
    key,
    behavior: reducedMotion ? 'instant' : 'smooth',
  }

  const readStops = useCallback(
    (): SheetStops => ({ peek: 0, half: half.current?.offsetTop ?? 0, full: body.current?.offsetTop ?? 0 }),
    [],
  )

  const rest = useCallback(
    (next: SheetPosition) => {
      const { current: now } = latest
      if (now === undefined || scroller.current === null) return
      now.position = next
      savedPositions.set(now.key, next)
      const stops = readStops()
      list.current?.style.setProperty('--sheet-below', `${stops.full - stops[next]}px`)
      // The lowest position shows the head of the list.
      if (next === 'peek') list.current?.scrollTo({ top: 0, behavior: now.behavior })
      setPosition(next)
      const covered = coveredHeight(next, stops, scroller.current.clientHeight)
      startTransition(() => setCovered_px(covered))
    },
    [list, readStops],
  )

  const moveTo = useCallback(
    (next: SheetPosition, behavior: ScrollBehavior = latest.current?.behavior ?? 'instant') => {
      rest(next)
      scroller.current?.scrollTo({ top: readStops()[next], behavior })
    },
    [rest, readStops],
  )

  useLayoutEffect(() => {
    if (!isActive || scroller.current === null) return
    const stops = readStops()
    // Until now the sheet could not be lowered below half, and its scroller began there.
    const unmoved = nearestPosition(scroller.current.scrollTop + stops.half, stops)
    moveTo(savedPositions.get(key) ?? latest.current?.position ?? unmoved, 'instant')
  }, [key, isActive, moveTo, readStops])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!isActive || element === null) return undefined
    const follow = () => {
      const { full, half: middle } = readStops()
      const covered = element.clientHeight - (full - Math.min(element.scrollTop, middle))
      map.current?.style.setProperty('--sheet-covered', `${covered}px`)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    const handleScroll = () => {
      follow()
      clearTimeout(timer)
      const stops = readStops()
      // At once, so that the next swipe scrolls the list.
      if (element.scrollTop >= stops.full - 1) rest('full')
      else timer = setTimeout(() => rest(nearestPosition(element.scrollTop, readStops())), rest_ms)
    }
    // Browser bars, rotation and the keyboard change the height.
    const observer = new ResizeObserver(() => {
      if (latest.current?.position !== undefined) moveTo(latest.current.position, 'instant')
      follow()
    })
    observer.observe(element)
    follow()
    element.addEventListener('scroll', handleScroll, { passive: true })
    const [covered, lifted] = [map.current, list.current]
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      element.removeEventListener('scroll', handleScroll)
      lifted?.style.removeProperty('--sheet-below')
      covered?.style.removeProperty('--sheet-covered')
      if (latest.current) delete latest.current.position
    }
  }, [isActive, list, moveTo, readStops, rest])

  const showCard = useCallback(
    (elementId: string) => {
      const [element, sheet, cards] = [scroller.current, body.current, list.current]
      if (element === null || sheet === null || cards === null) return
      const behavior = latest.current?.behavior ?? 'instant'
      const card = document.getElementById(elementId)
      const top = cards.getBoundingClientRect().top
      const active = latest.current?.isActive === true
      if (active && latest.current?.position !== 'half') moveTo('half')
      if (card === null) {
        if (active) cards.scrollTo({ top: 0, behavior })
        return
      }
      const { half: middle, full } = readStops()
      const visible_px = active
        ? element.clientHeight - (full - middle) - (top - sheet.getBoundingClientRect().top)
        : cards.clientHeight
      const frameOfCard = card.getBoundingClientRect()
      const place = { top: frameOfCard.top - top + cards.scrollTop, height: frameOfCard.height }
      cards.scrollTo({ top: offsetToShow(place, visible_px, cards.scrollTop), behavior })
    },
    [list, moveTo, readStops],
  )

  return {
    position: isActive ? position : undefined,
    covered_px: isActive ? covered_px : 0,
    moveTo,
    showCard,
    map,
    scroller,
    half,
    body,
  }
}
