import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { forgetRetries } from '#web/shell/errors/retries.ts'

let arrivedAt: string | undefined

/**
 * Stands behind the page inside its Suspense: when it mounts, the page is there. After a change of page (not of query or
 * hash) the focus goes to the main heading, so that a screen reader says where it is.
 */
export function Arrival() {
  const { pathname } = useLocation()
  useEffect(() => {
    forgetRetries()
    const first = arrivedAt === undefined
    const same = arrivedAt === pathname
    arrivedAt = pathname
    if (first || same) return
    const main = document.getElementById('main')
    // A page that put the focus somewhere itself knows better.
    if (main === null || main.contains(document.activeElement)) return
    const heading = main.querySelector<HTMLElement>('h1')
    if (heading !== null && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
    ;(heading ?? main).focus({ preventScroll: true })
  }, [pathname])
  return null
}
