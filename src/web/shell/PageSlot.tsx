import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { findPage } from '#contract/pages.ts'
import { ErrorBoundary } from '#web/shell/errors/ErrorBoundary.tsx'
import { PageLoader, pageStarted } from './PageLoader.tsx'
import { useCatalogueTitle } from '#web/lib/usePageTitle.ts'
import { forgetRetries } from '#web/shell/errors/retries.ts'

/** The page of the route: its code awaited, its failures caught, its title set, its heading focused. */
export function PageSlot() {
  const { pathname } = useLocation()
  useCatalogueTitle()
  useTopOnChange(pathname)
  return (
    <ErrorBoundary page={pathname}>
      <Suspense key={findPage(pathname)?.route.key ?? 'none'} fallback={<PageLoader />}>
        <Outlet />
        <Arrival />
        <Started />
      </Suspense>
    </ErrorBoundary>
  )
}

// Of the module, not of a layout: from one layout to another is a change of page as well.
let shown: string | undefined

/** A page begins at its top, also one that has been there before (specification, section 2). */
function useTopOnChange(pathname: string) {
  useEffect(() => {
    // Going back, the browser would put the view where it was; that is for a reload alone.
    history.scrollRestoration = 'manual'
    const onLeaving = () => {
      history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', onLeaving)
    return () => window.removeEventListener('pagehide', onLeaving)
  }, [])
  useEffect(() => {
    if (shown !== undefined && shown !== pathname) window.scrollTo(0, 0)
    shown = pathname
  }, [pathname])
}

function Started() {
  useEffect(pageStarted, [])
  return null
}

let arrivedAt: string | undefined

/**
 * Stands behind the page inside its Suspense: when it mounts, the page is there. After a change of page (not of query or
 * hash) the focus goes to the main heading, so that a screen reader says where it is.
 */
function Arrival() {
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
