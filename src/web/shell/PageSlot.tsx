import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { findPage } from '#contract/pages.ts'
import { Arrival } from './Arrival.tsx'
import { ErrorBoundary } from '#web/shell/errors/ErrorBoundary.tsx'
import { PageLoader, pageStarted } from './PageLoader.tsx'
import { useCatalogueTitle } from '#web/lib/usePageTitle.ts'

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
