import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { findReturn, forgetReturn } from './returnPoints.ts'

/**
 * Restores the list after its record was left by a way back: scrolls to where it was and focuses the row, unless something
 * other than the heading has the focus by then. Returns the id of the row.
 */
export function useReturnToRow(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly { id: string }[],
  scrollTo: (index: number) => void,
): string | undefined {
  const { pathname, search } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const [arrival] = useState(() => ({
    address: pathname + search,
    point: findReturn(pathname + search, isBack),
  }))
  const index = rows.findIndex(({ id }) => id === arrival.point?.id)
  const latest = useRef({ index, scrollTo })
  useEffect(() => {
    latest.current = { index, scrollTo }
  })
  useEffect(() => {
    const { address, point } = arrival
    if (point === undefined) {
      forgetReturn(address)
      return undefined
    }
    const find = () => scroller.current?.querySelector<HTMLElement>(`[data-row="${latest.current.index}"]`)
    const focus = () => {
      if (isFocusFree()) find()?.focus({ preventScroll: true })
    }
    // Before the heading gets the focus, so that one thing is announced.
    focus()
    let frame = 0
    const afterFrame = (next: () => void) => {
      frame = requestAnimationFrame(next)
    }
    // The page is scrolled to its top with the change of address, which is later than this effect.
    afterFrame(() => {
      forgetReturn(address)
      window.scrollTo(0, point.page_px)
      if (scroller.current !== null) scroller.current.scrollTop = point.list_px
      // Rows of a long list are rendered once they are in sight.
      afterFrame(() => {
        if (!find()) latest.current.scrollTo(latest.current.index)
        afterFrame(() => {
          focus()
          const row = find()
          if (row && !isInSight(row)) row.scrollIntoView({ block: 'center' })
        })
      })
    })
    return () => cancelAnimationFrame(frame)
  }, [arrival, scroller])
  return arrival.point?.id
}

/** Whether the focus is where a change of page leaves it. */
function isFocusFree(): boolean {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body || activeElement.matches('h1, #main')
}

function isInSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
